/**
 * The documents that this process sealed a moment ago and copies by itself, from memory. Issuing waits for it
 * where copying is behind and catching up, so that neither outruns the other; a place that is slow or away
 * holds no call up. Nothing is lost with it: each document is in the holding area, and due there when its
 * lease ends.
 */
import type { Clock } from '../clock.ts'
import type { Firmado } from '../documents/firmado.ts'
import type { SealedDocument } from '../documents/sealed-body.ts'
import { MINUTE_MS } from '../time/durations.ts'
import type { Destination } from './copies.ts'

export interface CopyQueue {
  /** Whether a document sealed now is to be given to `add`: then until when; null: the database hands it out. */
  leaseFrom(firmado: Sized, now: Date): Date | null
  /** Its answer is drawn, and its letter at hand. Where there is no room by now its lease ends. */
  add(sealed: SealedDocument): void
  /** Resolves when the company may issue one more. */
  whenCaughtUp(companyId: string): Promise<void>
  /** Documents of one company, the oldest first; none: nothing waits, or enough of it is being copied. */
  take(): readonly SealedDocument[]
  /** Releases documents taken together, whatever the result. */
  release(taken: readonly SealedDocument[]): void
  /** What was taken together hangs: until it is released its company is given up. */
  abandon(taken: readonly SealedDocument[]): void
  /** Whether nothing could be put there when it was last tried: then only the database's turn tries it. */
  isFailing(destinationId: string): boolean
  /** `found`: whether anything could be put there. */
  noteOutcome(place: Where, found: 'put' | 'failed'): void
  /** No place of the company takes anything: until one does, its documents are left to the database, and no call waits. */
  giveUp(companyId: string): void
  /** Nobody copies any more: no call waits, and the database hands out what is sealed from now on. */
  close(): void
}

type Where = Pick<Destination, 'companyId' | 'destinationId'>
type Sized = Pick<Firmado, 'companyId' | 'payload'>

/** Longer than the files of a queue that is full can take. */
const LEASE_MS = MINUTE_MS
/** A company's calls wait when this many documents are queued, */
const BEHIND = 128
/** or from this age of the oldest that nobody is at: of a place that takes ten a second so many would be twelve seconds. */
const BEHIND_MS = 2_000
/** Without any copy for this long waiting does not help: the place hangs, or no process copies. */
const STALLED_MS = 5_000
/** How soon who waits notices that. */
const LOOK_MS = 500
const BATCH_MAX = 32
const BATCH_MIN = 4
const BATCH_MS = 1_000
/** Of one company at once, so that others have their turn; of one whose batches are smaller than `BATCH_SLOW`, one. */
const TOGETHER = 2
const BATCH_SLOW = BATCH_MAX / 2
/** Of one call. With the ministry's 50 s it is still less than a client waits. */
const PATIENCE_MS = 8_000

const MIB = 1024 * 1024
/** What all companies' documents take. */
const BYTES_MAX = 32 * MIB
/** What one's take. */
const SHARE_MAX = 8 * MIB
/** Of one batch; what is larger goes alone. */
const BATCH_BYTES = 2 * MIB
/** Of a document beside its payload. */
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
  /** What is being copied, by its first document. */
  readonly batches: Map<SealedDocument, Batch>
  bytes: number
  /** Documents that are taken together. */
  batch: number
  readonly callers: Set<() => void>
  isFailing: boolean
  /** When something was put somewhere last. */
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

  /** Whether waiting helps: something is copied now and then. */
  function isCatchingUp(company: Company): boolean {
    if (isClosed || company.isFailing || hangs(company)) return false
    return monotonicMs() - Math.max(oldestMs(company), company.copiedMs) < STALLED_MS
  }

  /** How many more may be issued now. */
  function roomOf(company: Company): number {
    if (!isCatchingUp(company)) return Number.POSITIVE_INFINITY
    const [next] = company.waiting
    if (next && monotonicMs() - next.addedMs >= BEHIND_MS) return 0
    return Math.max(0, BEHIND - sizeOf(company))
  }

  function letOn(company: Company): void {
    let room = roomOf(company)
    for (const goOn of company.callers) {
      if (room-- <= 0) return
      company.callers.delete(goOn)
      goOn()
    }
  }

  function giveUp(company: Company): void {
    for (const one of company.waiting.splice(0)) count(company, -one.bytes)
    letOn(company)
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
      if (!company || roomOf(company) > 0) return
      const served = new AbortController()
      const goOn = () => served.abort()
      company.callers.add(goOn)
      const untilMs = monotonicMs() + PATIENCE_MS
      while (!served.signal.aborted && isCatchingUp(company)) {
        const leftMs = untilMs - monotonicMs()
        if (leftMs <= 0) break
        await clock.sleep(Math.min(LOOK_MS, leftMs), served.signal)
      }
      company.callers.delete(goOn)
    },
    take() {
      const company = nextOf(companies.values())
      if (!company) return []
      const entries = company.waiting.splice(0, lengthOf(company))
      const taken = entries.map(({ sealed }) => sealed)
      const [first] = taken
      if (first) company.batches.set(first, { entries, takenMs: monotonicMs(), hangs: false })
      letOn(company)
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
      letOn(company)
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
      for (const company of companies.values()) letOn(company)
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

/** When the oldest was added, whether somebody is at it or not. */
function oldestMs({ waiting, batches }: Company): number {
  const [batch] = batches.values() // whatever was taken earlier is older
  return (batch?.entries[0] ?? waiting[0])?.addedMs ?? Number.POSITIVE_INFINITY
}

/** What a batch holds is known to be copied only at its end: in a slow place it is smaller. */
function nextBatch(batch: number, tookMs: number): number {
  if (tookMs > BATCH_MS) return Math.max(BATCH_MIN, Math.floor(batch / 2))
  return tookMs < BATCH_MS / 4 ? Math.min(BATCH_MAX, batch * 2) : batch
}

/** How many are taken next. */
function lengthOf({ waiting, batch }: Company): number {
  let bytes = 0
  for (const [i, one] of waiting.slice(0, batch).entries()) {
    bytes += one.bytes
    if (i > 0 && bytes > BATCH_BYTES) return i
  }
  return batch
}

/** The company whose first document waits longest, of those of which more may be copied at once. */
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
