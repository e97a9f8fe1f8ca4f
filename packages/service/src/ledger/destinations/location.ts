/** Where the service writes a company's files. */
import type { MANAGED_KINDS } from '@sello/contract'

export interface DestinationLocation {
  readonly companyId: string
  readonly kind: (typeof MANAGED_KINDS)[number]
  /** The path of a folder, or the address of a bucket. */
  readonly location: string
  /** Encrypted credentials of a bucket; null for a folder. */
  readonly credentials: Buffer | null
  /** Whether a bucket may be on this machine or its internal networks. */
  readonly innerNetwork: boolean
}
