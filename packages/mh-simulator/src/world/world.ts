/** One simulated ministry: its state, clock and source of randomness. */
import type { NamedCheck } from '../checks/index.ts'
import type { PublishedCheck } from '../structure/published.ts'
import { type Clock, createClock } from './clock.ts'
import { createDelays, type Delays } from './delays.ts'
import { createEvents, type Events } from './events.ts'
import { createFaults, type Faults } from './faults.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { Lot } from './lots.ts'
import type { Random } from './random.ts'
import { createRelations, type Relations } from './relations.ts'
import { createSeals, type Serials } from './seals.ts'
import { type Taxpayer, type TaxpayerRegistration, toTaxpayer } from './taxpayers.ts'
import { createTokens, type Tokens } from './tokens.ts'

export interface WorldOptions {
  readonly now: () => Date
  readonly random: Random
  /** The only environment accepted; null accepts both. */
  readonly ambiente: '00' | '01' | null
  /** The answer to a failed login: HTTP 200 with status ERROR as documented, or 401 as also seen. */
  readonly authFailure: 200 | 401
  /**
   * The answer to a query for an unknown code; all were observed. `bare`: 400, code 999 and almost no
   * members.
   */
  readonly notHeld: 404 | 400 | 'bare'
  /** The status of a query for a sealed document; both were observed. */
  readonly held: 200 | 202
  readonly tokenLifeMs: number
  readonly ledgerJws: boolean
  /** Of well-formed documents, in order. */
  readonly checks: readonly NamedCheck[]
  readonly taxpayers: readonly TaxpayerRegistration[]
  /** How long a lot is processed before its result is available. */
  readonly lotMs: number
  /** By type of document or name of event; empty without a folder of published schemas. */
  readonly published: ReadonlyMap<string, PublishedCheck>
}

export interface World {
  readonly options: WorldOptions
  readonly clock: Clock
  readonly faults: Faults
  readonly delays: Delays
  readonly ledger: Ledger
  readonly relations: Relations
  readonly events: Events
  readonly lots: Map<string, Lot>
  readonly tokens: Tokens
  readonly taxpayers: Map<string, Taxpayer>
  /** A new seal for that year. */
  readonly seal: (year: string) => string
  readonly serials: Serials
}

export function createWorld(options: WorldOptions): World {
  const clock = createClock(options.now)
  const serials: Serials = new Map()
  return {
    options,
    clock,
    faults: createFaults(),
    delays: createDelays(),
    ledger: createLedger(options.ledgerJws),
    relations: createRelations(),
    events: createEvents(),
    lots: new Map(),
    tokens: createTokens(clock, options.random, options.tokenLifeMs),
    taxpayers: new Map(options.taxpayers.map((one) => [one.nit, toTaxpayer(one)])),
    seal: createSeals(options.random, serials),
    serials,
  }
}
