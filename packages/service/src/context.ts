/**
 * What exists once per process and is handed down. Nothing below `main.ts` reads the time, makes
 * randomness or opens a connection by itself, so that a history can be replayed.
 */
import type { IdempotencySpace } from '@sello/contract'
import type { Logger } from 'pino'
import type { Breaker } from './contingency/breaker.ts'
import type { Pool } from './db/pool.ts'
import type { OutcomeQueue } from './documents/outcome-queue.ts'

import type { FirmadoQueue } from './issuing/commit-firmados.ts'
import type { Admitted } from './keys/admit.ts'
import type { Ministry } from './mh/ministry.ts'
import type { Metrics } from './operator/metrics.ts'
import type { Printer } from './printing/printer.ts'
import type { Fence } from './recovery/fence.ts'
import type { Secrets } from './secrets/secrets.ts'
import type { SharedTime } from './time/shared-time.ts'

export interface Clock {
  now(): Date
  /** Resolves after `ms`, or as soon as the signal fires; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export interface Random {
  bytes(size: number): Buffer
  uuid(): string
}

export interface Deps {
  /** Every write through it is durable when it is acknowledged. */
  readonly pool: Pool
  /** For the ministry's verdicts alone: a rush of new calls must not keep an answer waiting. */
  readonly outcomePool: Pool
  /** For the request log alone: acknowledged before the disk has it. */
  readonly logPool: Pool
  readonly firmadoQueue: FirmadoQueue
  readonly outcomeQueue: OutcomeQueue
  readonly mh: Ministry
  /** Whether the ministry is away for everybody. */
  readonly breaker: Breaker
  /** Whether the database is the one that was, and not an older copy of it. */
  readonly fence: Fence
  /** The time that all processes share: the database's. */
  readonly clock: Clock
  /** How the clocks compare. */
  readonly time: SharedTime
  readonly random: Random
  readonly secrets: Secrets
  readonly printer: Printer
  readonly metrics: Metrics
  readonly log: Logger
  readonly signKeyPrefix: string
}

/** The claim that a request stands on: who asks, under which string, for what body. */
export interface Claim {
  readonly space: IdempotencySpace
  /** The route that is called, by its name. */
  readonly route: string
  readonly idempotencyKey: string
  readonly bodyHash: Buffer
  /** What a first request under an older pepper stored of the same body. */
  readonly olderBodyHashes: readonly Buffer[]
}

/** The process, and the key that calls. */
export interface Caller extends Deps {
  readonly key: Admitted
  readonly now: Date
}

/** What a use case gets that cannot be undone: the claim it stands on besides. */
export interface Ctx extends Caller {
  readonly claim: Claim
  readonly signKey: string | undefined
}
