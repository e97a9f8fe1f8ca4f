/**
 * One HTTP exchange with the ministry. A failure is a value, never thrown. Connections are bounded for each
 * host, and every wait has a timeout.
 */
import { buildConnector, Pool } from 'undici'
import type { Clock } from '../../base/clock.ts'
import { readBounded } from '../../base/net/read-bounded.ts'
import type { Stalls } from '../../base/time/stalls.ts'

/** The raw response, before parsing. */
export type Raw =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly json: unknown
      /** Its `Date` header, if any. */
      readonly date?: Date | null
    }
  | {
      readonly kind: 'silence'
      readonly why: 'timeout' | 'unreachable' | 'unreadable'
      /** The system's error code, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
      readonly code: string
      /** No connection was made, so the request did not leave. */
      readonly unsent?: true
    }

export interface Post {
  /** Absent: a POST, or a GET without a body. A HEAD asks for the `Date` of an answer alone. */
  readonly method?: 'HEAD'
  readonly path: string
  /** Null: a GET. */
  readonly body: string | null
  readonly contentType?: string
  /** The path for the metrics, when it contains a code. */
  readonly service?: string
  readonly token?: string
  readonly timeoutMs: number
}

export interface Exchange {
  post(post: Post): Promise<Raw>
  close(): Promise<void>
}

/** The ministry requires a user agent on every call; any text will do (docs/sources.md#transmission). */
const USER_AGENT = 'sello/0.1'

/** No answer of the ministry is longer; a proxy's page may be. */
const RESPONSE_BYTES_MAX = 256 * 1024

export interface ExchangeParts {
  readonly connections: number
  readonly clock: Clock
  readonly stalls: Stalls
}

export function createExchange(origin: string, parts: ExchangeParts): Exchange {
  const { connections } = parts
  const unconnected = new WeakSet<object>()
  const connect = connectorOf(unconnected)
  const pool = new Pool(origin, { connections, keepAliveTimeout: 30_000, connect })
  return {
    post: (post) => postOver({ pool, unconnected, ...parts }, post),
    close: () => pool.close(),
  }
}

/** Connects, TLS included, and notes each failure: its request did not leave. Any other may follow a first byte. */
function connectorOf(unconnected: WeakSet<object>): buildConnector.connector {
  const connect = buildConnector({})
  return (options, then) =>
    connect(options, (...[error, socket]) => {
      if (error) {
        unconnected.add(error)
        then(error, null)
      } else then(null, socket)
    })
}

interface Connecting extends ExchangeParts {
  readonly pool: Pool
  /** The failures of its connections. */
  readonly unconnected: WeakSet<object>
}

/**
 * After a stall the timer may fire before the answer is read that has long been in the socket: reading it takes far
 * less.
 */
const READ_AFTER_STALL_MS = 1_000

interface Deadline {
  /** Fires when the time is over. */
  readonly signal: AbortSignal
  /** Cancels the timer. */
  end(): void
}

function startDeadline({ clock, stalls }: ExchangeParts, ms: number): Deadline {
  const timedOut = new AbortController()
  const ended = new AbortController()
  const hasStalled = stalls.mark()
  void (async () => {
    await clock.sleep(ms, ended.signal)
    if (hasStalled()) await clock.sleep(READ_AFTER_STALL_MS, ended.signal)
    if (!ended.signal.aborted) timedOut.abort(new TimedOut())
  })()
  return { signal: timedOut.signal, end: () => ended.abort() }
}

/** One deadline for the whole exchange, including connecting, waiting for a free connection, and reading. */
async function postOver({ pool, unconnected, ...parts }: Connecting, post: Post): Promise<Raw> {
  const deadline = startDeadline(parts, post.timeoutMs)
  try {
    const response = await pool.request({
      method: post.method ?? (post.body === null ? 'GET' : 'POST'),
      path: post.path,
      headers: {
        ...(post.body === null ? {} : { 'content-type': post.contentType }),
        'user-agent': USER_AGENT,
        accept: 'application/json',
        ...(post.token === undefined ? {} : { authorization: post.token }),
      },
      body: post.body,
      signal: deadline.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const said = await readBounded(response.body, RESPONSE_BYTES_MAX)
    if (said === null) throw new Unreadable('longer than any answer of the ministry')
    const date = dateOf(response.headers.date)
    return { kind: 'response', status: response.statusCode, json: parseJson(said.toString()), date }
  } catch (error) {
    const silence = { kind: 'silence', why: whyOf(error), code: codeOf(error) } as const
    return unconnected.has(Object(error)) ? { ...silence, unsent: true } : silence
  } finally {
    deadline.end()
  }
}

function dateOf(header: string | readonly string[] | undefined): Date | null {
  const date = new Date(typeof header === 'string' ? header : Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}

class TimedOut extends Error {}
class Unreadable extends Error {}

/** `undefined` when it is not JSON, such as an HTML page or an empty body. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.constructor.name
}

function whyOf(error: unknown): 'timeout' | 'unreachable' | 'unreadable' {
  if (error instanceof Unreadable) return 'unreadable'
  if (error instanceof TimedOut) return 'timeout'
  if (error instanceof Error) return 'unreachable'
  throw error
}
