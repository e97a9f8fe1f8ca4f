/** GET /v1/dte/{codigoGeneracion}/file (docs/wire.md#files): the exact bytes of a document's files. */
import { Refused } from '@sello/contract'
import { download, type FileRequest } from '../../../flows/keeping/download.ts'
import { findFileSubject, signedOf } from '../../../flows/keeping/file-subject.ts'
import { noDocument } from '../../../ledger/documents/find.ts'
import { countDownload } from '../../../ledger/holding/holding.ts'
import { readerOfCall } from '../admitted.ts'
import { readCode } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'
import { readFileRequest } from './kinds.ts'

export async function handleFile({ call, params, query }: Asked): Promise<Answered> {
  const wanted = readFileRequest(query)
  const codigoGeneracion = readCode(params)
  const { deps } = call
  const reader = readerOfCall(call)
  const subject = await findFileSubject(deps.pool, reader, codigoGeneracion)
  if (!subject) throw noDocument()
  if (subject.evento && wanted.kind === 'ticket') throw noTicket()
  const found = await download(deps, subject, wanted)
  if (found === 'gone') throw noDocument()
  if (found === 'not_sealed') throw withoutSeal(signedOf(subject).estado)
  if (found === 'not_printed') throw notPrinted(signedOf(subject).estado)
  if (found.source === 'holding') {
    await countDownload(deps.pool, reader, codigoGeneracion, deps.clock.now())
  }
  return {
    body: found.bytes,
    contentType: CONTENT_TYPES[wanted.kind],
    headers: {
      'content-disposition': `attachment; filename="${codigoGeneracion}${ENDINGS[wanted.kind]}"`,
      'x-service-storage-source': found.source,
    },
  }
}

const JSON_FILE = 'application/json; charset=utf-8'
const PDF_FILE = 'application/pdf'

const CONTENT_TYPES = {
  json: JSON_FILE,
  raw: JSON_FILE,
  pdf: PDF_FILE,
  ticket: PDF_FILE,
} as const satisfies Record<FileRequest['kind'], string>

const ENDINGS = {
  json: '.json',
  raw: '.json',
  pdf: '.pdf',
  ticket: '-ticket.pdf',
} as const satisfies Record<FileRequest['kind'], string>

/** A reservation has no file, and a rejected document will never be sealed. */
function withoutSeal(estado: string): Refused<'not_found' | 'not_sealed'> {
  if (SIN_ARCHIVO.has(estado)) {
    const message = `El número está ${estado}: ningún documento se ha firmado con él, y no hay archivo.`
    return new Refused('not_found', message, {})
  }
  const advice =
    estado === 'rechazado'
      ? 'Hacienda lo rechazó y no lo sellará: corríjalo con corrige, o pida ?raw=true para ver lo que se firmó.'
      : 'Espere a que sea sellado, o pida ?raw=true.'
  const message = `El documento está en estado "${estado}" y no tiene sello. ${advice}`
  return new Refused('not_sealed', message, { estado })
}

const SIN_ARCHIVO: ReadonlySet<string> = new Set(['reservado', 'liberado', 'descartado'])

function notPrinted(estado: string) {
  return new Refused(
    'return_pdf_unavailable',
    `El evento está ${estado}: nunca existió para Hacienda y no tiene hoja. Pida ?raw=true.`,
    {},
  )
}

function noTicket() {
  const message = 'un evento no tiene tiquete; pida kind=pdf.'
  return new Refused('invalid_request', `kind: ${message}`, {
    field: 'kind',
    issues: [{ field: 'kind', message }],
  })
}
