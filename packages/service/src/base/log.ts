/**
 * Structured logs. This file names what may be logged: never a header, a body, a key, or a database message that
 * quotes values, so no secret and no buyer's data can reach a line.
 */
import pg from 'pg'
import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * Logs to standard error, because standard output belongs to the program's caller. `base` is in every line: which of
 * several processes wrote it.
 */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination(2),
  base: { readonly pid: number } | null = null,
): Logger {
  return pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}

export interface ErrorFacts {
  readonly name: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: ErrorFacts
}

/** The parts of an error that are safe to log, with its causes to a limited depth. */
export function describeError(error: unknown, depth = 3): ErrorFacts {
  if (!(error instanceof Error)) return { name: 'NotAnError', message: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const cause = error.cause && depth > 0 ? { cause: describeError(error.cause, depth - 1) } : {}
  if (error instanceof pg.DatabaseError) {
    const { table, constraint, routine } = error // its message and detail can quote values
    return { name: 'DatabaseError', message: [table, constraint, routine].join(' '), ...code }
  }
  const stack = error.stack?.split('\n').slice(1, 8).join('\n')
  return {
    name: error.name,
    message: error.message,
    ...code,
    ...(stack ? { stack } : {}),
    ...cause,
  }
}
