/**
 * Corrects the caller's clock by the service's time helper (docs/wire.md#clock). A document's date is the
 * server's; the correction is for the caller's own signatures, such as those of an S3 store.
 */
import { SelloError } from './error.ts'
import { exchange } from './exchange.ts'
import { type Platform, runtime, wait } from './platform.ts'

export interface ClockReading {
  /** Offset of the caller's clock: `now + offsetMs` is the server's time. */
  readonly offsetMs: number
  readonly uncertaintyMs: number
  /** By the caller's clock, in milliseconds since 1970. */
  readonly readAt: number
  readonly nextSyncAfterMs: number
}

export interface Sample {
  readonly t0: number
  readonly t1: number
  readonly t2: number
  readonly t3: number
  readonly precisionMs: number
}

/** Three samples about 300 ms apart; discard those that took longer than 3 s. */
const SAMPLES = 3
const BETWEEN_MS = 300
const DELAY_MS_MAX = 3_000
const TIMEOUT_MS = 5_000

export const delayOf = ({ t0, t1, t2, t3 }: Sample) => t3 - t0 - (t2 - t1)
export const offsetOf = ({ t0, t1, t2, t3 }: Sample) => (t1 - t0 + (t2 - t3)) / 2

interface Answer {
  readonly id: string | null
  readonly t0: number | null
  readonly t1: number
  readonly t2: number
  readonly precisionMs: number
  readonly nextSyncAfterMs: number
}

/** The sample with the smallest delay; null if none is usable. */
export function bestOf(samples: readonly Sample[]): Sample | null {
  const good = samples.filter((one) => delayOf(one) >= 0 && delayOf(one) <= DELAY_MS_MAX)
  return good.reduce<Sample | null>(
    (best, one) => (best && delayOf(best) <= delayOf(one) ? best : one),
    null,
  )
}

/** Queries the helper three times. Refuses (`network`) without a good sample. */
export async function readClock(
  clockUrl: string,
  given: { platform?: Partial<Platform>; signal?: AbortSignal } = {},
): Promise<ClockReading> {
  const platform = { ...runtime, ...given.platform }
  const samples: (Sample & { nextSyncAfterMs: number })[] = []
  let sent = false
  for (let i = 0; i < SAMPLES; i += 1) {
    if (i > 0) await wait(platform, BETWEEN_MS, given.signal)
    if (given.signal?.aborted) break
    sent = true
    const one = await sample(platform, clockUrl, given.signal)
    if (one) samples.push(one)
  }
  if (given.signal?.aborted) {
    throw new SelloError('aborted', 'La lectura de la hora se canceló.', {
      details: { sent },
    })
  }
  const best = bestOf(samples)
  if (!best) {
    throw new SelloError('network', 'El servicio de la hora no dio ninguna lectura buena.', {
      details: { cause: 'clock' },
    })
  }
  return {
    offsetMs: offsetOf(best),
    uncertaintyMs: delayOf(best) / 2 + best.precisionMs,
    readAt: best.t3,
    nextSyncAfterMs: samples[0]?.nextSyncAfterMs ?? 0,
  }
}

async function sample(platform: Platform, clockUrl: string, signal: AbortSignal | undefined) {
  const id = platform.uuid()
  const t0 = platform.now()
  const ended = await exchange(platform, {
    url: `${clockUrl.replace(/\/+$/, '')}/?t0=${t0}&id=${id}`,
    method: 'GET',
    headers: { accept: 'application/json' },
    body: null,
    timeoutMs: TIMEOUT_MS,
    signal,
    credentials: undefined,
    takes: 'json',
  })
  const t3 = platform.now()
  if (ended.kind !== 'answer') return null
  const { t1, t2, precisionMs, nextSyncAfterMs, ...echoed } = ended.body as Answer
  const isOurs = echoed.t0 === t0 && echoed.id === id
  const isWhole = [t1, t2, precisionMs].every((n) => Number.isFinite(n))
  return isOurs && isWhole ? { t0, t1, t2, t3, precisionMs, nextSyncAfterMs } : null
}
