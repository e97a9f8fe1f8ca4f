/**
 * What exists once per process and is passed down. Only `main.ts` reads the time, creates randomness and opens
 * connections, so that tests can replay a history.
 */
import type { Logger } from 'pino'
import type { Clock, Random } from '../base/clock.ts'
import type { Pool } from '../base/db/pool.ts'
import type { Shares } from '../base/db/shares.ts'
import type { Secrets } from '../base/secrets/secrets.ts'
import type { Metrics } from '../base/telemetry/metrics.ts'
import type { SharedTime } from '../base/time/shared-time.ts'
import type { SecurityEvents } from '../ledger/audit/security.ts'
import type { Claim } from '../ledger/claims/claim.ts'
import type { DaySums } from '../ledger/documents/day-sums.ts'
import type { FeedWaits } from '../ledger/feed/waits.ts'
import type { StorageNotices } from '../ledger/holding/notices.ts'
import type { Admitted } from '../ledger/keys/admit.ts'
import type { KeyCompanies } from '../ledger/keys/key-companies.ts'
import type { Fence } from '../ledger/marks/fence.ts'
import type { Mail } from '../outside/mail/mail.ts'
import type { Breaker } from '../outside/ministry/breaker.ts'
import type { Ministry } from '../outside/ministry/ministry.ts'
import type { WebhookSender } from '../outside/webhooks/sender.ts'
import type { MonthReads } from '../papers/books/month-reads.ts'
import type { Printer } from '../papers/printing/printer.ts'

export interface Deps {
  /** Every write through it is durable when it is acknowledged. */
  readonly pool: Pool
  /** Only for the ministry's verdicts: a burst of new calls must not delay them. */
  readonly outcomePool: Pool
  /** Only for the request log: acknowledged before it is on disk. */
  readonly logPool: Pool
  /** Only for the console's own calls: whatever people do there, issuing keeps its connections. */
  readonly consolePool: Pool
  /** For the calls of /v1 that only read: no company takes all of it, nor anything that issuing needs. */
  readonly companyReads: Shares
  /** Of `logPool`, for the log's lines of those calls, by key. */
  readonly readingLog: Shares
  /** Of which companies the keys are that called this process. */
  readonly keyCompanies: KeyCompanies
  readonly mh: Ministry
  /** The breaker of the ministry. */
  readonly breaker: Breaker
  /** Whether the database is current, not restored to an older state. */
  readonly fence: Fence
  /** The clock that all processes share: the database's. */
  readonly clock: Clock
  /** The differences between the clocks. */
  readonly time: SharedTime
  readonly random: Random
  readonly secrets: Secrets
  readonly printer: Printer
  /** How mail leaves this process. */
  readonly mail: Mail
  /** What is wrong with companies' storage, as this process last read it. */
  readonly storageNotices: StorageNotices
  /** Limits how many months are read at once. */
  readonly monthReads: MonthReads
  /** The sums of companies' months, as this process last read them. */
  readonly daySums: DaySums
  /** The calls that wait for what happens next. */
  readonly feedWaits: FeedWaits
  /** What companies asked to be told, on its way to them. */
  readonly webhooks: WebhookSender
  readonly metrics: Metrics
  /** Failed sign-ins and the like, until a job writes them to the audit log. */
  readonly security: SecurityEvents
  readonly log: Logger
  /** The prefix of API keys; sign keys add `sk_` to it. */
  readonly keyPrefix: string
}

/** The process, and the key of the call. */
export interface Caller extends Deps {
  readonly key: Admitted
  readonly now: Date
}

/** The context of an irrevocable use case, with its claim. */
export interface Ctx extends Caller {
  readonly claim: Claim
  readonly signKey: string | undefined
}
