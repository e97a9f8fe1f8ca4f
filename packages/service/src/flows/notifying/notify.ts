/**
 * Delivers each company's feed to its webhooks (ADR 0114). A process has a webhook for a turn; several processes share
 * them by lease. No connection to the database is held while a receiver has not answered.
 */
import { setMaxListeners } from 'node:events'
import { describeError } from '../../base/log.ts'
import { MINUTE_MS, SECOND_MS } from '../../base/time/durations.ts'
import { skippedInLog } from '../../ledger/cluster/due.ts'
import { endTurn, type Turn, takeTurns } from '../../ledger/webhooks/turns.ts'
import type { Notifying } from './notifying.ts'
import { deliverTurn, type Stop } from './turn.ts'

/** Webhooks that a process delivers to at a time. */
const TURNS_MAX = 128
/** While some are delivered to: how often to look for others. */
const LOOK_MS = 500
/** How long a delivery under way may take once the process stops; what is cut off is sent again. */
const STOP_MS = 3 * SECOND_MS
/** Longer than a turn: its ten seconds, the fifteen of the last delivery, and its statements. */
const LEASE_MS = MINUTE_MS
const GO_ON_MS = SECOND_MS

/** Runs until nothing is due. Returns the number of deliveries that arrived. */
export async function notifyDue(deps: Notifying, signal?: AbortSignal): Promise<number> {
  const underWay = new Set<Promise<void>>()
  const cut = new AbortController()
  setMaxListeners(0, cut.signal) // each delivery listens to it
  const onStop = () => void deps.clock.sleep(STOP_MS, cut.signal).then(() => cut.abort())
  signal?.addEventListener('abort', onStop)
  let count = 0
  async function run(turn: Turn): Promise<void> {
    const arrived = await takeOne(deps, turn, { stopping: signal, cut: cut.signal })
    count += arrived // not in one statement, which would read it before the turn: others add to it meanwhile
  }
  try {
    for (;;) {
      const mayTake = !signal?.aborted && underWay.size < TURNS_MAX
      const taken = mayTake ? await take(deps, TURNS_MAX - underWay.size) : []
      for (const turn of taken) {
        const running: Promise<void> = run(turn).finally(() => underWay.delete(running))
        underWay.add(running)
      }
      if (underWay.size === 0) return count
      await oneEnds(deps, underWay)
    }
  } finally {
    await Promise.all(underWay)
    signal?.removeEventListener('abort', onStop)
    cut.abort()
  }
}

function take({ pool, clock, log }: Notifying, limit: number): Promise<readonly Turn[]> {
  const now = clock.now()
  const lease = { now, leaseUntil: new Date(now.getTime() + LEASE_MS), limit }
  return takeTurns(pool, lease, skippedInLog(log, 'webhooks'))
}

/** Never rejects: what fails is due again, and a lease ends by itself. */
async function takeOne(deps: Notifying, turn: Turn, stop: Stop): Promise<number> {
  const { companyId, webhookId } = turn
  const inLog = (error: unknown) => {
    const line = { job: 'webhooks', companyId, webhookId, error: describeError(error) }
    deps.log.error(line, 'deliveries to a webhook failed and will be retried')
  }
  try {
    const { count, restMs, isOff } = await deliverTurn(deps, turn, stop)
    await endTurn(deps.pool, turn, new Date(deps.clock.now().getTime() + restMs))
    if (isOff) {
      const line = { job: 'webhooks', companyId, webhookId }
      deps.log.warn(line, 'a webhook that nothing reaches was switched off')
    }
    return count
  } catch (error) {
    inLog(error)
    await endTurn(deps.pool, turn, new Date(deps.clock.now().getTime() + GO_ON_MS)).catch(inLog)
    return 0
  }
}

/** Waits for a turn to end, or until it is time to look again. */
async function oneEnds({ clock }: Notifying, underWay: ReadonlySet<Promise<void>>) {
  const ended = new AbortController()
  await Promise.race([...underWay, clock.sleep(LOOK_MS, ended.signal)])
  ended.abort()
}
