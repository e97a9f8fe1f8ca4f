/** Waits for the ministry's verdict on a signed document. */
import type { Query } from '@sello/client'
import type { Io } from '../io.ts'
import { localTime } from '../local-time.ts'
import type { Connection } from './connect.ts'

const POLL_MS = 2_000
const OPEN: ReadonlySet<string> = new Set(['firmado', 'contingencia', 'reservado'])

/** Queries until the document has a verdict or the command is stopped; returns the last answer. */
export async function watch(
  io: Io,
  { sello }: Pick<Connection, 'sello'>,
  codigoGeneracion: string,
): Promise<Query> {
  let last = ''
  for (;;) {
    const found = await sello.query(codigoGeneracion)
    if (found.estado !== last) io.err(`${hourOf(io.now())}  ${found.estado}`)
    last = found.estado
    if (!OPEN.has(found.estado) || io.stopping.isRequested()) return found
    await Promise.race([pause(POLL_MS), io.stopping.requested])
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const hourOf = (now: Date) => localTime(now).slice(11)
