/**
 * One turn at a webhook: what is due and what its feed has, in batches, for ten seconds. What is told of one document
 * is sent one after the other, in the order of the feed; a delivery that failed waits for its next attempt, and holds
 * up nothing else.
 */
import { type Novedad, type NovedadDePrueba, TIPO_PRUEBA } from '@sello/contract'
import { decryptDataKey } from '../../base/secrets/secrets.ts'
import { SECOND_MS } from '../../base/time/durations.ts'
import { type FeedState, readFeed, readFeedAt, readFeedState } from '../../ledger/feed/read.ts'
import { readWebhookId, webhookIdOf } from '../../ledger/webhooks/deliveries.ts'
import {
  type Attempted,
  type DueDelivery,
  findDue,
  recordAttempts,
  storeDeliveries,
} from '../../ledger/webhooks/queue.ts'
import { nextAttempt, restMs } from '../../ledger/webhooks/retries.ts'
import { openSecret, signatureOf } from '../../ledger/webhooks/secret.ts'
import type { Turn } from '../../ledger/webhooks/turns.ts'
import type { Sent } from '../../outside/webhooks/sender.ts'
import type { Notifying } from './notifying.ts'

/** No delivery begins later in a turn: another webhook may wait for its own. */
const TURN_MS = 10 * SECOND_MS
/** Deliveries of one batch, which are recorded together. */
const BATCH = 32

export interface Stop {
  /** Nothing begins once it fires. */
  readonly stopping: AbortSignal | undefined
  /** What is under way ends once it fires. */
  readonly cut: AbortSignal
}

interface Ended {
  /** How many arrived. */
  readonly count: number
  readonly restMs: number
  readonly isOff: boolean
}

interface Batch extends Stop {
  readonly turn: Turn
  readonly secrets: readonly Buffer[]
  /** No delivery begins after it. */
  readonly until: number
}

export async function deliverTurn(deps: Notifying, turn: Turn, stop: Stop): Promise<Ended> {
  const { pool, clock } = deps
  const until = clock.now().getTime() + TURN_MS
  const secrets = secretsOf(deps, turn)
  let { position, failingSince } = turn
  let count = 0
  for (;;) {
    const state = await readFeedState(pool, turn)
    let due = await findDue(pool, turn, { now: clock.now(), limit: BATCH })
    if (due.length < BATCH && state.last > position) {
      const upTo = await takeFromFeed(deps, { ...turn, position }, state)
      if (upTo === null) return end(false)
      position = upTo
      due = await findDue(pool, turn, { now: clock.now(), limit: BATCH })
    }
    if (due.length === 0 && state.last <= position) return end(false)
    const ended = await sendBatch(deps, { turn, secrets, until, ...stop }, due, state)
    if (ended.length > 0) {
      const after = await recordAttempts(pool, turn, ended, { now: clock.now(), sealing: deps })
      failingSince = after.failingSince
      count += ended.filter(({ motivo }) => motivo === null).length
      if (after.isOff) return end(true)
    }
    if (clock.now().getTime() >= until || stop.stopping?.aborted) return end(false)
  }
  function end(isOff: boolean): Ended {
    return { count, isOff, restMs: restMs(clock.now(), failingSince) }
  }
}

function secretsOf({ secrets }: Notifying, turn: Turn): readonly Buffer[] {
  const { companyId, webhookId, secret, secretBefore } = turn
  const of = { companyId, webhookId, dataKey: decryptDataKey(secrets, companyId, turn.dataKey) }
  return [secret, secretBefore].flatMap((stored) => (stored ? [openSecret(of, stored)] : []))
}

/** The next part of the feed becomes deliveries. Returns the position up to which; null: another process was first. */
async function takeFromFeed(
  { pool, clock }: Notifying,
  turn: Turn,
  { epochs, forgotten }: FeedState,
): Promise<bigint | null> {
  const { companyId, ambiente, position: from, tipos } = turn
  const after = from < forgotten ? forgotten : from
  const page = await readFeed(pool, {
    ...{ companyId, ambiente, after, epochs },
    ...{ limit: BATCH, tipo: null },
  })
  const wanted = page.told.filter(
    ({ novedad: { tipo } }) => tipos === null || tipo === 'feed.restaurado' || tipos.includes(tipo),
  )
  const isOurs = await storeDeliveries(pool, turn, {
    from,
    upTo: page.upTo,
    wanted: wanted.map(({ position, novedad: { id, tipo } }) => {
      const novedad = readWebhookId(id)
      if (novedad === null) throw new Error(`bug: the feed has an id like ${id}`)
      return { position, novedad, tipo }
    }),
    now: clock.now(),
  })
  return isOurs ? page.upTo : null
}

/** Sends what time is left for. A receiver may have got what is not in the result, which is sent again. */
async function sendBatch(
  deps: Notifying,
  batch: Batch,
  due: readonly DueDelivery[],
  { epochs }: FeedState,
): Promise<readonly Attempted[]> {
  const { turn, until, stopping } = batch
  const positions = due.flatMap(({ position }) => (position === null ? [] : [position]))
  const { companyId, ambiente } = turn
  const told = await readFeedAt(deps.pool, { companyId, ambiente, positions, epochs })
  const novedades = new Map(told.map(({ position, novedad }) => [position, novedad]))
  const ended: Attempted[] = []
  const lines = linesOf(due, novedades).values()
  async function lane(): Promise<void> {
    for (const line of lines) {
      for (const one of line) {
        if (deps.clock.now().getTime() >= until || stopping?.aborted) return
        const attempted = await attempt(deps, batch, one, bodyOf(turn, one, novedades))
        if (attempted) ended.push(attempted)
      }
    }
  }
  await Promise.all(Array.from({ length: turn.slots }, lane))
  return ended
}

/** What is about one document is one line, in the order of the feed. */
function linesOf(
  due: readonly DueDelivery[],
  novedades: ReadonlyMap<bigint, Novedad>,
): readonly (readonly DueDelivery[])[] {
  const lines = new Map<string, DueDelivery[]>()
  for (const one of due.toSorted((a, b) => Number(a.ordinal - b.ordinal))) {
    const datos = one.position === null ? null : novedades.get(one.position)?.datos
    const about = datos && 'codigoGeneracion' in datos ? datos.codigoGeneracion : `${one.ordinal}`
    const line = lines.get(about)
    if (line) line.push(one)
    else lines.set(about, [one])
  }
  return [...lines.values()]
}

/** Null: the feed does not keep it any more. */
function bodyOf(
  { ambiente, webhookId }: Turn,
  { position, novedad, createdAt }: DueDelivery,
  novedades: ReadonlyMap<bigint, Novedad>,
): Novedad | NovedadDePrueba | null {
  if (position !== null) return novedades.get(position) ?? null
  return {
    id: webhookIdOf(novedad),
    tipo: TIPO_PRUEBA,
    fecha: createdAt.toISOString(),
    ambiente,
    datos: { webhookId },
  }
}

/** Null: the process stops. The bytes that are signed are those that are sent. */
async function attempt(
  { webhooks, clock, random, metrics }: Notifying,
  { turn, secrets, cut }: Batch,
  one: DueDelivery,
  novedad: Novedad | NovedadDePrueba | null,
): Promise<Attempted | null> {
  if (novedad === null) return attemptedOf(one, GONE, null)
  const body = Buffer.from(JSON.stringify(novedad))
  const id = webhookIdOf(one.novedad)
  const timestamp = Math.floor(clock.now().getTime() / 1_000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Sello-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': signatureOf({ id, body, timestamp }, secrets),
  }
  const sent = await webhooks.send({ url: turn.url, headers, body }, cut)
  if (sent.kind === 'stopped') return null
  metrics.delivery('webhook', sent.kind)
  return attemptedOf(one, sent, nextAttempt(clock.now(), one.attempts + 1, random))
}

type Known = Exclude<Sent, { kind: 'stopped' }>

const GONE: Known = {
  kind: 'failed',
  codigo: null,
  motivo: 'la novedad tiene más de 30 días y ya no se guarda.',
}

function attemptedOf(
  { novedad, attempts }: DueDelivery,
  sent: Known,
  again: Date | null,
): Attempted {
  const of = { novedad, attempts, codigo: sent.codigo }
  if (sent.kind === 'delivered') return { ...of, nextAt: null, motivo: null }
  return { ...of, nextAt: again, motivo: sent.motivo }
}
