/**
 * How many processes serve together by default, as many as this machine's cores and memory carry, and how many
 * connections to the database each has.
 */
import { availableParallelism, totalmem } from 'node:os'

const MIB = 1024 * 1024
/** What a serving process may take at its busiest (docs/performance.md). */
const EACH_BYTES = 400 * MIB
/** For the database, the process that starts the others, and the system. */
const RESERVED_BYTES = 512 * MIB
/** More need more connections than PostgreSQL allows by default: whoever asks for them raises both. */
const BY_DEFAULT_MAX = 6

export interface Machine {
  readonly cores: number
  readonly memoryBytes: number
}

/** At least one. */
export function processesFor({ cores, memoryBytes }: Machine = thisMachine()): number {
  const carried = Math.floor((memoryBytes - RESERVED_BYTES) / EACH_BYTES)
  return Math.max(1, Math.min(cores, carried, BY_DEFAULT_MAX))
}

function thisMachine(): Machine {
  const memoryBytes = memoryWithin(process.constrainedMemory(), totalmem())
  return { cores: availableParallelism(), memoryBytes }
}

/** A container's limit of memory counts; without one Node says 0, or more than there is. */
export const memoryWithin = (limit: number, total: number) =>
  limit === 0 ? total : Math.min(limit, total)

/** The console's connections: up to three do costly work in turn (base/db/turns.ts), and one is left for the rest. */
export const CONSOLE_CONNECTIONS = 4
/** Others of a process that serves alone. */
const CONNECTIONS_ALONE = 16
/** Two of each of the three pools. */
const LEAST = 6
/** What all may open: PostgreSQL's default of 100, less its own, the keeper's of the embedded server and a command's. */
const CONNECTIONS_TOGETHER = 90

/**
 * Of the `max` of a process the connections for the ministry's verdicts, and as many for the request log. Beside them as
 * many are for calls that only read, of which a company uses half at a time.
 */
export const quarterOf = (max: number) => Math.max(2, Math.ceil(max / 4))

/** By default, of each process besides the console's and the readers'. While one is replaced there is one more. */
export function connectionsFor(processes: number): number {
  const each = Math.floor(CONNECTIONS_TOGETHER / (processes + 1)) - CONSOLE_CONNECTIONS
  let max = CONNECTIONS_ALONE
  while (max > LEAST && max + quarterOf(max) > each) max -= 1
  return max
}
