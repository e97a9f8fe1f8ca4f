/**
 * The documents that this process sealed a moment ago and copies by itself, from memory. Issuing waits for it
 * where copying is behind and catching up, so that neither outruns the other; a place that is slow or away
 * holds no call up. Nothing is lost with it: each document is in the holding area, and due there when its
 * lease ends.
 */
import type { Clock } from '../clock.ts'
import type { SealedDocument } from '../documents/sealed-body.ts'
import { MINUTE_MS } from '../time/durations.ts'
import type { Destination } from './copies.ts'

export interface CopyQueue {
  /** Whether a document sealed now is to be given to `add`: then until when; null: the database hands it out. */
  leaseFrom(companyId: string, now: Date): Date | null
  /** Its answer is drawn, and its letter at hand. */
  add(sealed: SealedDocument): void
  /** Resolves when the company may issue one more. */
  whenCaughtUp(companyId: string): Promise<void>
  /** Documents of one company, the oldest first; none: nothing waits. */
  take(): readonly SealedDocument[]
  /** Releases documents taken together, whatever the result. */
  release(taken: readonly SealedDocument[]): void
  /** Whether nothing could be put there when it was last tried: then only the database's turn tries it. */
  isFailing(destinationId: string): boolean
  /** `found`: whether anything could be put there. */
  noteOutcome(place: Where, found: 'put' | 'failed'): void
  /** No place of the company takes anything: until one does, its documents are left to the database, and no call waits. */
  giveUp(companyId: string): void
}

type Where = Pick<Destination, 'companyId' | 'destinationId'>

/** Longer than the files of a queue that is full can take. */
const LEASE_MS = MINUTE_MS
/** A company's calls wait when this many documents are queued, */
const BEHIND = 128
/**
 * or when the oldest is this old: a place that takes ten a second would need twelve seconds for that many.
 */
const BEHIND_MS = 2_000
/** Without any copy for this long waiting does not help: the place hangs, or no process copies. */
const STALLED_MS = 5_000
const BATCH_MAX = 32
const BATCH_MIN = 4
const BATCH_MS = 1_000
/** Of one call. With the ministry's 50 s it is still less than a client waits. */
const PATIENCE_MS = 8_000
/** Of all companies: some 20 MiB. */
const SIZE_MAX = 2_000

interface Entry {
  readonly sealed: SealedDocument
  readonly addedMs: number
}

interface Company {
  readonly waiting: Entry[]
  readonly taken: Map<SealedDocument, { readonly addedMs: number; readonly takenMs: number }>
  /** Documents that are taken together. */
  batch: number
  readonly callers: Set<() => void>
  isFailing: boolean
  /** When something was copied last. */
  copiedMs: number
}

export interface QueueOptions {
  /** False where another process copies. */
  readonly isOn: boolean
  readonly clock: Pick<Clock, 'sleep'>
  readonly monotonicMs: () => number
}

export function createCopyQueue({ isOn, clock, monotonicMs }: QueueOptions): CopyQueue {
  const companies = new Map<string, Company>()
  const failing = new Set<string>()
  let size = 0

  function of(companyId: string): Company {
    let found = companies.get(companyId)
    if (!found) {
      found = {
        waiting: [],
        taken: new Map(),
        callers: new Set(),
        isFailing: false,
        copiedMs: 0,
        batch: BATCH_MAX,
      }
      companies.set(companyId, found)
    }
    return found
  }

  const oldestMs = ({ waiting, taken }: Company) => {
    const [oldest] = taken.size > 0 ? taken.values() : waiting
    return oldest?.addedMs ?? Number.POSITIVE_INFINITY
  }

  /** Whether waiting helps: something is copied now and then. */
  function isCatchingUp(company: Company): boolean {
    const quietMs = monotonicMs() - Math.max(oldestMs(company), company.copiedMs)
    return !company.isFailing && quietMs < STALLED_MS
  }

  /** How many more may be issued now. */
  function roomOf(company: Company): number {
    if (!isCatchingUp(company)) return Number.POSITIVE_INFINITY
    if (monotonicMs() - oldestMs(company) >= BEHIND_MS) return 0
    return Math.max(0, BEHIND - company.waiting.length - company.taken.size)
  }

  function letOn(company: Company): void {
    let room = roomOf(company)
    for (const goOn of company.callers) {
      if (room-- <= 0) return
      company.callers.delete(goOn)
      goOn()
    }
  }

  return {
    leaseFrom(companyId, now) {
      if (!isOn || size >= SIZE_MAX || !isCatchingUp(of(companyId))) return null
      return new Date(now.getTime() + LEASE_MS)
    },
    add(sealed) {
      of(sealed.firmado.companyId).waiting.push({ sealed, addedMs: monotonicMs() })
      size += 1
    },
    async whenCaughtUp(companyId) {
      const company = companies.get(companyId)
      if (!company || roomOf(company) > 0) return
      const served = new AbortController()
      const goOn = () => served.abort()
      company.callers.add(goOn)
      await clock.sleep(PATIENCE_MS, served.signal)
      company.callers.delete(goOn)
    },
    take() {
      const next = oldestOf(companies.values())
      if (!next) return []
      const entries = next.waiting.splice(0, next.batch)
      const takenMs = monotonicMs()
      for (const { sealed, addedMs } of entries) next.taken.set(sealed, { addedMs, takenMs })
      return entries.map(({ sealed }) => sealed)
    },
    release(taken) {
      const [first] = taken
      if (!first) return
      const company = of(first.firmado.companyId)
      const { takenMs = 0 } = company.taken.get(first) ?? {}
      company.batch = nextBatch(company.batch, monotonicMs() - takenMs)
      for (const sealed of taken) company.taken.delete(sealed)
      size -= taken.length
      company.copiedMs = monotonicMs()
      letOn(company)
    },
    isFailing: (destinationId) => failing.has(destinationId),
    noteOutcome({ companyId, destinationId }, found) {
      if (found === 'failed') {
        failing.add(destinationId)
        return
      }
      failing.delete(destinationId)
      const company = companies.get(companyId)
      if (company) company.isFailing = false
    },
    giveUp(companyId) {
      const company = of(companyId)
      company.isFailing = true
      size -= company.waiting.splice(0).length
      letOn(company)
    },
  }
}

/** A batch is known to be copied only at its end: for a slow place batches are smaller. */
function nextBatch(batch: number, tookMs: number): number {
  if (tookMs > BATCH_MS) return Math.max(BATCH_MIN, Math.floor(batch / 2))
  return tookMs < BATCH_MS / 4 ? Math.min(BATCH_MAX, batch * 2) : batch
}

/** The company whose first document waits longest. */
function oldestOf(companies: Iterable<Company>): Company | null {
  let oldest: Company | null = null
  let sinceMs = Number.POSITIVE_INFINITY
  for (const company of companies) {
    const [first] = company.waiting
    if (!first || first.addedMs >= sinceMs) continue
    oldest = company
    sinceMs = first.addedMs
  }
  return oldest
}
