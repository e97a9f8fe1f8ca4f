/** The mail about a document in its present state. */
import { accentOf } from '@sello/paper'
import { findBrand, logoTypeOf } from '../../ledger/companies/brands.ts'
import type { DueDelivery } from '../../ledger/deliveries/due.ts'
import { isMailable } from '../../outside/mail/address.ts'
import type { Attachment, Message } from '../../outside/mail/mail.ts'
import { jsonFileOf, pdfFileOf } from '../keeping/files.ts'
import { htmlOf, type Look } from './html.ts'
import { linkOf } from './link.ts'
import type { Deliverer, Subject } from './subject.ts'
import { textOf } from './text.ts'
import { wordsOf } from './words.ts'

export async function writeMessage(
  deps: Deliverer,
  due: DueDelivery,
  { files, address, company, dataKey }: Subject,
): Promise<Message> {
  const { documento } = files
  const link = await linkOf(deps, due, dataKey)
  const words = wordsOf(documento, { company, link })
  const look = await lookOf(deps, due.companyId)
  const { correo } = company
  return {
    id: due.deliveryId,
    fromName: words.issuer,
    to: address,
    replyTo: correo && isMailable(correo) ? { name: words.issuer, address: correo } : null,
    subject: words.subject,
    text: textOf(words),
    html: htmlOf(words, look),
    language: words.language,
    attachments: [...(await attachedFiles(deps, files)), ...logoOf(look)],
  }
}

/** The bytes that a download gives. Without a seal there is no Archivo DTE yet; a cancelled one is not sent. */
async function attachedFiles(
  { printer }: Deliverer,
  files: Subject['files'],
): Promise<readonly Attachment[]> {
  const { numeroControl, estado } = files.documento
  const content = await pdfFileOf(files, printer)
  const pdf = { filename: `${numeroControl}.pdf`, content, contentType: 'application/pdf' }
  const json = estado === 'sellado' ? jsonFileOf(files) : null
  if (json === null) return [pdf]
  return [
    pdf,
    { filename: `${numeroControl}.json`, content: json, contentType: 'application/json' },
  ]
}

/** An SVG is left out: mail programs do not show it. */
export async function lookOf({ pool }: Pick<Deliverer, 'pool'>, companyId: string): Promise<Look> {
  const brand = await findBrand(pool, companyId)
  const logo = brand?.logo ? Buffer.from(brand.logo) : null
  const kind = logo && logoTypeOf(logo)
  const accent = brand?.accent && accentOf(brand.accent)
  return {
    color: accent ? cssOf(accent) : DEFAULT_COLOR,
    logo: logo && kind && kind !== 'image/svg+xml' ? { logo, kind } : null,
  }
}

export const DEFAULT_COLOR = '#1f3a5f'

/** A colour of the printed copy, dark enough to be read on white. */
const cssOf = (color: string) =>
  `rgb(${color
    .split(' ')
    .map((part) => Math.round(Number(part) * 255))
    .join(', ')})`

export const logoOf = ({ logo }: Look): readonly Attachment[] =>
  logo ? [{ filename: 'logo', content: logo.logo, contentType: logo.kind, cid: 'logo@sello' }] : []
