/** Waits for the ministry's verdict on a signed document. */
import type { Query } from '@sello/client'
import type { Io } from '../io.ts'
import { localTime } from '../local-time.ts'
import type { Connection } from './connect.ts'

/** Queries until the document has a verdict or the command is stopped; returns the last answer. */
export async function watch(
  io: Io,
  { sello, signal }: Pick<Connection, 'sello' | 'signal'>,
  codigoGeneracion: string,
): Promise<Query> {
  let last: Query | null = null
  const onQuery = (found: Query) => {
    if (found.estado !== last?.estado) io.err(`${hourOf(io.now())}  ${found.estado}`)
    last = found
  }
  try {
    return await sello.waitForSeal(codigoGeneracion, { signal, deadlineMs: Infinity, onQuery })
  } catch (error) {
    if (signal.aborted && last !== null) return last
    throw error
  }
}

const hourOf = (now: Date) => localTime(now).slice(11)
