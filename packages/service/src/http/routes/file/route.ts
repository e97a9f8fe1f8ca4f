/** GET /v1/dte/{codigoGeneracion}/file (SPEC 4.8): the exact bytes of a document's files. */
import { Refused } from '@sello/contract'
import { findDocument } from '../../../documents/find.ts'
import { readerOf } from '../../../keys/reader.ts'
import { download, type Wanted } from '../../../storage/download.ts'
import { countDownload } from '../../../storage/holding.ts'
import { admittedOf } from '../../admitted.ts'
import { noDocument, readCode } from '../../code.ts'
import type { Asked, Route } from '../index.ts'
import { readWanted } from './kinds.ts'

export const fileRoute: Route = {
  name: 'file',
  method: 'GET',
  path: '/v1/dte/:codigoGeneracion/file',
  async handle({ call, params, query }: Asked) {
    const wanted = readWanted(query)
    const codigoGeneracion = readCode(params)
    const { deps } = call
    const reader = readerOf({ secrets: deps.secrets, key: admittedOf(call) })
    const stored = await findDocument(deps.pool, reader, codigoGeneracion)
    if (!stored) throw noDocument()
    const found = await download(deps, stored, wanted)
    if (found === 'gone') throw noDocument()
    if (found === 'not_sealed') throw notSealed(stored.estado)
    if (found.source === 'holding') {
      await countDownload(deps.pool, reader, codigoGeneracion, deps.clock.now())
    }
    return {
      status: 200,
      body: found.bytes,
      contentType: CONTENT_TYPES[wanted.kind],
      headers: {
        'content-disposition': `attachment; filename="${codigoGeneracion}.${EXTENSIONS[wanted.kind]}"`,
        'x-service-storage-source': found.source,
      },
    }
  },
}

const JSON_FILE = 'application/json; charset=utf-8'
const PDF_FILE = 'application/pdf'

const CONTENT_TYPES = {
  json: JSON_FILE,
  raw: JSON_FILE,
  pdf: PDF_FILE,
  ticket: PDF_FILE,
} as const satisfies Record<Wanted['kind'], string>

const EXTENSIONS = {
  json: 'json',
  raw: 'json',
  pdf: 'pdf',
  ticket: 'pdf',
} as const satisfies Record<Wanted['kind'], string>

function notSealed(estado: string) {
  return new Refused(
    'not_sealed',
    `El documento está en estado "${estado}" y no tiene sello. Espere a que sea sellado, o pida ?raw=true.`,
    { estado },
  )
}
