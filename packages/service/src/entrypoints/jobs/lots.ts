/**
 * Sends deferred documents once their contingency event is sealed, in batches ("lotes") of 100, which are queried
 * until each document has its verdict. If the answer to a batch is lost, or leaves documents out, those documents
 * are sent one by one.
 */

import { DOCUMENTOS_POR_LOTE } from '@sello/fiscal'
import { concurrently } from '../../base/concurrently.ts'
import { describeError } from '../../base/log.ts'
import { decryptDataKey } from '../../base/secrets/secrets.ts'
import { MINUTE_MS } from '../../base/time/durations.ts'
import type { Deps } from '../../flows/context.ts'
import { documentStore, settleVerdict } from '../../flows/issuing/document-store.ts'
import { skippedInLog, takeDue } from '../../ledger/cluster/due.ts'
import {
  type DueLot,
  endLot,
  findLotDocuments,
  findReady,
  formLot,
  listLots,
  recordLot,
  type TakenLot,
  takeLots,
} from '../../ledger/outages/lots.ts'
import type { Filing } from '../../ledger/transmission/filing.ts'
import { leaseNow } from '../../ledger/transmission/lease.ts'

/** Lots that one process sends at a time. */
const BATCH = 4
/** According to the ministry a lot of 100 takes one to three minutes (docs/sources.md#contingency). */
const ASK_AFTER_MS = 5_000
const ASK_EVERY_MS_MAX = MINUTE_MS
/** About ten minutes of queries. */
const QUESTIONS_MAX = 16

/** Runs until nothing is due. Returns the number of lots. */
export async function transmitLots(deps: Deps, signal?: AbortSignal): Promise<number> {
  const { pool } = deps
  const onSkipped = skippedInLog(deps.log, 'lots')
  const batches = takeDue<DueLot, TakenLot>(pool, {
    limit: BATCH,
    async list(wanted) {
      await formLots(deps, wanted.except)
      return listLots(pool, { ...leaseNow(deps), ...wanted }, onSkipped)
    },
    take(companyId, due) {
      const lotes = due.map(({ lote }) => lote)
      return takeLots(pool, { companyId, lotes }, leaseNow(deps))
    },
    onSkipped,
  })
  let count = 0
  for await (const taken of batches) {
    await Promise.all(taken.map((lot) => transmitOrLog(deps, lot)))
    count += taken.length
    if (signal?.aborted) break
  }
  return count
}

/** A batch of lots at most, so that they are sent before more are formed. */
async function formLots(deps: Deps, failed: readonly string[]): Promise<void> {
  const { pool, clock, breaker, random } = deps
  const onSkipped = skippedInLog(deps.log, 'lots')
  const except = [...failed]
  for (let formed = 0; formed < BATCH; ) {
    const ready = await findReady(pool, { away: breaker.awayIn(), except }, onSkipped)
    if (!ready) return
    const next = { lote: random.uuid(), limit: DOCUMENTOS_POR_LOTE, now: clock.now() }
    try {
      if (!(await formLot(pool, ready, next))) return // another process is at it
      formed += 1
    } catch (error) {
      except.push(ready.company_id)
      onSkipped({ companyId: ready.company_id }, error)
    }
  }
}

/** One lot's failure does not stop the others; it is due again when its lease ends. */
async function transmitOrLog(deps: Deps, lot: TakenLot): Promise<void> {
  try {
    await (lot.codigo_lote === null ? sendLot(deps, lot) : askLot(deps, lot, lot.codigo_lote))
  } catch (error) {
    const line = { job: 'lots', lote: lot.lote, error: describeError(error) }
    deps.log.error(line, 'a batch failed and will be retried')
  }
}

async function sendLot(deps: Deps, lot: TakenLot): Promise<void> {
  // A second attempt without the ministry's code: the answer was lost, or the process died before sending.
  if (lot.attempts > 1) return endLot(deps.pool, lot, deps.clock.now())
  const filings = await openFilings(deps, lot)
  if (filings.length === 0) return endLot(deps.pool, lot, deps.clock.now())
  const reply = await deps.mh.sendLot({ ...wireOf(lot), filings })
  const now = deps.clock.now()
  deps.log.info({ job: 'lots', lote: lot.lote, documentos: filings.length, respuesta: reply.kind })
  if (reply.kind === 'rejected') await sendEach(deps, filings)
  if (reply.kind !== 'received') return endLot(deps.pool, lot, now)
  const nextAt = new Date(now.getTime() + ASK_AFTER_MS)
  await recordLot(deps.pool, lot, { codigoLote: reply.codigoLote, nextAt })
}

/** The ministry took none of them, so these are first sendings: whatever it holds under their codes is another's. */
async function sendEach(deps: Deps, filings: readonly Filing[]): Promise<void> {
  await concurrently(filings, async (filing) => {
    const verdict = await deps.mh.send(filing)
    if (verdict.kind !== 'unanswered') await settleVerdict(deps, filing, verdict)
  })
}

async function askLot(deps: Deps, lot: TakenLot, codigoLote: string): Promise<void> {
  const reply = await deps.mh.askLot(wireOf(lot), codigoLote)
  if (reply.kind === 'processed') {
    for (const filing of await openFilings(deps, lot)) {
      const verdict = reply.verdicts.get(filing.codigoGeneracion)
      if (verdict) await settleVerdict(deps, filing, verdict)
    }
  }
  const now = deps.clock.now()
  const left = await findLotDocuments(deps.pool, lot)
  if (left.length === 0 || lot.attempts > QUESTIONS_MAX) return endLot(deps.pool, lot, now)
  const delayMs = Math.min(ASK_AFTER_MS * 2 ** (lot.attempts - 1), ASK_EVERY_MS_MAX)
  await recordLot(deps.pool, lot, { codigoLote: null, nextAt: new Date(now.getTime() + delayMs) })
}

const wireOf = (lot: TakenLot) => ({
  companyId: lot.company_id,
  ambiente: lot.ambiente,
  nit: lot.nit,
  lote: lot.lote.toUpperCase(),
})

/** The lot's documents without a verdict, as they were signed. */
async function openFilings(deps: Deps, lot: TakenLot): Promise<readonly Filing[]> {
  const dataKey = decryptDataKey(deps.secrets, lot.company_id, lot.data_key)
  const filings: Filing[] = []
  for (const codigo_generacion of await findLotDocuments(deps.pool, lot)) {
    const taken = { ...lot, codigo_generacion, created_at: deps.clock.now() }
    const filing = await documentStore.open(deps.pool, taken, dataKey)
    if (filing) filings.push(filing)
  }
  return filings
}
