/**
 * One of several processes that serve on one port. The first process starts it, asks it, and tells it to stop. It
 * never outlives the first one: when their channel closes it finishes what runs and ends.
 */
import cluster, { type Worker } from 'node:cluster'
import type { Figures } from '../../base/telemetry/figures.ts'
import type { Facts } from '../operator/facts.ts'
import type { Failure, Order, Ready, Report } from './messages.ts'

interface Serving extends Ready {
  readonly facts: Facts
  counted(): Promise<Figures>
  stop(lingerMs?: number): Promise<void>
}

export interface Started {
  start(): Promise<Serving>
  /** The words for why it could not. */
  explain(error: unknown): Failure
}

/** Resolves when the process may end: it was told to stop, or could not start. */
export async function serve({ start, explain }: Started): Promise<void> {
  const { worker } = cluster
  if (!worker) throw new Error('bug: this process was not started by another')
  const orders = ordersOf(worker)
  let service: Serving
  try {
    service = await start()
  } catch (error) {
    await report({ kind: 'failed', failure: explain(error) })
    return
  }
  const { url, clockUrl, console, facts } = service
  orders.answerWith(facts)
  await report({ kind: 'ready', ready: { url, clockUrl, console } })
  const lingerMs = await orders.stop
  await service.stop(lingerMs)
  await report({ kind: 'counted', figures: await service.counted() })
}

/** Listens from the start, so that an order to stop is not missed while the service still starts. */
function ordersOf(worker: Worker) {
  let facts: Facts | null = null
  let isStopping = false
  const stop = new Promise<number>((resolve) => {
    process.on('message', (order: Order) => {
      if (order.kind === 'ask' && facts) void answer(order, facts)
      if (order.kind !== 'stop') return
      isStopping = true
      resolve(order.lingerMs)
    })
    worker.once('disconnect', () => {
      worker.exitedAfterDisconnect = !isStopping && facts !== null // else node ends this process now
      resolve(0)
    })
  })
  return {
    stop,
    answerWith(given: Facts) {
      facts = given
    },
  }
}

async function answer({ id, what }: Extract<Order, { kind: 'ask' }>, facts: Facts): Promise<void> {
  try {
    await report({ kind: 'answer', id, value: await facts[what]() })
  } catch (error) {
    await report({ kind: 'unanswered', id, why: String(error) })
  }
}

/** Resolves once it is sent. Without the first process nobody listens. */
function report(said: Report): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(said, undefined, undefined, () => resolve())
    else resolve()
  })
}
