/** The error class of the client: a refusal of the service, or no answer. */
import type { RefusalCode, RefusalDetails } from './generated/wire.ts'

/** Errors on the caller's side, with the `details` of each. */
export interface LocalDetails {
  /** The service could not be reached, or the connection broke before its answer was whole. */
  network: { readonly cause: string }
  /** No answer within `timeoutMs`. */
  timeout: { readonly timeoutMs: number }
  /** The caller's own `signal` aborted the call. */
  aborted: Readonly<Record<string, never>>
  /** Something answered that is not a Sello service, such as a proxy's own page. */
  unreadable_answer: { readonly status: number; readonly why: string }
  /** The call cannot be made as it was asked. Nothing was sent. */
  invalid_option: { readonly field: string }
  /** A store, a file or a key on the caller's side failed. Nothing more was sent. */
  local_store: { readonly cause: string }
}

export interface ErrorDetails extends RefusalDetails, LocalDetails {}

export type SelloErrorCode = RefusalCode | keyof LocalDetails

/**
 * What is known after the error, of this call and of those before it whose key the client kept. `refused`: not
 * done. `unknown`: possibly done; only a repeat with the same `idempotencyKey` or a query tells. A caller that
 * gives its own key remembers itself what became of the calls before.
 */
export type KnownOutcome = 'refused' | 'unknown'

export interface ErrorFacts {
  readonly outcome: KnownOutcome
  /** HTTP status; null where no answer came. */
  readonly status: number | null
  /** `X-Request-Id` of the answer, which the service's log also has. */
  readonly requestId: string | null
  /** The key for repeating the operation safely; null when the operation has none. */
  readonly idempotencyKey: string | null
  /** `Retry-After` of the last answer. */
  readonly retryAfterSeconds: number | null
  readonly attempts: number
}

const NO_FACTS: ErrorFacts = {
  outcome: 'refused',
  status: null,
  requestId: null,
  idempotencyKey: null,
  retryAfterSeconds: null,
  attempts: 0,
}

export class SelloError<C extends SelloErrorCode = SelloErrorCode> extends Error {
  override readonly name = 'SelloError'
  readonly code: C
  readonly details: ErrorDetails[C]
  readonly outcome: KnownOutcome
  readonly status: number | null
  readonly requestId: string | null
  readonly idempotencyKey: string | null
  readonly retryAfterSeconds: number | null
  readonly attempts: number

  constructor(
    code: C,
    message: string,
    given: { details: ErrorDetails[C]; facts?: Partial<ErrorFacts>; cause?: unknown },
  ) {
    super(message, given.cause === undefined ? undefined : { cause: given.cause })
    this.code = code
    this.details = given.details
    const facts = { ...NO_FACTS, ...given.facts }
    this.outcome = facts.outcome
    this.status = facts.status
    this.requestId = facts.requestId
    this.idempotencyKey = facts.idempotencyKey
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.attempts = facts.attempts
  }
}

/** Whether an error is the client's, and of this code: then `details` has that code's type. */
export function isSelloError(error: unknown): error is SelloError
export function isSelloError<C extends SelloErrorCode>(
  error: unknown,
  code: C,
): error is SelloError<C>
export function isSelloError(error: unknown, code?: SelloErrorCode): boolean {
  return error instanceof SelloError && (code === undefined || error.code === code)
}

/** The option is wrong, and nothing was sent. */
export function invalidOption(field: string, message: string): SelloError<'invalid_option'> {
  return new SelloError('invalid_option', `${field}: ${message}`, { details: { field } })
}
