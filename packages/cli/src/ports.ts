/** Checks ports before anything else is started. */
import { createServer } from 'node:net'
import { CliError } from './exit.ts'

export interface Address {
  readonly host: string
  readonly port: number
}

/**
 * Throws if the port is taken, naming the option that selects another. Another process may still take it meanwhile.
 */
export async function assertFree(address: Address, setting = '--port'): Promise<void> {
  const error = await tryListen(address)
  if (error) throw explainListen(error, address, setting)
}

/** The port, or 0 if it is taken. */
export async function freeOrAny(address: Address): Promise<number> {
  const error = await tryListen(address)
  if (error === null) return address.port
  if (error.code === 'EADDRINUSE') return 0
  throw explainListen(error, address)
}

/** An error of `listen`, for people. */
export function explainListen(
  error: unknown,
  { host, port }: Address,
  setting = '--port',
): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (!LISTENING.has(String(syscall))) return error
  const sentence = REASONS[String(code)]?.({ host, port, setting })
  if (sentence === undefined) return error
  return new CliError('unavailable', sentence, { cause: error })
}

/** `bind`: of a process that listens together with others. */
const LISTENING: ReadonlySet<string> = new Set(['listen', 'bind', 'getaddrinfo'])

interface ListenTarget extends Address {
  readonly setting: string
}

const REASONS: Readonly<Record<string, (target: ListenTarget) => string>> = {
  EADDRINUSE: ({ port, setting }) => `El puerto ${port} está ocupado. Elija otro con ${setting}.`,
  EACCES: ({ port }) => `No hay permiso para escuchar en el puerto ${port}. Elija uno desde 1024.`,
  EADDRNOTAVAIL: ({ host }) => `Esta máquina no tiene la dirección ${host}. Elija otra con --host.`,
  ENOTFOUND: ({ host }) => `No existe la dirección ${host}. Elija otra con --host.`,
}

function tryListen({ host, port }: Address): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
}
