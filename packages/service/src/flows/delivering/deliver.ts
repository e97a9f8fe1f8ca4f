/**
 * Sends what is owed to buyers by mail. The database is the queue: a delivery is due until it is settled, and whoever
 * sends it leases it. A company has one batch at a time in a process, so a server that hangs delays only its own
 * company; no sale waits for any of it.
 */
import { grouped } from '../../base/grouped.ts'
import { describeError } from '../../base/log.ts'
import { MINUTE_MS, SECOND_MS } from '../../base/time/durations.ts'
import { type OnSkipped, skippedInPass } from '../../ledger/cluster/due.ts'
import {
  type DueDelivery,
  dropDelivery,
  postponeCompany,
  postponeDelivery,
  settleDelivery,
  takeDueDeliveries,
} from '../../ledger/deliveries/due.ts'
import type { Sent } from '../../outside/mail/mail.ts'
import { writeMessage } from './message.ts'
import { delayAfter, GIVEN_UP_MS } from './pace.ts'
import { type Deliverer, findSubject } from './subject.ts'
import { isTold } from './words.ts'

/** Connections to the server of one company, and companies with a batch: with both, those of a process. */
const EACH = 4
const COMPANIES_MAX = 8
/** While batches are being sent: how often to look for what other companies have due. */
const LOOK_MS = 500
/** Of one message, whatever the server does. */
const SENDING_MS = 2 * MINUTE_MS
/** How long a mail under way may take once the process stops; what is cut off is sent again, under the same id. */
const STOP_MS = 5 * SECOND_MS
/** Longer than a batch can take. */
const LEASE_MS = 5 * MINUTE_MS
/** Of a company's other mail, after a server that answers nothing: what is new waits no longer for what is old. */
const OTHERS_MS_MAX = 15 * MINUTE_MS

/** Runs until nothing is due. Returns how many were sent. */
export async function deliverDue(deps: Deliverer, signal?: AbortSignal): Promise<number> {
  const underWay = new Map<string, Promise<void>>() // by company
  const { companies: skipped, onSkipped } = skippedInPass(deps.log, 'mail')
  const cut = new AbortController()
  const onStop = () => void deps.clock.sleep(STOP_MS, cut.signal).then(() => cut.abort())
  signal?.addEventListener('abort', onStop)
  let count = 0
  async function deliver(companyId: string, batch: readonly DueDelivery[]): Promise<void> {
    const sent = await deliverBatch(deps, { companyId, batch, cut: cut.signal })
    count += sent // not in one statement, which would read it before the batch: others add to it meanwhile
    underWay.delete(companyId)
  }
  try {
    for (;;) {
      const mayTake = !signal?.aborted && underWay.size < COMPANIES_MAX
      const busy = [...underWay.keys()]
      const except = [...busy, ...skipped]
      const companies = COMPANIES_MAX - underWay.size
      const taken = mayTake ? await take(deps, companies, except, onSkipped) : []
      for (const [id, batch] of grouped(taken, (one) => one.companyId)) {
        underWay.set(id, deliver(id, batch))
      }
      // Of a company whose batch ended during the look, more may be due.
      if (underWay.size === 0 && busy.length === 0) return count
      if (taken.length === 0 && underWay.size > 0) await oneEnds(deps, [...underWay.values()])
    }
  } finally {
    await Promise.all(underWay.values())
    signal?.removeEventListener('abort', onStop)
    cut.abort()
  }
}

function take(
  { pool, clock }: Deliverer,
  companies: number,
  except: readonly string[],
  onSkipped: OnSkipped,
) {
  const now = clock.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  return takeDueDeliveries(pool, { now, leaseUntil, each: EACH, companies, except, onSkipped })
}

/** Waits for a batch to end, or until it is time to look again. */
async function oneEnds({ clock }: Deliverer, underWay: readonly Promise<void>[]): Promise<void> {
  const ended = new AbortController()
  await Promise.race([...underWay, clock.sleep(LOOK_MS, ended.signal)])
  ended.abort()
}

interface Batch {
  readonly companyId: string
  readonly batch: readonly DueDelivery[]
  readonly cut: AbortSignal
}

/**
 * Returns how many were sent. A server that took or judged none of a batch is left alone by the company's other mail
 * for a while; where it answered one, what cuts another off may be that message alone.
 */
async function deliverBatch(deps: Deliverer, { companyId, batch, cut }: Batch): Promise<number> {
  const sent = await Promise.all(batch.map((one) => deliverOne(deps, one, cut)))
  const failed = batch.filter((_, i) => isServers(sent[i] ?? null))
  if (failed.length > 0 && sent.every((one) => one === null || isServers(one))) {
    const attempts = Math.max(...failed.map((one) => one.attempts))
    const delayMs = Math.min(delayAfter(attempts), OTHERS_MS_MAX)
    const at = new Date(deps.clock.now().getTime() + delayMs)
    await postponeCompany(deps.pool, companyId, at).catch(inLog(deps, { companyId }))
  }
  return sent.filter((one) => one?.kind === 'sent').length
}

const isServers = (sent: Sent | null): boolean => sent?.kind === 'later' && sent.isServer

const inLog =
  ({ log }: Deliverer, about: object) =>
  (error: unknown): null => {
    log.error({ job: 'mail', ...about, error: describeError(error) }, 'a delivery failed')
    return null
  }

/** Null: nothing was recorded. Never rejects: a lease ends by itself, and it is tried again. */
async function deliverOne(
  deps: Deliverer,
  due: DueDelivery,
  cut: AbortSignal,
): Promise<Sent | null> {
  const failed = inLog(deps, { deliveryId: due.deliveryId })
  try {
    // What cannot be written is given up like what is not accepted.
    const sent = await sendOne(deps, due, cut).catch((error: unknown) => failed(error) ?? UNWRITTEN)
    if (cut.aborted && sent?.kind === 'later') return null // it was not the server
    if (sent !== null) deps.metrics.delivery('mail', sent.kind === 'sent' ? 'delivered' : 'failed')
    if (sent === null) await dropDelivery(deps.pool, due)
    else await record(deps, due, sent)
    return sent
  } catch (error) {
    return failed(error)
  }
}

const UNWRITTEN: Sent = {
  kind: 'later',
  said: 'El servicio no pudo preparar el correo.',
  isServer: false,
}

/** Null: nothing is left to say. */
async function sendOne(deps: Deliverer, due: DueDelivery, cut: AbortSignal): Promise<Sent | null> {
  const subject = await findSubject(deps, due)
  if (subject === null) return null
  const { estado } = subject.files.documento
  if (!isTold(estado)) return { kind: 'refused', said: `El documento está ${estado}.` }
  if (subject.send === null) return { kind: 'refused', said: WITHOUT_SERVER }
  const limit = AbortSignal.any([AbortSignal.timeout(SENDING_MS), cut])
  return subject.send(await writeMessage(deps, due, subject), limit)
}

const WITHOUT_SERVER =
  'Este servicio no tiene un servidor de correo: pida a quien lo opera que lo configure, o conecte el de la empresa.'

/** A crash before this, and the mail is sent once more under the same id. */
async function record(deps: Deliverer, due: DueDelivery, sent: Sent): Promise<void> {
  const { pool, clock, log } = deps
  const now = clock.now()
  if (sent.kind === 'sent')
    return settleDelivery(pool, due, { estado: 'enviada', motivo: null, now })
  const { deliveryId, attempts, createdAt } = due
  const lastAt = createdAt.getTime() + GIVEN_UP_MS
  log.warn({ deliveryId, attempts, said: sent.said }, 'a mail was not accepted')
  if (sent.kind === 'refused' || now.getTime() >= lastAt) {
    return settleDelivery(pool, due, { estado: 'fallida', motivo: sent.said, now })
  }
  const at = new Date(Math.min(now.getTime() + delayAfter(attempts), lastAt))
  await postponeDelivery(pool, due, { motivo: sent.said, at })
}
