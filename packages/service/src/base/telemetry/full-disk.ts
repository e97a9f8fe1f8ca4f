/**
 * Reports "disk full" where an operator looks: the log, /readyz, the metrics. Callers get 503 or notice nothing.
 */
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { sqlState } from '../db/errors.ts'
import { MINUTE_MS } from '../time/durations.ts'
import type { Metrics } from './metrics.ts'

/** Which disk: the database's, or that of a folder for files. */
export type Disk = 'database' | 'folder'

/** PostgreSQL's `disk_full`. */
const DISK_FULL = '53100'
const CAUSES_MAX = 5

/** Null when the error is not about a disk. */
function fullDiskOf(error: unknown, causes = CAUSES_MAX): Disk | null {
  if (!(error instanceof Error)) return null
  if (sqlState(error) === DISK_FULL) return 'database'
  if ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) return 'folder'
  return causes > 0 ? fullDiskOf(error.cause, causes - 1) : null
}

const LINES: Readonly<Record<Disk, string>> = {
  database: 'the disk of the database is full: nothing can be issued',
  folder: 'the disk of a folder for files is full: copies wait',
}

interface Watched {
  readonly metrics: Pick<Metrics, 'diskFull' | 'lastDiskFull'>
  readonly clock: Clock
}

/** A full disk is reported for this long, so that no restart is needed after freeing space. */
const TOLD_MS = MINUTE_MS

/** Reports the error to the operator if it is about a full disk. Logs it once a minute. */
export function noteFullDisk(deps: Watched & { readonly log: Logger }, error: unknown): void {
  const disk = fullDiskOf(error)
  if (disk === null) return
  if (!isFull(deps, disk)) deps.log.error({ disk }, LINES[disk])
  deps.metrics.diskFull(disk, deps.clock.now())
}

/** Whether the disk was full a moment ago. */
export function isFull({ metrics, clock }: Watched, disk: Disk): boolean {
  const last = metrics.lastDiskFull(disk)
  return last !== null && clock.now().getTime() - last.getTime() < TOLD_MS
}
