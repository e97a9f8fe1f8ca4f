/**
 * Recovers filings left without a verdict by a crash or by no answer. Rows are taken by lease, so several processes
 * share the work and a dead process's rows become due again. Safe while a request still waits for the same filing:
 * settling is a compare-and-set.
 */

import { describeError } from '../../base/log.ts'
import { decryptDataKey } from '../../base/secrets/secrets.ts'
import { noteFullDisk } from '../../base/telemetry/full-disk.ts'
import { skippedInLog, takeDue } from '../../ledger/cluster/due.ts'
import type { Filing } from '../../ledger/transmission/filing.ts'
import { askFrom, isDoubtOver, leaseNow, retryFrom } from '../../ledger/transmission/lease.ts'
import { RULES } from '../../ledger/transmission/rules.ts'
import type { DueFiling, Settling, Store, Taken, Verdict } from '../../ledger/transmission/store.ts'
import type { Deps } from '../context.ts'

/** The number of filings of one store that a process sends at a time. */
const BATCH = 16
/** About four hours of retries. */
const DENIALS_MAX = 30

/** Sends what is due until nothing is. Returns the number of rows taken. */
export async function recoverDue(deps: Deps, store: Store, signal?: AbortSignal): Promise<number> {
  const { pool } = deps
  const onSkipped = skippedInLog(deps.log, 'transmit')
  const batches = takeDue<DueFiling, Taken>(pool, {
    limit: BATCH,
    list: (wanted) => store.listDue(pool, { ...leaseNow(deps), ...wanted }, onSkipped),
    take(companyId, due) {
      const codes = due.map(({ codigo_generacion }) => codigo_generacion)
      return store.take(pool, { companyId, codes }, leaseNow(deps))
    },
    onSkipped,
  })
  let count = 0
  for await (const taken of batches) {
    await Promise.all(taken.map((row) => recoverOrLog(deps, store, row)))
    count += taken.length
    if (signal?.aborted) break
  }
  return count
}

/** One filing's failure does not stop the others; its lease expires and it is retried. */
async function recoverOrLog(deps: Deps, store: Store, row: Taken): Promise<void> {
  try {
    await recoverOne(deps, store, row)
  } catch (error) {
    noteFullDisk(deps, error)
    const codigoGeneracion = row.codigo_generacion.toUpperCase()
    deps.log.error(
      { job: 'transmit', codigoGeneracion, error: describeError(error) },
      'a filing stays',
    )
  }
}

async function recoverOne(deps: Deps, store: Store, row: Taken): Promise<void> {
  const dataKey = decryptDataKey(deps.secrets, row.company_id, row.data_key)
  const filing = await store.open(deps.pool, row, dataKey)
  if (!filing) return // another worker was first
  const { doubtfulSince } = filing
  const settling = doubtfulSince
    ? await askInDoubt(deps, filing, doubtfulSince)
    : await sendOrAsk(deps, filing, row)
  const estado = await store.settle(deps.outcomePool, filing, settling)
  const { kind, codigoGeneracion } = filing
  deps.log.info({ job: 'transmit', kind, codigoGeneracion, estado, intento: row.attempts })
  if (doubtfulSince && settling.verdict.kind === 'sealed') {
    deps.log.warn({ kind, codigoGeneracion }, 'late seal: the ministry sealed a rejected document')
  }
}

/**
 * Only an answer ends the queries about a doubtful rejection: during an outage the ministry is not queried, and may
 * have sealed the filing meanwhile.
 */
async function askInDoubt(deps: Deps, filing: Filing, since: Date): Promise<Settling> {
  const found = await deps.mh.ask(filing)
  const now = deps.clock.now()
  if (found.kind === 'sealed') return { verdict: found, now, retryAt: null }
  const isLast = found.kind === 'not_found' && isDoubtOver(now, since)
  const verdict: Verdict =
    found.kind === 'not_found' ? { kind: 'unanswered', why: 'without_seal' } : found
  return { verdict, now, retryAt: isLast ? null : askFrom(now, since) }
}

async function sendOrAsk(deps: Deps, filing: Filing, row: Taken): Promise<Settling> {
  const verdict = await verdictOf(deps, filing, row)
  const now = deps.clock.now()
  const retryAt = verdict.kind === 'unanswered' ? retryFrom(now, row.attempts) : null
  return { verdict, now, retryAt }
}

async function verdictOf(deps: Deps, filing: Filing, row: Taken): Promise<Verdict> {
  const { unattended, abandonedAfterMs } = RULES[filing.kind]
  const ageMs = deps.clock.now().getTime() - row.created_at.getTime()
  const isOver = abandonedAfterMs !== null && ageMs >= abandonedAfterMs
  if (unattended === 'resume' && !isOver) return believed(await deps.mh.resume(filing), row)
  const found = await deps.mh.ask(filing)
  if (found.kind !== 'not_found') return found
  return isOver ? { kind: 'abandoned' } : { kind: 'unanswered', why: 'timeout' }
}

/**
 * "Already exists" together with "not found" may be the ministry's own delay, for some hours. After that,
 * another document has its code or number, and no retry will be sealed.
 */
function believed(answer: Exclude<Verdict, { kind: 'abandoned' }>, row: Taken): Verdict {
  const isOver = answer.kind === 'unanswered' && row.attempts >= DENIALS_MAX
  return isOver && answer.denied ? { ...answer.denied, doubtful: true } : answer
}
