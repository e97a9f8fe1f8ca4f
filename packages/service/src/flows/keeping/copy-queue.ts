/**
 * The documents that this process has just sealed and copies from memory. Issuing waits while copying is behind but
 * catching up, so that neither outruns the other; a slow or unavailable destination delays no call. Losing the
 * queue loses nothing: each document is in the holding area, and due there when its lease ends.
 */
import type { Clock } from '../../base/clock.ts'
import { MINUTE_MS } from '../../base/time/durations.ts'
import type { Firmado } from '../../ledger/documents/firmado.ts'
import type { SealedDocument } from '../../ledger/documents/sealed-body.ts'
import type { Destination } from '../../ledger/holding/copies.ts'

export interface CopyQueue {
  /**
   * Until when this process copies a document sealed now, which its caller then gives to `add`; null: the database
   * hands it out.
   */
  leaseFrom(firmado: Sized, now: Date): Date | null
  /**
   * Call when its answer is drawn and its letter rendered. If the queue is full, the document's lease ends unused.
   */
  add(sealed: SealedDocument): void
  /** Resolves when the company may issue another document. */
  whenCaughtUp(companyId: string): Promise<void>
  /** Documents of one company, oldest first; empty if nothing waits, or enough is being copied. */
  take(): readonly SealedDocument[]
  /** Releases documents taken together, whatever the result. */
  release(taken: readonly SealedDocument[]): void
  /** Documents taken together are hanging: their company is given up until they are released. */
  abandon(taken: readonly SealedDocument[]): void
  /** Whether storing there failed the last time; then only the database's queue tries it. */
  isFailing(destinationId: string): boolean
  /** `found`: whether anything could be stored there. */
  noteOutcome(place: Where, found: 'put' | 'failed'): void
  /**
   * No destination of the company works: until one does, its documents are left to the database, and no call waits.
   */
  giveUp(companyId: string): void
  /** Copying has stopped: no call waits, and the database hands out what is sealed from now on. */
  close(): void
}

type Where = Pick<Destination, 'companyId' | 'destinationId'>
type Sized = Pick<Firmado, 'companyId' | 'payload'>

/** Longer than the files of a full queue can take. */
const LEASE_MS = MINUTE_MS
/** A company's calls wait when this many documents are queued, */
const BEHIND = 128
/**
 * or when the oldest that is not being copied is this old: with ten copies a second, 128 documents take twelve
 * seconds.
 */
const BEHIND_MS = 2_000
/** Without any copy for this long waiting does not help: the destination hangs, or no process copies. */
const STALLED_MS = 5_000
/** How often a waiting call checks that. */
const LOOK_MS = 500
const BATCH_MAX = 32
const BATCH_MIN = 4
const BATCH_MS = 1_000
/**
 * Concurrent batches of one company, so that others get a turn; one if its batches are smaller than `BATCH_SLOW`.
 */
const TOGETHER = 2
const BATCH_SLOW = BATCH_MAX / 2
/** The longest wait of one call. Together with the ministry's 50 s it is less than a client's timeout. */
const PATIENCE_MS = 8_000

const MIB = 1024 * 1024
/** The limit for the documents of all companies. */
const BYTES_MAX = 32 * MIB
/** The limit for one company. */
const SHARE_MAX = 8 * MIB
/** The limit for a batch; a larger document goes alone. */
const BATCH_BYTES = 2 * MIB
/** The memory of a document besides its payload. */
const OVERHEAD = 2_048

interface Entry {
  readonly sealed: SealedDocument
  readonly bytes: number
  readonly addedMs: number
}

interface Batch {
  readonly entries: readonly Entry[]
  readonly takenMs: number
  hangs: boolean
}

interface Company {
  readonly waiting: Entry[]
  /** Batches being copied, by their first document. */
  readonly batches: Map<SealedDocument, Batch>
  bytes: number
  /** The batch size. */
  batch: number
  readonly callers: Set<() => void>
  isFailing: boolean
  /** When something was last stored anywhere. */
  copiedMs: number
}

export interface QueueOptions {
  /** False if another process copies. */
  readonly isOn: boolean
  readonly clock: Pick<Clock, 'sleep'>
  readonly monotonicMs: () => number
}

export function createCopyQueue({ isOn, clock, monotonicMs }: QueueOptions): CopyQueue {
  const companies = new Map<string, Company>()
  const failing = new Set<string>()
  let bytes = 0
  let isClosed = false

  function of(companyId: string): Company {
    let found = companies.get(companyId)
    if (!found) {
      found = {
        waiting: [],
        batches: new Map(),
        bytes: 0,
        callers: new Set(),
        isFailing: false,
        copiedMs: 0,
        batch: BATCH_MAX,
      }
      companies.set(companyId, found)
    }
    return found
  }

  const hasRoomFor = (company: Company, size: number) =>
    bytes + size <= BYTES_MAX && company.bytes + size <= SHARE_MAX

  function count(company: Company, change: number): void {
    company.bytes += change
    bytes += change
  }

  /** Whether waiting helps: something was copied recently. */
  function isCatchingUp(company: Company): boolean {
    if (isClosed || company.isFailing || hangs(company)) return false
    return monotonicMs() - Math.max(oldestMs(company), company.copiedMs) < STALLED_MS
  }

  /** How many more documents may be issued now. */
  function freeSlotsOf(company: Company): number {
    if (!isCatchingUp(company)) return Number.POSITIVE_INFINITY
    const [next] = company.waiting
    if (next && monotonicMs() - next.addedMs >= BEHIND_MS) return 0
    return Math.max(0, BEHIND - sizeOf(company))
  }

  function admitCallers(company: Company): void {
    let room = freeSlotsOf(company)
    for (const proceed of company.callers) {
      if (room-- <= 0) return
      company.callers.delete(proceed)
      proceed()
    }
  }

  function giveUp(company: Company): void {
    for (const one of company.waiting.splice(0)) count(company, -one.bytes)
    admitCallers(company)
  }

  return {
    leaseFrom(firmado, now) {
      const company = of(firmado.companyId)
      if (!isOn || !isCatchingUp(company) || !hasRoomFor(company, bytesOf(firmado))) return null
      return new Date(now.getTime() + LEASE_MS)
    },
    add(sealed) {
      const company = of(sealed.firmado.companyId)
      const size = bytesOf(sealed.firmado)
      if (isClosed || !hasRoomFor(company, size)) return
      company.waiting.push({ sealed, bytes: size, addedMs: monotonicMs() })
      count(company, size)
    },
    async whenCaughtUp(companyId) {
      const company = companies.get(companyId)
      if (!company || freeSlotsOf(company) > 0) return
      const served = new AbortController()
      const proceed = () => served.abort()
      company.callers.add(proceed)
      const untilMs = monotonicMs() + PATIENCE_MS
      while (!served.signal.aborted && isCatchingUp(company)) {
        const leftMs = untilMs - monotonicMs()
        if (leftMs <= 0) break
        await clock.sleep(Math.min(LOOK_MS, leftMs), served.signal)
      }
      company.callers.delete(proceed)
    },
    take() {
      const company = nextOf(companies.values())
      if (!company) return []
      const entries = company.waiting.splice(0, lengthOf(company))
      const taken = entries.map(({ sealed }) => sealed)
      const [first] = taken
      if (first) company.batches.set(first, { entries, takenMs: monotonicMs(), hangs: false })
      admitCallers(company)
      return taken
    },
    release([first]) {
      if (!first) return
      const company = of(first.firmado.companyId)
      const batch = company.batches.get(first)
      if (!batch) return
      company.batches.delete(first)
      company.batch = nextBatch(company.batch, monotonicMs() - batch.takenMs)
      for (const one of batch.entries) count(company, -one.bytes)
      admitCallers(company)
    },
    abandon([first]) {
      const company = first && of(first.firmado.companyId)
      const batch = first && company?.batches.get(first)
      if (!company || !batch) return
      batch.hangs = true
      giveUp(company)
    },
    isFailing: (destinationId) => failing.has(destinationId),
    noteOutcome({ companyId, destinationId }, found) {
      if (found === 'failed') {
        failing.add(destinationId)
        return
      }
      failing.delete(destinationId)
      const company = companies.get(companyId)
      if (!company) return
      company.isFailing = false
      company.copiedMs = monotonicMs()
    },
    giveUp(companyId) {
      const company = of(companyId)
      company.isFailing = true
      giveUp(company)
    },
    close() {
      isClosed = true
      for (const company of companies.values()) admitCallers(company)
    },
  }
}

const bytesOf = ({ payload }: Sized) => OVERHEAD + Buffer.byteLength(payload)

const hangs = ({ batches }: Company) => [...batches.values()].some((batch) => batch.hangs)

function sizeOf({ waiting, batches }: Company): number {
  let size = waiting.length
  for (const { entries } of batches.values()) size += entries.length
  return size
}

/** When the oldest was added, whether it is being copied or not. */
function oldestMs({ waiting, batches }: Company): number {
  const [batch] = batches.values() // the earliest batch has the oldest
  return (batch?.entries[0] ?? waiting[0])?.addedMs ?? Number.POSITIVE_INFINITY
}

/** A batch only counts as copied at its end, so a slow destination gets smaller batches. */
function nextBatch(batch: number, tookMs: number): number {
  if (tookMs > BATCH_MS) return Math.max(BATCH_MIN, Math.floor(batch / 2))
  return tookMs < BATCH_MS / 4 ? Math.min(BATCH_MAX, batch * 2) : batch
}

/** How many documents the next batch takes. */
function lengthOf({ waiting, batch }: Company): number {
  let bytes = 0
  for (const [i, one] of waiting.slice(0, batch).entries()) {
    bytes += one.bytes
    if (i > 0 && bytes > BATCH_BYTES) return i
  }
  return batch
}

/** Of the companies that may have another batch, the one whose first document waits longest. */
function nextOf(companies: Iterable<Company>): Company | null {
  let next: Company | null = null
  let sinceMs = Number.POSITIVE_INFINITY
  for (const company of companies) {
    const [first] = company.waiting
    if (!first || first.addedMs >= sinceMs || hangs(company)) continue
    if (company.batches.size >= (company.batch < BATCH_SLOW ? 1 : TOGETHER)) continue
    next = company
    sinceMs = first.addedMs
  }
  return next
}
