/** Waits for the ministry's verdict on a document, at the pace that the key's limits leave. */
import type { Answered } from './answer.ts'
import type { CallOptions } from './caller.ts'
import { invalidOption, SelloError } from './error.ts'
import { type Query, REFUSALS, type RefusalCode } from './generated/wire.ts'
import { type Platform, wait } from './platform.ts'
import type { RateLimit } from './rate-limit.ts'

export interface WaitOptions extends Pick<CallOptions, 'signal' | 'timeoutMs'> {
  /** How long to wait. Default 300,000; Infinity: until there is a verdict. */
  readonly deadlineMs?: number | undefined
  /** Called with each answer. */
  readonly onQuery?: ((found: Answered<Query>) => void) | undefined
}

/** What waiting needs of a client. */
export interface Waiting {
  readonly platform: Platform
  readonly query: (options: CallOptions) => Promise<Answered<Query>>
  readonly rateLimit: () => RateLimit | null
}

const DEADLINE_MS = 300_000
const OPEN: ReadonlySet<string> = new Set(['reservado', 'firmado', 'contingencia'])

/** Queries until the document has a verdict. Throws `seal_pending` once no further query fits before the deadline. */
export async function waitForSeal(
  { platform, query, rateLimit }: Waiting,
  codigoGeneracion: string,
  options: WaitOptions = {},
): Promise<Answered<Query>> {
  const { signal, timeoutMs, deadlineMs = DEADLINE_MS, onQuery } = options
  if (!(deadlineMs > 0)) throw invalidOption('deadlineMs', 'es mayor que 0.')
  const began = platform.now()
  const remainingMs = () => deadlineMs - (platform.now() - began)
  let last: Query | null = null
  for (let asked = 1; ; asked += 1) {
    const within = Number.isFinite(deadlineMs) ? { deadlineMs: Math.max(1, remainingMs()) } : {}
    const found = await attempt(() => query({ signal, timeoutMs, ...within }))
    if (!(found instanceof SelloError)) {
      onQuery?.(found)
      if (!OPEN.has(found.estado)) return found
      last = found
    }
    const delayMs = Math.max(nextQueryMs(asked, rateLimit()), afterMs(found))
    const spreadMs = delayMs * (1 + platform.random() / 4)
    if (spreadMs >= remainingMs()) {
      throw last === null ? found : pending(codigoGeneracion, last, deadlineMs)
    }
    await wait(platform, spreadMs, signal)
    if (signal?.aborted) throw cancelled()
  }
}

/** A refusal for now is a value: the wait goes on. Any other error is thrown. */
async function attempt(query: () => Promise<Answered<Query>>) {
  try {
    return await query()
  } catch (error) {
    if (error instanceof SelloError && isForNow(error)) return error
    throw error
  }
}

/** Whether a later call may be answered: a lost connection, a full window, a service that is away. */
export function isForNow({ code, status }: SelloError): boolean {
  if (code === 'rate_limited' || code === 'network' || code === 'timeout') return true
  if (Object.hasOwn(REFUSALS, code)) return REFUSALS[code as RefusalCode].retry === 'safe'
  return code === 'unreadable_answer' && status !== null && status >= 500
}

const afterMs = (found: Query | SelloError) =>
  found instanceof SelloError ? (found.retryAfterSeconds ?? 0) * 1_000 : 0

function pending(codigoGeneracion: string, last: Query, deadlineMs: number): SelloError {
  const { estado } = last
  const queHacer = last.contingencia?.queHacer ?? null
  const message = `Hacienda todavía no respondió (${estado}). El documento está guardado: no lo emita de nuevo.`
  const details = { codigoGeneracion, estado, queHacer, deadlineMs }
  return new SelloError('seal_pending', queHacer ? `${message} ${queHacer}` : message, { details })
}

function cancelled(): SelloError {
  const message = 'Se dejó de esperar el sello. El documento está guardado: no lo emita de nuevo.'
  return new SelloError('aborted', message, { details: { sent: true } })
}

const FIRST_MS = 2_000
/** Never more often in the long run: an outage takes hours, and many documents wait. */
const STEADY_MS = 60_000
/** Waiting takes a quarter of each of the key's windows, and never the last quarter: that is for sales. */
const SHARE = 4

/** How long after the `asked`th query the next one is sent: doubling, up to the pace that the windows allow. */
export function nextQueryMs(asked: number, limit: RateLimit | null): number {
  const steady = steadyMs(limit)
  if (limit !== null && limit.remaining <= limit.limit / SHARE) {
    return Math.max(steady, limit.resetSeconds * 1_000)
  }
  return Math.min(FIRST_MS * 2 ** (asked - 1), steady)
}

/** From `60;w=3600, 300;w=86400`: the slowest of the windows. */
function steadyMs(limit: RateLimit | null): number {
  const windows = [...(limit?.policy ?? '').matchAll(/(\d{1,9});w=(\d{1,9})/g)]
  const paces = windows.map(([, calls, seconds]) => (Number(seconds) * 1_000) / Number(calls))
  const known = paces.filter((pace) => Number.isFinite(pace) && pace > 0)
  return Math.max(STEADY_MS, ...known.map((pace) => pace * SHARE))
}
