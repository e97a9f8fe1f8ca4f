/** GET /v1/dte/holding (docs/wire.md#files): documents sealed within the last hour, newest first. */
import { readCursor, writeCursor } from '../../../documents/cursor.ts'
import { listHolding } from '../../../storage/holding.ts'
import { admittedOf } from '../../admitted.ts'
import { refuseFields } from '../../body.ts'
import { readInteger, readParameters } from '../../parameters.ts'
import type { Answered, Asked } from '../../route.ts'

const LIMIT = { min: 1, max: 100 } as const
const LIMIT_DEFAULT = 50
/** Rows are ordered by one number; a cursor also holds a day, so a constant fills it. */
const NO_DAY = '0001-01-01'

export async function handleHolding({ call, query }: Asked): Promise<Answered> {
  const parameters = readParameters(query, ['limit', 'cursor'])
  const limit = readInteger('limit', parameters.limit, LIMIT) ?? LIMIT_DEFAULT
  const { pool, clock, secrets } = call.deps
  const key = admittedOf(call)
  const list = JSON.stringify(['holding', key.companyId, key.ambiente])
  const { cursor } = parameters
  const after = cursor === null ? null : readCursor(secrets, list, cursor)
  if (cursor !== null && after === null) refuseCursor()
  const page = { now: clock.now(), limit, below: after?.position ?? null }
  const { rows, last } = await listHolding(pool, key, page)
  const siguiente =
    last === null ? null : writeCursor(secrets, list, { fecEmi: NO_DAY, position: last })
  return { status: 200, body: JSON.stringify({ documentos: rows, siguiente }) }
}

function refuseCursor(): never {
  const message = 'no es el "siguiente" de una página de esta lista. Páselo sin cambios.'
  return refuseFields([{ field: 'cursor', message }])
}
