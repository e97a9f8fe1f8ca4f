/** Database errors, in the few kinds that callers distinguish. SQLSTATEs are from PostgreSQL's appendix A. */
import pg from 'pg'

/** No connection, or it broke before a commit was requested. Safe to retry. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/**
 * COMMIT was sent and its answer was not seen: the transaction may or may not have committed. Callers query the
 * database again (the Idempotency-Key names the document).
 */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown'
}

/** A unique index rejected the row; with `constraint`, only that index counts. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false
  return constraint === undefined || isOf(error as pg.DatabaseError, constraint)
}

/** A cluster names only in its message which index of a part of the table it was: it ends in the part's number. */
const isOf = ({ constraint, message }: pg.DatabaseError, name: string): boolean =>
  constraint === undefined ? new RegExp(`\\b${name}_\\d+\\b`).test(message) : constraint === name

/** A row breaks a `check`, or the bounds of its partition. */
export function isCheckViolation(error: unknown): boolean {
  return sqlState(error) === '23514'
}

/** A lock was not granted within `lock_timeout`. The transaction is rolled back. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03'
}

/** Deadlock: this transaction was rolled back. */
export function isDeadlock(error: unknown): boolean {
  return sqlState(error) === '40P01'
}

/** A statement that took longer than it may (`statement_timeout`), or that an operator cancelled. */
export const wasCancelled = (error: unknown): boolean => sqlState(error) === '57014'

/** A temporary failure of the database: 503, which the contract calls safe to repeat. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || error instanceof CommitUnknown) return true
  if (isMachineLost(error)) return true
  const state = sqlState(error)
  return state !== null && (PASSING.has(state) || endsConnection(state))
}

// biome-ignore format: a table
const PASSING: ReadonlySet<string> = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '53000', '53100', '53200', '53300', '53400', // out of disk, memory, connections
  '55P03', // lock_timeout
  '57014', // statement_timeout, or cancelled by an operator
])

/** SQLSTATEs after which the session has ended or is unusable, so its connection must not be reused. */
export function endsConnection(state: string): boolean {
  return state.startsWith('08') || state.startsWith('57P') || ENDING.has(state)
}

// biome-ignore format: a table
const ENDING: ReadonlySet<string> = new Set([
  '0A000', // "cached plan must not change result type": a migration changed what a statement returns
  '25006', // read-only: a fail-over left us on the standby
  '25P03', '25P04', // idle in transaction, or in one transaction, for too long
  '26000', // a prepared statement is missing: something reset the session
])

/**
 * The coordinator of a cluster (Citus) lost a machine in the middle of a statement or of a commit: it has no SQLSTATE of
 * that machine, and reports an internal error in its place, or one of input and output where it was sending rows.
 */
function isMachineLost(error: unknown): boolean {
  const routines = MACHINE_LOST.get(sqlState(error) ?? '')
  return routines?.includes((error as pg.DatabaseError).routine ?? '') ?? false
}

/** By SQLSTATE: the functions of Citus that report it. */
const MACHINE_LOST: ReadonlyMap<string, readonly string[]> = new Map([
  ['XX000', ['ReportResultError', 'ErrorIfPostCommitFailedShardPlacements']],
  ['58030', ['SendCopyDataToPlacement', 'EndRemoteCopy', 'ReportCopyError']],
])

/** True when the session, or that of a cluster's machine, ended during a statement, so its outcome is unknown. */
export function leavesDoubt(error: unknown): boolean {
  const state = sqlState(error) ?? ''
  if (isMachineLost(error)) return true
  return error instanceof DatabaseUnavailable || state.startsWith('08') || state.startsWith('57P')
}

/** The SQLSTATE when PostgreSQL itself answered with an error, else null. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}

/**
 * True when the driver lost the connection, or gave up waiting, before the server answered. Other
 * errors of the driver (a value that cannot be sent) are bugs of the caller.
 */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false
  return (
    'syscall' in error ||
    /^Connection terminated|^Query read timeout|not queryable$/.test(error.message)
  )
}
