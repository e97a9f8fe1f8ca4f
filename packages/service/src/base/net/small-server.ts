/** A small server on its own port: the time helper, the operator's endpoints. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SmallServer {
  readonly url: string
  close(): Promise<void>
}

export interface ListenAddress {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

export interface Reply {
  readonly status: number
  /** Null: no body. */
  readonly body: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** A request is one line; a client that sends more slowly only wants to occupy a connection. */
const REQUEST_MS_MAX = 5_000
const HEAD_BYTES_MAX = 8 * 1024
/** More connections are never needed; idle ones would use up the descriptors that issuing needs. */
const CONNECTIONS_MAX = 2_000

export const JSON_TYPE = 'application/json; charset=utf-8'
const COMMON = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const

/** Resolves when it listens; rejects if it cannot. */
export async function startSmallServer(
  settings: ListenAddress,
  answer: (request: IncomingMessage) => Reply | Promise<Reply>,
  connectionsMax = CONNECTIONS_MAX,
): Promise<SmallServer> {
  const limits = {
    maxHeaderSize: HEAD_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    headersTimeout: REQUEST_MS_MAX,
  }
  const server = createServer(limits, async (request, response) => {
    const { status, body, headers } = await answer(request)
    const of = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    response.writeHead(status, { ...COMMON, ...of, ...headers }).end(body ?? undefined)
  })
  server.maxConnections = connectionsMax
  await once(server.listen(settings.port, settings.host), 'listening')
  const { port } = server.address() as AddressInfo
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  return { url: `http://${host}:${port}`, close: () => close(server) }
}

/** Closes open connections too: answers are short, and other connections are idle. */
function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    server.closeAllConnections()
  })
}
