/** A row of the tables of refusals. */
import type { TSchema } from 'typebox'

export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 422 | 429 | 500 | 502 | 503
  /** Whether the same request may be sent again with the same Idempotency-Key. */
  readonly retry: 'never' | 'safe'
  /** When it is answered. */
  readonly when: string
  /** What the caller should do. */
  readonly queHacer: string
  /** The schema of its details. */
  readonly details: TSchema
}
