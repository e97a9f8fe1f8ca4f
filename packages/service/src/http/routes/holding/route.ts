/** GET /v1/dte/holding (SPEC 4.9): what was sealed within the last hour, newest first. */
import { listHolding } from '../../../storage/holding.ts'
import { admittedOf } from '../../admitted.ts'
import { readInteger, readParameters } from '../../parameters.ts'
import type { Answered, Asked } from '../../route.ts'

const LIMIT = { min: 1, max: 100 } as const
const LIMIT_DEFAULT = 50

export async function handleHolding({ call, query }: Asked): Promise<Answered> {
  const parameters = readParameters(query, ['limit'])
  const limit = readInteger('limit', parameters.limit, LIMIT) ?? LIMIT_DEFAULT
  const { pool, clock } = call.deps
  const documentos = await listHolding(pool, admittedOf(call), { now: clock.now(), limit })
  return { status: 200, body: JSON.stringify({ documentos }) }
}
