/** GET /v1/customers: the customers of the key's company, newest first. */
import { type CustomerFilters, listCustomers } from '../../../customers/list.ts'
import { readCursor, writeCursor } from '../../../documents/cursor.ts'
import { admittedOf } from '../../admitted.ts'
import { refuseFields } from '../../body.ts'
import { readInteger, readParameters, readWord } from '../../parameters.ts'
import type { Answered, Asked } from '../../route.ts'

const PARAMETERS = ['activo', 'numDocumento', 'externalId', 'nombre', 'limit', 'cursor'] as const
type Parameters = Readonly<Record<(typeof PARAMETERS)[number], string | null>>

const LIMIT_DEFAULT = 50
/** A larger `limit` gets this many rows (docs/wire.md#limits). */
const LIMIT_MAX = 100
/** Customers are ordered by one number; a cursor also holds a day, so a constant fills it. */
const NO_DAY = '0001-01-01'

export async function handleCustomersList({ call, query }: Asked): Promise<Answered> {
  const parameters = readParameters(query, PARAMETERS)
  const filters = readFilters(parameters)
  const asked = readInteger('limit', parameters.limit, { min: 1, max: Number.POSITIVE_INFINITY })
  const { companyId } = admittedOf(call)
  const { secrets, pool } = call.deps
  const list = JSON.stringify(['customers', companyId, filters])
  const { cursor } = parameters
  const after = cursor === null ? null : readCursor(secrets, list, cursor)
  if (cursor !== null && after === null) refuseCursor()
  const { rows, last } = await listCustomers(pool, {
    companyId,
    filters,
    below: after?.position ?? null,
    limit: Math.min(asked ?? LIMIT_DEFAULT, LIMIT_MAX),
  })
  const siguiente =
    last === null ? null : writeCursor(secrets, list, { fecEmi: NO_DAY, position: last })
  return { status: 200, body: JSON.stringify({ customers: rows, siguiente }) }
}

function readFilters(parameters: Parameters): CustomerFilters {
  const { numDocumento, externalId, nombre } = parameters
  const activo = readWord('activo', parameters.activo, ['true', 'false']) !== 'false'
  const texts = { numDocumento, externalId, nombre }
  for (const [field, text] of Object.entries(texts)) {
    // PostgreSQL accepts no NUL, and no customer has one.
    if (text?.includes('\0')) refuseFields([{ field, message: 'lleva un carácter de control.' }])
  }
  return { activo, ...texts }
}

function refuseCursor(): never {
  const message =
    'no es el "siguiente" de una página de esta lista. Páselo sin cambios y con los mismos filtros.'
  return refuseFields([{ field: 'cursor', message }])
}
