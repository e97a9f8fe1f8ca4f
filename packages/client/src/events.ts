/** What happens to the company's documents, as its feed tells it (docs/wire.md#feed). */
import type { Answered } from './answer.ts'
import { answered, type Caller, type CallOptions } from './caller.ts'
import { SelloError } from './error.ts'
import type { FeedPage, Novedad, Operations } from './generated/wire.ts'
import { type Platform, wait } from './platform.ts'
import { type RateLimit, readRateLimit } from './rate-limit.ts'
import { isForNow } from './seal.ts'

export type EventsQuery = Operations['events']['query']

export interface IterateOptions extends Pick<EventsQuery, 'tipo'> {
  /** Where to go on: what `onCursor` was last called with. Absent: from the oldest; `ahora`: from what comes. */
  readonly after?: string | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * Called with the place after the last one, once the loop has taken all of a page: store it, and give it as `after`
   * after a restart. What was taken since is told again.
   */
  readonly onCursor?: ((cursor: string) => void | Promise<void>) | undefined
}

export interface Events {
  /** One page; pass `siguiente` as the next one's `despues`, also after an empty one. */
  page(query?: EventsQuery, options?: CallOptions): Promise<Answered<FeedPage>>
  /**
   * Everything that happens, in order and at least once each, until `signal` fires or the loop is left. Goes on after
   * a failed call, a restart of the service, and a restore of its database (`feed.restaurado`). Throws
   * `cursor_expired` where `after` is older than what is kept, and what no repetition would change.
   */
  iterate(options?: IterateOptions): AsyncIterable<Novedad>
}

const ESPERA_SECONDS = 20
/** One wait with its answer, on a slow line. */
const CALL_MS = 60_000
const BACKOFF_MS = 1_000
const BACKOFF_MS_MAX = 60_000
/** The calls of an hour, where no answer has said how many there are. */
const CALLS = 240
const HOUR_MS = 3_600_000

export function createEvents(caller: Caller, platform: Platform): Events {
  const ask = (query: EventsQuery, options?: CallOptions) =>
    caller.send({ route: 'events', query, options })
  return {
    async page(query = {}, options) {
      return answered<FeedPage>(await ask(query, options))
    },
    async *iterate({ after, tipo, signal, onCursor } = {}) {
      const options = { signal, timeoutMs: CALL_MS, deadlineMs: CALL_MS, maxRetries: 0 }
      let despues = after
      let failed = 0
      while (!signal?.aborted) {
        const began = platform.now()
        const query = { despues, tipo, espera: ESPERA_SECONDS }
        const reply = await unlessForNow(() => ask(query, options), signal)
        if (reply === null) return
        if (reply instanceof SelloError) {
          failed += 1
          await wait(platform, backoffMs(reply, failed) * (1 + platform.random() / 4), signal)
          continue
        }
        failed = 0
        const { novedades, siguiente } = reply.body as FeedPage
        yield* novedades
        despues = siguiente
        await onCursor?.(siguiente)
        const limit = readRateLimit(reply.received.header, platform.now())
        const elapsedMs = platform.now() - began
        await wait(platform, paceMs(limit, novedades.length > 0) - elapsedMs, signal)
      }
    },
  }
}

/** Null: the caller stopped it. An error that passes by itself is a value. */
async function unlessForNow<T>(work: () => Promise<T>, signal: AbortSignal | undefined) {
  try {
    return await work()
  } catch (error) {
    if (signal?.aborted) return null
    if (error instanceof SelloError && isForNow(error)) return error
    throw error
  }
}

const backoffMs = ({ retryAfterSeconds }: SelloError, failed: number) =>
  Math.max(
    (retryAfterSeconds ?? 0) * 1_000,
    Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** (failed - 1)),
  )

/**
 * How long a round takes at least. Half of the key's calls are for bursts; with the other half left, and after an
 * answer without anything, a round takes what an hour has for each.
 */
function paceMs(rateLimit: RateLimit | null, hadSome: boolean): number {
  const { limit, remaining } = rateLimit ?? { limit: CALLS, remaining: 0 }
  return hadSome && remaining > limit / 2 ? 0 : HOUR_MS / limit
}
