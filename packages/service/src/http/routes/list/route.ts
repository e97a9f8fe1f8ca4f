/** GET /v1/dte (docs/wire.md#queries-and-lists): the documents of the key's company and environment, newest first. */
import { TIPOS_DTE } from '@sello/contract'
import { readCursor, writeCursor } from '../../../documents/cursor.ts'
import { listDocuments } from '../../../documents/list.ts'
import type { Admitted } from '../../../keys/admit.ts'
import { admittedOf } from '../../admitted.ts'
import { refuseFields } from '../../body.ts'
import { readInteger, readParameters } from '../../parameters.ts'
import type { Answered, Asked } from '../../route.ts'
import { PARAMETERS, readFilters } from './filters.ts'

const LIMIT_DEFAULT = 50
/** A larger `limit` gets this many rows (docs/wire.md#limits). */
const LIMIT_MAX = 100

export async function handleList({ call, query }: Asked): Promise<Answered> {
  const parameters = readParameters(query, PARAMETERS)
  const filters = readFilters(parameters)
  const asked = readInteger('limit', parameters.limit, { min: 1, max: Number.POSITIVE_INFINITY })
  const key = admittedOf(call)
  const { secrets, pool } = call.deps
  const list = nameOf(key, filters)
  const { rows, last } = await listDocuments(pool, {
    companyId: key.companyId,
    ambiente: key.ambiente,
    filters,
    tiposDte: TIPOS_DTE,
    after: placeOf(parameters.cursor),
    limit: Math.min(asked ?? LIMIT_DEFAULT, LIMIT_MAX),
  })
  const siguiente = last && writeCursor(secrets, list, last)
  return { status: 200, body: JSON.stringify({ documentos: rows, siguiente }) }

  function placeOf(cursor: string | null) {
    if (cursor === null) return null
    const after = readCursor(secrets, list, cursor)
    if (after) return after
    const message =
      'no es el "siguiente" de una página de esta lista. Páselo sin cambios y con los mismos filtros.'
    return refuseFields([{ field: 'cursor', message }])
  }
}

/** The identity of the list: a cursor of another company, environment or filter does not match it. */
function nameOf({ companyId, ambiente }: Admitted, filters: object): string {
  return JSON.stringify([companyId, ambiente, filters])
}
