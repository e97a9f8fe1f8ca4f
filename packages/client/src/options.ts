/** The client's options, read once. An invalid option is refused before anything is sent. */
import { invalidOption } from './error.ts'
import { type Hooks, quiet } from './hooks.ts'
import { type KeyStore, memoryKeyStore } from './keys.ts'
import { looksLikeUnlockKey } from './own/unlock-key.ts'
import { type Fetch, type Platform, runtime } from './platform.ts'
import { DEFAULT_RETRY, type RetryPolicy } from './retry.ts'

/** How calls are made. `SelloOptions` adds what a client does with the answers. */
export interface CallerOptions {
  /**
   * The service's URL with its base path: `https://sello.example.com/api`. In a browser, '' is the page's
   * own origin.
   */
  readonly baseUrl: string
  /** `sello_test_…` or `sello_live_…`. Absent for a console that signs in with a cookie. */
  readonly apiKey?: string | undefined
  /** `sellosk_…`: opens the signing vault during a signing call. A function is called for each signing call. */
  readonly signKey?: string | (() => string | Promise<string>) | undefined
  /** Additional headers, such as a console's CSRF token. */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>)
  /** Whether cookies are sent: `same-origin` for a console. */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined
  /** The time limit of one attempt; the ministry alone can take 40 s. Default 60,000. */
  readonly timeoutMs?: number | undefined
  /** The time limit of a call with all its attempts and waits. Default 60,000; Infinity: none. */
  readonly deadlineMs?: number | undefined
  /** How often a call is repeated at most. Default 3; 0: never. */
  readonly maxRetries?: number | undefined
  /** The store of Idempotency-Keys. Default: memory. See `fileKeyStore` of `@sello/client/node`. */
  readonly keyStore?: KeyStore | undefined
  /** The delays between attempts; see `RetryPolicy`. */
  readonly retry?: Partial<Pick<RetryPolicy, 'delaysMs'>> | undefined
  readonly hooks?: Hooks | undefined
  readonly fetch?: Fetch | undefined
  /** Time, randomness and timers, replaceable by tests. */
  readonly platform?: Partial<Platform> | undefined
}

export interface Settings {
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly signKey: (() => Promise<string>) | null
  readonly headers: () => Readonly<Record<string, string>>
  readonly credentials: CallerOptions['credentials']
  readonly timeoutMs: number
  readonly deadlineMs: number
  readonly keyStore: KeyStore
  readonly retry: RetryPolicy
  readonly hooks: Hooks
  readonly platform: Platform
}

/** docs/wire.md#requests. */
const TIMEOUT_MS = 60_000
/** A caller at a till waits this long for an answer, whatever happens below. */
const DEADLINE_MS = 60_000

export function readOptions(options: CallerOptions): Settings {
  const { apiKey, signKey, headers, fetch } = options
  const platform = { ...runtime, ...options.platform, ...(fetch ? { fetch } : {}) }
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    apiKey: apiKey === undefined ? null : readKey('apiKey', apiKey),
    signKey: signKey === undefined ? null : readSignKey(signKey),
    headers: typeof headers === 'function' ? headers : () => headers ?? {},
    credentials: options.credentials,
    timeoutMs: readTimeout(options.timeoutMs),
    deadlineMs: readDeadline(options.deadlineMs),
    keyStore: options.keyStore ?? memoryKeyStore(),
    retry: readRetry(options),
    hooks: quiet(options.hooks ?? {}),
    platform,
  }
}

export function readTimeout(timeoutMs: number | undefined): number {
  if (timeoutMs === undefined) return TIMEOUT_MS
  if (Number.isFinite(timeoutMs) && timeoutMs > 0) return timeoutMs
  throw invalidOption('timeoutMs', 'es un número de milisegundos mayor que 0.')
}

/** The limit of a whole call; Infinity is none. */
export function readDeadline(deadlineMs: number | undefined): number {
  if (deadlineMs === undefined) return DEADLINE_MS
  if (typeof deadlineMs === 'number' && deadlineMs > 0) return deadlineMs
  throw invalidOption('deadlineMs', 'es un número de milisegundos mayor que 0.')
}

/** A given list of delays also says how many there are, unless `maxRetries` does. */
function readRetry({ retry, maxRetries }: CallerOptions): RetryPolicy {
  const delaysMs = retry?.delaysMs ?? DEFAULT_RETRY.delaysMs
  return { delaysMs, maxRetries: readMaxRetries(maxRetries ?? delaysMs.length) }
}

export function readMaxRetries(maxRetries: number): number {
  if (Number.isSafeInteger(maxRetries) && maxRetries >= 0) return maxRetries
  throw invalidOption('maxRetries', 'es un número entero de 0 en adelante.')
}

function readBaseUrl(text: string): string {
  const isAddress = typeof text === 'string' && /^(https?:\/\/[^/?#\s]+)?(\/[^?#\s]*)?$/.test(text)
  if (!isAddress || (text === '' && !('location' in globalThis))) {
    throw invalidOption('baseUrl', 'es la dirección del servicio, como https://sello.example.com.')
  }
  return text.replace(/\/+$/, '')
}

function readSignKey(signKey: string | (() => string | Promise<string>)) {
  if (typeof signKey === 'function') return async () => readKey('signKey', await signKey())
  readKey('signKey', signKey)
  return async () => signKey
}

/** The error does not contain the text, which is somebody's secret. */
function readKey(field: string, key: string): string {
  if (looksLikeUnlockKey(key)) {
    throw invalidOption(field, 'es una llave de apertura (…uk_…), que nunca se envía al servicio.')
  }
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw invalidOption(field, 'no es una llave: está vacía o lleva espacios u otros caracteres.')
}
