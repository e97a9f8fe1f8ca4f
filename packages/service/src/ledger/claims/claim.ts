/** The claim of a request with an Idempotency-Key, and the data to find it. */
import type { IdempotencySpace } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'

/** The idempotency claim of a request: its caller, its key, its body. */
export interface Claim {
  readonly space: IdempotencySpace
  /** The name of the called route. */
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
