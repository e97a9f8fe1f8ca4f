/** A message that says that a company's mail works, by the way that its documents go. */
import type { Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { decryptDataKey, type Secrets } from '../../base/secrets/secrets.ts'
import { findCompanyData } from '../../ledger/companies/company.ts'
import { findCompany } from '../../ledger/companies/data-key.ts'
import { findMailServer } from '../../ledger/companies/mail-settings.ts'
import { isMailable } from '../../outside/mail/address.ts'
import type { Mail, Message, Sent } from '../../outside/mail/mail.ts'
import { htmlOf } from './html.ts'
import { logoOf, lookOf } from './message.ts'
import { textOf } from './text.ts'
import type { Words } from './words.ts'

/** Somebody waits for it at a page. */
const SENDING_MS = 30_000

interface Tester {
  readonly pool: Pool
  readonly secrets: Secrets
  readonly random: Random
  readonly mail: Mail
}

/** Null: neither the company nor the service has a server. `to` is who asks for it. */
export async function sendTestMail(
  deps: Tester,
  companyId: string,
  to: string,
): Promise<Sent | null> {
  const { pool, secrets, mail } = deps
  const keys = await findCompany(pool, companyId)
  const own = await findMailServer(
    pool,
    companyId,
    decryptDataKey(secrets, companyId, keys.dataKey),
  )
  const send = own ? mail.through(own) : mail.service
  if (send === null) return null
  if (!isMailable(to)) return { kind: 'refused', said: 'No se puede enviar a su dirección.' }
  return send(await writeTest(deps, companyId, to), AbortSignal.timeout(SENDING_MS))
}

async function writeTest(
  { pool, random }: Tester,
  companyId: string,
  to: string,
): Promise<Message> {
  const company = await findCompanyData(pool, companyId)
  const look = await lookOf({ pool }, companyId)
  const issuer = company.nombreComercial ?? company.nombre
  const { correo } = company
  const words: Words = {
    language: 'es',
    issuer,
    subject: `Prueba del correo de ${issuer}`,
    title: 'El correo funciona',
    paragraphs: [
      'Así llegarán los documentos de la empresa a sus compradores, con la copia impresa y el archivo del documento.',
    ],
    facts: [],
    link: null,
    footer: `${company.nombre} · NIT ${company.nit}`,
    warning: null,
  }
  return {
    id: random.uuid(),
    fromName: issuer,
    to,
    replyTo: correo && isMailable(correo) ? { name: issuer, address: correo } : null,
    subject: words.subject,
    text: textOf(words),
    html: htmlOf(words, look),
    language: 'es',
    attachments: logoOf(look),
  }
}
