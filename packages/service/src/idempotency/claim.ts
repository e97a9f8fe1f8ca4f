/** The claim of a request with an Idempotency-Key, and how it is found. */
import type { IdempotencySpace } from '@sello/contract'
import type { Pool } from '../db/pool.ts'

/** The idempotency claim of a request: who, under which key, with which body. */
export interface Claim {
  readonly space: IdempotencySpace
  /** The route that is called, by its name. */
  readonly route: string
  readonly idempotencyKey: string
  readonly bodyHash: Buffer
  /** The same body hashed under older peppers. */
  readonly olderBodyHashes: readonly Buffer[]
}

/** A request that may find its claim. */
export interface Claiming {
  readonly pool: Pool
  readonly key: { readonly companyId: string; readonly keyId: string }
  readonly claim: Claim
  readonly now: Date
}
