/** The ways by which this process sends mail. */
import { readFile } from 'node:fs/promises'
import type { MailSettings } from '../../base/config-mail.ts'
import type { MailServer } from '../../base/net/mail-server.ts'
import { dkimProblem } from './dkim.ts'
import { createMailFolder } from './folder.ts'
import type { Mail, Send } from './mail.ts'
import { createSmtp } from './smtp.ts'

export const NO_MAIL: Mail = { service: null, through: createSmtp, origin: null }

/** Refuses a DKIM key that would not sign. */
export async function openMail(settings: MailSettings): Promise<Mail> {
  const service = await serviceOf(settings)
  return {
    service,
    through: createSmtp,
    /** Read each time: the demonstration knows its own once it listens. */
    get origin() {
      return settings.origin
    },
  }
}

async function serviceOf({ folder, server, sender, dkim }: MailSettings): Promise<Send | null> {
  if (folder !== null) return createMailFolder(folder, sender)
  if (server === null) return null
  if (dkim === null) return createSmtp({ ...server, sender, dkim })
  const privateKey = await readFile(dkim.keyFile, 'utf8')
  const problem = dkimProblem(privateKey)
  if (problem !== null) throw new Error(`SELLO_DKIM_KEY_FILE: ${problem}`)
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  const signing: MailServer['dkim'] = { domain, selector: dkim.selector, privateKey }
  return createSmtp({ ...server, sender, dkim: signing })
}
