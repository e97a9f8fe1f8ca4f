/** Metadata of an answer. */

export interface Refusal {
  readonly code: string
  readonly message: string
  readonly details: object
}

/** The body of a refusal, or null if it is something else. */
export function readRefusal(value: unknown): Refusal | null {
  const error = (value as { error?: Partial<Refusal> } | null)?.error
  if (typeof error?.code !== 'string' || typeof error.message !== 'string') return null
  const { code, message, details } = error
  return { code, message, details: typeof details === 'object' && details ? details : {} }
}

/** How an answer was obtained. */
export interface Meta {
  readonly status: number
  /** `X-Request-Id`, by which the service's log finds the call. */
  readonly requestId: string | null
  /** The Idempotency-Key for repeating the operation; null if the route has none. */
  readonly idempotencyKey: string | null
  /** Whether an earlier attempt with the same key got this answer. */
  readonly replayed: boolean
  readonly attempts: number
}

/** The wire's answer; `meta` is not enumerable, so that printing and storing the answer gives the wire's form. */
export type Answered<T> = T & { readonly meta: Meta }

export function withMeta<T>(body: T, meta: Meta): Answered<T> {
  return Object.defineProperty(body, 'meta', { value: meta, enumerable: false }) as Answered<T>
}

/** A downloaded file: the stored bytes, never re-serialised. */
export interface StoredFile {
  readonly bytes: Uint8Array
  readonly contentType: string
  /** The service's file name. */
  readonly name: string
  /** Where the service got it: `holding`, `managed` or `archive`. */
  readonly source: string | null
}
