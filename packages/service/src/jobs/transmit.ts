/**
 * Finishes what a crash or the ministry's silence left: signed documents without a verdict. A row is
 * taken by lease, so several processes share the work and a dead one's rows come back by themselves.
 * Harmless beside the request that is still waiting: `advance` lets one of them move the row.
 */
import type { Ambiente, Estado } from '@sello/contract'
import type { Deps } from '../context.ts'
import { statement } from '../db/tx.ts'
import { advance } from '../documents/advance.ts'
import { findDocument } from '../documents/find.ts'
import { firmadoOf } from '../documents/firmado.ts'
import { toOutcome } from '../documents/outcome.ts'
import { LEASE_MS, RETRY_MS } from '../issuing/lease.ts'
import { describeError } from '../log.ts'
import type { Answer } from '../mh/answer.ts'
import { openDataKey } from '../secrets.ts'

/** How many documents one process carries to the ministry at a time. */
const BATCH = 16
/** The ministry wants a try at least every 15 minutes (docs/sources.md#contingency). */
const RETRY_MS_MAX = 10 * 60 * 1000
/** Some four hours of tries. */
const DENIALS_MAX = 30

interface Taken {
  company_id: string
  codigo_generacion: string
  ambiente: Ambiente
  attempts: number
  nit: string
  data_key: Buffer
}

/** Takes what is due and brings it to the ministry, until nothing is due. Says how many rows it took. */
export async function transmitDue(deps: Deps, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (;;) {
    const taken = await takeDue(deps)
    await Promise.all(taken.map((row) => transmitOrLog(deps, row)))
    count += taken.length
    if (taken.length < BATCH || signal?.aborted) return count
  }
}

/** One document's failure stops no other; its lease brings it back. */
async function transmitOrLog(deps: Deps, row: Taken): Promise<void> {
  try {
    await transmitOne(deps, row)
  } catch (error) {
    const codigoGeneracion = row.codigo_generacion.toUpperCase()
    deps.log.error(
      { job: 'transmit', codigoGeneracion, error: describeError(error) },
      'a document stays',
    )
  }
}

function takeDue({ pool, clock }: Deps): Promise<Taken[]> {
  const now = clock.now()
  return statement<Taken>(
    pool,
    `with due as (
       select company_id, codigo_generacion from documents
        where lease_until <= $1 order by lease_until limit $3 for update skip locked
     ), taken as (
       update documents d set lease_until = $2, attempts = d.attempts + 1 from due
        where d.company_id = due.company_id and d.codigo_generacion = due.codigo_generacion
    returning d.company_id, d.codigo_generacion, d.ambiente, d.attempts
     )
     select t.company_id, t.codigo_generacion, t.ambiente, t.attempts, c.nit, c.data_key
       from taken t join companies c on c.company_id = t.company_id`,
    [now, new Date(now.getTime() + LEASE_MS), BATCH],
  )
}

/** The states that wait for the ministry. */
const WAITING: ReadonlySet<Estado> = new Set(['firmado', 'contingencia'])

async function transmitOne(deps: Deps, row: Taken): Promise<void> {
  const dataKey = openDataKey(deps.secrets, row.company_id, row.data_key)
  const reader = { companyId: row.company_id, ambiente: row.ambiente, nit: row.nit, dataKey }
  const found = await findDocument(deps.pool, reader, row.codigo_generacion)
  if (!found) throw new Error('bug: a document that was taken is not there')

  if (!WAITING.has(found.estado)) return // somebody was faster
  const stored = firmadoOf(found)
  const answer = believed(await deps.mh.resume(stored), row.attempts)
  const now = deps.clock.now()
  const leaseUntil =
    answer.kind === 'unanswered' ? new Date(now.getTime() + delayMs(row.attempts)) : null
  const outcome = toOutcome(answer)
  const moved = await advance(deps.outcomePool, stored, {
    trigger: answer.kind,
    outcome,
    now,
    leaseUntil,
  })
  deps.log.info({
    job: 'transmit',
    codigoGeneracion: stored.codigoGeneracion,
    estado: moved?.estado ?? null,
    intento: row.attempts,
  })
}

/**
 * That a document exists already and is not held may be the ministry's own delay, for some hours. Then it
 * is what it says: another document has its code or its number, and no try will ever seal it.
 */
function believed(answer: Answer, attempts: number): Answer {
  const isOver = answer.kind === 'unanswered' && attempts >= DENIALS_MAX
  return (isOver && answer.denied) || answer
}

/** 15 s, 30 s, 1 min … 10 min. */
function delayMs(attempts: number): number {
  return Math.min(RETRY_MS * 2 ** Math.min(attempts - 1, 10), RETRY_MS_MAX)
}
