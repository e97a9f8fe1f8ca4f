/** A small server on its own port: the time helper, the operator's endpoints. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
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

/** A request is one line; a client that sends more slowly only wants to occupy a connection. */
const REQUEST_MS_MAX = 5_000
const HEAD_BYTES_MAX = 8 * 1024
/** More connections are never needed; idle ones would use up the descriptors that issuing needs. */
const CONNECTIONS_MAX = 2_000

/** Resolves when it listens; rejects if it cannot. */
export async function startSmallServer(
  settings: ListenAddress,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<SmallServer> {
  const limits = {
    maxHeaderSize: HEAD_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    headersTimeout: REQUEST_MS_MAX,
  }
  const server = createServer(limits, handle)
  server.maxConnections = CONNECTIONS_MAX
  const { port } = await listen(server, settings)
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  return { url: `http://${host}:${port}`, close: () => close(server) }
}

function listen(server: Server, { host, port }: ListenAddress): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server.address() as AddressInfo)
    })
  })
}

/** Closes open connections too: answers are short, and other connections are idle. */
function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    server.closeAllConnections()
  })
}
