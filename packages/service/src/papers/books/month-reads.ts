/**
 * Limits how many months are read at once. A month is decrypted document by document and kept in memory until its
 * books are computed, so a few callers could take the memory and CPU that issuing needs. One month per company and
 * a few per process; some calls wait for their turn, and the others are refused before anything is read.
 */
import { Refused } from '@sello/contract'
import { shareOf } from '../../base/share.ts'

export interface MonthReads {
  /**
   * Runs `read` when it is the company's turn. Refuses with `service_unavailable` if too many calls wait already.
   */
  run<T>(companyId: string, read: () => Promise<T>): Promise<T>
}

export interface MonthReadLimits {
  /** Concurrent reads in the process; a company has one. */
  readonly atOnce: number
  /** Waiting calls of one company, besides the running one. */
  readonly waiting: number
  /** Waiting calls of all companies. */
  readonly waitingInAll: number
}

/** Two leave CPU for issuing on a small machine; a person opens a few files of a month one after the other. */
export const MONTH_READS: MonthReadLimits = { atOnce: 2, waiting: 3, waitingInAll: 20 }

/** What each of several processes may read and hold. A company's calls may all come to one of them. */
export function monthReadsOf(processes: number): MonthReadLimits {
  const { atOnce, waiting, waitingInAll } = MONTH_READS
  return {
    atOnce: shareOf(atOnce, processes),
    waiting,
    waitingInAll: shareOf(waitingInAll, processes),
  }
}

interface Waiting {
  readonly companyId: string
  readonly begin: () => void
}

export function createMonthReads({ atOnce, waiting, waitingInAll }: MonthReadLimits): MonthReads {
  const running = new Set<string>()
  let queue: readonly Waiting[] = []

  /** Starts the longest-waiting read that may run. */
  const next = () => {
    const first = queue.find(({ companyId }) => !running.has(companyId))
    if (!first || running.size >= atOnce) return
    queue = queue.filter((one) => one !== first)
    running.add(first.companyId)
    first.begin()
  }
  const turn = (companyId: string) =>
    new Promise<void>((begin) => {
      queue = [...queue, { companyId, begin }]
      next()
    })
  return {
    async run(companyId, read) {
      const isBusy = running.has(companyId) || running.size >= atOnce
      const before = queue.filter((one) => one.companyId === companyId).length
      if (isBusy && (before >= waiting || queue.length >= waitingInAll)) throw crowded()
      await turn(companyId)
      try {
        return await read()
      } finally {
        running.delete(companyId)
        next()
      }
    },
  }
}

function crowded(): Refused<'service_unavailable'> {
  const message =
    'Ya se leen otros meses y varios esperan su turno: no se leyó nada. Pida este otra vez en unos segundos.'
  return new Refused('service_unavailable', message, {})
}
