/**
 * A way to the ministry that can be watched and closed: it passes every request on to the simulator,
 * notes its path and its token, and refuses connections while it is down.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface MinistryProxy {
  readonly url: string
  /** The called services, in order: `auth`, `recepciondte`, `consultadte`. */
  readonly asked: readonly string[]
  /** Every token that was sent. */
  readonly tokens: ReadonlySet<string>
  leadTo(url: string): void
  /** Begins the list anew. */
  forget(): void
  /** From now on connections are refused. */
  down(): Promise<void>
  up(): Promise<void>
  close(): Promise<void>
}

export async function createMinistryProxy(): Promise<MinistryProxy> {
  const asked: string[] = []
  const tokens = new Set<string>()
  let target = ''
  const server = createServer((incoming, outgoing) => {
    asked.push(serviceOf(incoming.url))
    if (incoming.headers.authorization) tokens.add(incoming.headers.authorization)
    passOn(new URL(incoming.url ?? '/', target), incoming, outgoing)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const down = async () => {
    if (!server.listening) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const port = await listen(0)
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    tokens,
    leadTo(url) {
      target = url
    },
    forget() {
      asked.length = 0
    },
    down,
    async up() {
      await listen(port)
    },
    close: down,
  }
}

function serviceOf(url = '/'): string {
  return url.replace(/\/$/, '').split('/').at(-1) ?? ''
}

function passOn(url: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers } = incoming
  const onward = request(url, { method, headers, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy()) // the ministry hung up, so its caller sees the same
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
