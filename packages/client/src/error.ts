/** The error class of the client: a refusal of the service, or no answer. */
import type { RefusalCode, RefusalDetails } from './generated/wire.ts'

/** Errors on the caller's side, with the `details` of each. */
export interface LocalDetails {
  /** The service could not be reached, or the connection broke before the answer was complete. */
  network: { readonly cause: string }
  /** No answer within `timeoutMs`, which limits one attempt (`attempt`) or all of them (`call`). */
  timeout: { readonly timeoutMs: number; readonly limit: 'attempt' | 'call' }
  /** The caller's own `signal` aborted the call. `sent` false: this call sent nothing. */
  aborted: { readonly sent: boolean }
  /** `waitForSeal` ended without a verdict of the ministry. The document stands, and the service keeps transmitting. */
  seal_pending: {
    readonly codigoGeneracion: string
    readonly estado: string
    /** Who must do what until when, in Spanish; null: nobody has to. */
    readonly queHacer: string | null
    readonly deadlineMs: number
  }
  /** Something that is not a Sello service answered, such as a proxy's page. */
  unreadable_answer: { readonly status: number; readonly why: string }
  /** The call cannot be made as requested. Nothing was sent. */
  invalid_option: { readonly field: string }
  /** Not a webhook of this secret, changed on its way, or old: `verifyWebhook`. */
  webhook_invalid: { readonly field: string }
  /** A store, a file or a key on the caller's side failed. Nothing more was sent. */
  local_store: { readonly cause: string }
}

export interface ErrorDetails extends RefusalDetails, LocalDetails {}

export type SelloErrorCode = RefusalCode | keyof LocalDetails

/**
 * What is known after the error, about this call and earlier ones whose key the client stored. `refused`: not done.
 * `unknown`: possibly done; only a repeat with the same `idempotencyKey` or a query can tell. A caller that passes
 * its own key must remember the outcome of earlier calls itself.
 */
export type KnownOutcome = 'refused' | 'unknown'

export interface ErrorFacts {
  readonly outcome: KnownOutcome
  /** HTTP status; null if no answer arrived. */
  readonly status: number | null
  /** `X-Request-Id` of the answer, which is also in the service's log. */
  readonly requestId: string | null
  /** The key for safely repeating the operation; null if it has none. */
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

/** Whether an error is the client's with this code; `details` then has that code's type. */
export function isSelloError(error: unknown): error is SelloError
export function isSelloError<C extends SelloErrorCode>(
  error: unknown,
  code: C,
): error is SelloError<C>
export function isSelloError(error: unknown, code?: SelloErrorCode): boolean {
  return isOurs(error) && (code === undefined || error.code === code)
}

/** By name, because a program may have loaded the package as an ES module and as CommonJS. */
const isOurs = (error: unknown): error is SelloError =>
  error instanceof Error && error.name === 'SelloError' && 'outcome' in error

/** An option is invalid, and nothing was sent. */
export function invalidOption(field: string, message: string): SelloError<'invalid_option'> {
  return new SelloError('invalid_option', `${field}: ${message}`, { details: { field } })
}
