/**
 * One operation, from its key to its answer: attempts until an answer, or until the retry policy stops. It knows
 * nothing about documents.
 */
import { type Answered, withMeta } from './answer.ts'
import { type Ended, isOfAnotherPlace, toError } from './call-error.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { invalidOption, SelloError } from './error.ts'
import { exchange, type Received, type Sending } from './exchange.ts'
import { ROUTES, type RouteName } from './generated/wire.ts'
import type { CallFacts } from './hooks.ts'
import { canonical, hashOf, type KeyEntry, takeKey } from './keys.ts'
import { readDeadline, readMaxRetries, readTimeout, type Settings } from './options.ts'
import { wait } from './platform.ts'
import { type RateLimit, readRateLimit } from './rate-limit.ts'
import { createReplayGuard } from './repeated.ts'
import { isInFlight, nextDelayMs, type RetryPolicy } from './retry.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The time limit of one attempt; absent: the client's. */
  readonly timeoutMs?: number | undefined
  /** The time limit of all attempts together; absent: the client's. Infinity: none. */
  readonly deadlineMs?: number | undefined
  /** How often the call is repeated at most; absent: the client's. */
  readonly maxRetries?: number | undefined
  /** The caller's own key. Without one the client creates and stores it. */
  readonly idempotencyKey?: string | undefined
}

export interface Request {
  readonly route: RouteName
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  readonly body?: object | undefined
  readonly takes?: 'json' | 'bytes'
  readonly operation?: Naming
  readonly options?: CallOptions | undefined
}

/** Identifies the operation for a repeat after a crash; see `Operation`. */
export interface Naming {
  readonly name: string | null
  readonly once: boolean
  /** After a 202 the call must be repeated: a return event (docs/wire.md#returns). */
  readonly openOn202?: boolean
}

/** A successful answer, and what was known about the operation before. */
export interface Reply {
  readonly body: unknown
  readonly received: Received
  readonly idempotencyKey: string | null
  readonly attempts: number
}

/** Thrown with the data for resuming the operation. */
export interface FailedCall {
  readonly error: SelloError
  /** The same operation with the same body from an earlier call; null: this was the first. */
  readonly earlier: KeyEntry | null
  /** What is left of the call's time. */
  readonly remainingMs: number
}

/** Null: the error is final. If it throws, the operation stays open with its key. */
type OnFailed = (failed: FailedCall) => Promise<Reply | null>

export interface Caller {
  call<T>(request: Request): Promise<Answered<T>>
  /** The same, with the answer's headers, and its bytes if requested. */
  send(request: Request, onFailed?: OnFailed): Promise<Reply>
  readonly rateLimit: () => RateLimit | null
  readonly clockOffsetMs: () => number | null
}

interface Key {
  readonly idempotencyKey: string | null
  readonly earlier: KeyEntry | null
  /** Records how the operation ended, if it is recorded. */
  settle(state: KeyEntry['state']): Promise<void>
}

/** A request with the limits of its call. */
interface Limited extends Limits {
  readonly request: Request
  readonly deadline: Deadline
}

interface Limits {
  readonly timeoutMs: number
  readonly deadlineMs: number
  readonly retry: RetryPolicy
}

interface Underway {
  readonly key: Key
  readonly deadline: Deadline
}

export function createCaller(settings: Settings): Caller {
  const { platform, hooks } = settings
  const isRepeated = createReplayGuard()
  let rateLimit: RateLimit | null = null
  let clockOffsetMs: number | null = null

  async function send(request: Request, onFailed?: OnFailed) {
    const limits = limitsOf(settings, request.options)
    const deadline = startDeadline(platform, limits.deadlineMs, request.options?.signal)
    try {
      return await sendWithin({ request, deadline, ...limits }, onFailed)
    } finally {
      deadline.end()
    }
  }

  async function sendWithin(limited: Limited, onFailed?: OnFailed) {
    const { request, deadline } = limited
    // Before taking a key, because it may refuse an option.
    const asked = await sendingOf(settings, request)
    const sending = { ...asked, timeoutMs: limited.timeoutMs, signal: deadline.signal }
    const key = await keyOf(settings, request)
    try {
      const reply = await attempts(limited, sending, key)
      const isOpen = request.operation?.openOn202 && reply.received.status === 202
      if (!isOpen) await key.settle('done')
      return reply
    } catch (thrown) {
      if (!(thrown instanceof SelloError)) throw thrown
      const remainingMs = deadline.remainingMs()
      const reply = await onFailed?.({ error: thrown, earlier: key.earlier, remainingMs })
      if (reply) {
        await key.settle('done')
        return reply
      }
      if (thrown.outcome === 'refused') await key.settle('refused')
      throw thrown
    }
  }

  async function attempts(limited: Limited, sending: Sending, key: Key): Promise<Reply> {
    const { request, deadline, retry } = limited
    const { idempotencyKey } = key
    let tried = 0
    const fail = (ended: Ended, attempts: number) => {
      // Repeat only operations that may have been done.
      const mayBeDone = attempts > 1 || key.earlier !== null
      return toError(ended, { idempotencyKey, attempts, mayBeDone, request, limits: limited })
    }
    for (let attempt = 1; ; attempt += 1) {
      const isSent = attempt > 1
      if (deadline.signal.aborted) throw fail(stoppedBy(deadline, isSent), attempt - 1)
      const facts = factsOf(request, key, attempt)
      const sent = platform.now()
      const ended = await once(sending, { key, deadline }, facts)
      if (ended.kind === 'answer') {
        return { body: ended.body, received: ended.received, idempotencyKey, attempts: attempt }
      }
      const failure = ended.kind === 'refused' ? ended : ({ kind: 'unanswered' } as const)
      if (!isInFlight(failure)) tried += 1
      const told = delayOf(retry, ended, tried)
      if (told === null) throw fail(ended, attempt)
      const delayMs = spread(told)
      if (delayMs >= deadline.remainingMs()) throw fail(ended, attempt)
      hooks.onRetry?.({ ...endOf(facts, ended, platform.now() - sent), delayMs })
      await wait(platform, delayMs, deadline.signal)
    }
  }

  async function once(sending: Sending, { key, deadline }: Underway, facts: CallFacts) {
    const began = platform.now()
    hooks.onRequest?.(facts)
    const isForeign = (header: Received['header']) => isOfAnother(header, key)
    const { idempotencyKey } = key
    const keyed = idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }
    const headers = { ...sending.headers, ...keyed }
    const had = await exchange(platform, { ...sending, headers, isForeign })
    const ended: Ended = had.kind === 'aborted' ? stoppedBy(deadline, had.isSent) : had
    if ('received' in ended) {
      rateLimit = readRateLimit(ended.received.header, platform.now()) ?? rateLimit
    }
    if (ended.kind === 'answer' || ended.kind === 'refused') {
      const at = Date.parse(ended.received.header('date') ?? '')
      if (Number.isFinite(at)) clockOffsetMs = at - platform.now()
    }
    hooks.onAnswer?.(endOf(facts, ended, platform.now() - began))
    return ended
  }

  /**
   * Refuses an answer that was delivered before, or that has another Idempotency-Key: an intermediary repeated or
   * mixed up answers, and one sale would be taken for another.
   */
  function isOfAnother(header: Received['header'], key: Key): boolean {
    const wasSeen = isRepeated(header('x-request-id'))
    const answered = header('idempotency-key')
    return wasSeen || (answered !== null && answered !== key.idempotencyKey)
  }

  function delayOf(retry: RetryPolicy, ended: Ended, tried: number): number | null {
    if (ended.kind === 'answer' || ended.kind === 'aborted' || ended.kind === 'late') return null
    if (ended.kind === 'refused') return nextDelayMs(retry, ended, tried)
    // Such a page indicates a wrong address: do not retry.
    if (ended.kind === 'unreadable' && isOfAnotherPlace(ended.received)) return null
    return nextDelayMs(retry, { kind: 'unanswered' }, tried)
  }

  /** Jitter of up to a quarter, so that callers that failed together do not retry together. */
  const spread = (ms: number) => Math.round(ms * (1 + platform.random() / 4))

  async function call<T>(request: Request): Promise<Answered<T>> {
    return answered<T>(await send(request))
  }
  return { call, send, rateLimit: () => rateLimit, clockOffsetMs: () => clockOffsetMs }
}

export function answered<T>({ body, received, idempotencyKey, attempts }: Reply): Answered<T> {
  return withMeta(body as T, {
    status: received.status,
    requestId: received.header('x-request-id'),
    idempotencyKey,
    replayed: received.header('idempotency-replayed') === 'true',
    attempts,
  })
}

/** The call's own limits, or the client's. Refuses an invalid one before anything is sent. */
function limitsOf(settings: Settings, options: CallOptions = {}): Limits {
  const { timeoutMs, deadlineMs, maxRetries } = options
  const { retry } = settings
  return {
    timeoutMs: timeoutMs === undefined ? settings.timeoutMs : readTimeout(timeoutMs),
    deadlineMs: deadlineMs === undefined ? settings.deadlineMs : readDeadline(deadlineMs),
    retry: maxRetries === undefined ? retry : { ...retry, maxRetries: readMaxRetries(maxRetries) },
  }
}

/** Why a call was stopped: its time is over, or its caller said so. */
const stoppedBy = (deadline: Deadline, isSent: boolean): Ended =>
  ({ kind: deadline.isOver() ? 'late' : 'aborted', isSent }) as const

async function keyOf(settings: Settings, request: Request): Promise<Key> {
  const { route, options } = request
  const given = options?.idempotencyKey
  const keeps = async () => {}
  if (given !== undefined) {
    return { idempotencyKey: readIdempotencyKey(given), earlier: null, settle: keeps }
  }
  if (!ROUTES[route].idem) return { idempotencyKey: null, earlier: null, settle: keeps }
  const { name, once } = request.operation ?? { name: null, once: false }
  const { keyStore, platform } = settings
  const bodyHash = name === null ? '' : await hashOf(canonical(request.body ?? {}))
  const fresh = () => platform.uuid()
  try {
    const operation = { name, bodyHash, once }
    const taken = await takeKey(keyStore, operation, { now: platform.now(), fresh })
    const { idempotencyKey, createdAt, earlier } = taken
    // If this fails the entry stays `open`, which is safe: a repeat uses the same key and gets the same
    // answer.
    const settle = async (state: KeyEntry['state']) => {
      if (name === null) return
      await keyStore.write(name, { idempotencyKey, bodyHash, createdAt, state }).catch(() => {})
    }
    return { idempotencyKey, earlier, settle }
  } catch (cause) {
    const message = 'La clave de la operación no se pudo guardar: no se envió nada.'
    const details = { cause: cause instanceof Error ? cause.message : String(cause) }
    throw new SelloError('local_store', message, { details, cause })
  }
}

function readIdempotencyKey(key: string): string {
  if (/^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(key) && key.length <= 200) return key
  throw invalidOption('idempotencyKey', 'es un texto ASCII de 1 a 200 caracteres.')
}

/** The request without its key and its limits. */
async function sendingOf(settings: Settings, request: Request) {
  const { route, params, query, takes } = request
  const body = request.body === undefined ? null : JSON.stringify(request.body)
  const { method, path, keyed, sign } = ROUTES[route]
  const { apiKey, signKey } = settings
  const secret = sign && signKey ? await signKey() : null
  const headers: Record<string, string> = {
    accept: takes === 'bytes' ? '*/*' : 'application/json',
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...(keyed ? settings.headers() : {}),
    ...(keyed && apiKey !== null ? { 'x-service-key': apiKey } : {}),
    ...(secret === null ? {} : { 'x-service-sign-key': secret }),
  }
  return {
    url: settings.baseUrl + fill(path, params) + queryString(query),
    method,
    headers,
    body,
    credentials: keyed ? settings.credentials : undefined,
    takes: takes ?? ('json' as const),
  }
}

function fill(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw invalidOption(name, 'falta.')
    return encodeURIComponent(value)
  })
}

function queryString(query: Request['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`
}

function factsOf({ route, params }: Request, { idempotencyKey }: Key, attempt: number): CallFacts {
  const { method, path } = ROUTES[route]
  return { route, method, path: fill(path, params), idempotencyKey, attempt }
}

function endOf(facts: CallFacts, ended: Ended, durationMs: number) {
  const received = 'received' in ended ? ended.received : null
  return {
    ...facts,
    status: received?.status ?? null,
    code: codeOf(ended),
    requestId: received?.header('x-request-id') ?? null,
    durationMs,
  }
}

function codeOf(ended: Ended): string | null {
  if (ended.kind === 'answer') return null
  if (ended.kind === 'refused') return ended.code
  if (ended.kind === 'unanswered') return ended.why
  if (ended.kind === 'late') return 'timeout'
  return ended.kind === 'aborted' ? 'aborted' : 'unreadable_answer'
}
