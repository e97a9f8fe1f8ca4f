/** Issues electronic tax documents (DTE) of El Salvador through a Sello service. The package's public face. */
export type { Answered, Meta, StoredFile } from './answer.ts'
export type { CallOptions } from './caller.ts'
export { type ClockReading, readClock } from './clock.ts'
export type { Customers, CustomersQuery } from './customers.ts'
export {
  type ErrorDetails,
  isSelloError,
  type KnownOutcome,
  type LocalDetails,
  SelloError,
  type SelloErrorCode,
} from './error.ts'
export type { Events, EventsQuery, IterateOptions } from './events.ts'
export type * from './generated/wire.ts'
export type { CallFacts, EndFacts, Hooks } from './hooks.ts'
export { bytesOf, type Issued } from './issued.ts'
export { type KeyEntry, type KeyStore, memoryKeyStore } from './keys.ts'
export type { Listing } from './listing.ts'
export type { Operaciones, OperacionesQuery } from './operaciones.ts'
export type { Archive, ArchivedClient, ArchiveState, Intent, Opened } from './own/archive.ts'
export { type Binding, decryptLocation, encryptLocation } from './own/encrypt-location.ts'
export { archivoDteOf, type Paths, pathsOf } from './own/files.ts'
export {
  type BucketAt,
  type BucketLocation,
  bucketAt,
  type FolderLocation,
  PROVIDERS,
  type Provider,
  type StorageLocation,
} from './own/location.ts'
export { isUnlockKey, newUnlockKey } from './own/unlock-key.ts'
export type { Fetch, FetchAnswer, FetchInit, Platform } from './platform.ts'
export type { Products, ProductsQuery } from './products.ts'
export type { Proposals, ProposalsQuery } from './proposals.ts'
export type { RateLimit } from './rate-limit.ts'
export { DEFAULT_RETRY, type RetryPolicy } from './retry.ts'
export type { WaitOptions } from './seal.ts'
export {
  type BooksFileQuery,
  type FileQuery,
  type ListQuery,
  Sello,
  type SelloOptions,
} from './sello.ts'
export type { Storage } from './storage.ts'
export type { Finding, FindingCode } from './verify/finding.ts'
export { checkPrinted, consultaPublica, type PrintedPages } from './verify/printed.ts'
export { issuerOf } from './verify/read.ts'
export type { Certificate } from './verify/signature.ts'
export {
  type Verification,
  type VerifiedFacts,
  type VerifyOptions,
  verifyDocument,
} from './verify/verify.ts'
export {
  signWebhook,
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from './verify-webhook.ts'
export type { DeliveriesQuery, Webhooks } from './webhooks.ts'
