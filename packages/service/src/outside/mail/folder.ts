/**
 * A mailbox in a folder, for a demonstration and for trying: each message becomes a folder with the message as it would
 * travel, its text, its page and its attachments, and nothing is sent.
 */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { composed } from './composed.ts'
import type { Message, Send } from './mail.ts'

/** The whole of each message there, as its first file. */
const MESSAGE = 'mensaje.eml'

/** A message sent again replaces itself, as a mail program shows one of two with the same id. */
export function createMailFolder(folder: string, sender: string): Send {
  const transport = createTransport({ streamTransport: true, newline: 'windows' })
  return async (message) => {
    const sent = await transport.sendMail(composed(message, { sender }))
    const path = join(folder, message.id)
    const part = `${path}.part`
    await mkdir(part, { recursive: true, mode: 0o700 })
    const whole = sent.message as Readable
    for (const [name, bytes] of [[MESSAGE, whole], ...filesOf(message)] as const) {
      await writeFile(join(part, name), bytes, { mode: 0o600 })
    }
    await rm(path, { recursive: true, force: true })
    await rename(part, path)
    return { kind: 'sent' }
  }
}

/** In the page an image of the message is the file beside it. */
function filesOf({ text, html, attachments }: Message): readonly (readonly [string, Buffer])[] {
  const shown = attachments.reduce(
    (page, { cid, filename }) => (cid ? page.replaceAll(`cid:${cid}`, filename) : page),
    html,
  )
  return [
    ['mensaje.txt', Buffer.from(text)],
    ['mensaje.html', Buffer.from(shown)],
    ...attachments.map(({ filename, content }) => [filename, content] as const),
  ]
}
