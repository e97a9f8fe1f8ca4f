/** GET /v1/dte/holding (docs/wire.md#files): documents sealed within the last hour, newest first. */
import { listHolding } from '../../../ledger/holding/holding.ts'
import { admittedOf } from '../admitted.ts'
import { readPage } from '../page.ts'
import { readInteger } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'

const LIMIT = { min: 1, max: 100 } as const

export async function handleHolding({ call, query: parameters }: Asked): Promise<Answered> {
  readInteger('limit', parameters.limit, LIMIT) // a larger limit is 400 here
  const { pool, clock } = call.deps
  const key = admittedOf(call)
  const page = readPage(call, parameters, ['holding', key.companyId, key.ambiente])
  const { rows, last } = await listHolding(pool, key, {
    now: clock.now(),
    limit: page.limit,
    below: page.after?.position ?? null,
  })
  return { body: { documentos: rows, siguiente: page.siguiente(last) } }
}
