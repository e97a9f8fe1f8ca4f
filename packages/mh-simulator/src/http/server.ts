/** The HTTP server of both APIs. It closes at once even while a request is waiting. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { World } from '../world/world.ts'
import { readBody } from './body.ts'
import { answerControl } from './control.ts'
import { answerMinistry } from './ministry.ts'
import { answerPublicQuery, PUBLIC_QUERY } from './public-query.ts'
import { json, type Reply } from './reply.ts'
import { createTimers, type Timers } from './timers.ts'
import { sendReply, sendStream } from './write.ts'

export interface Server {
  readonly url: string
  readonly close: () => Promise<void>
}

export interface ListenOptions {
  readonly host: string
  readonly port: number
  /** The minimum latency of every answer of the ministry, from the arrival of the request. */
  readonly latencyMs: number
  /** Called after a request that may have changed what the world remembers. */
  readonly changed: () => void
}

interface Serving extends Pick<ListenOptions, 'latencyMs' | 'changed'> {
  readonly timers: Timers
}

/** Longer than clients keep idle connections, so that the client is the one who closes. */
const KEEP_ALIVE_MS = 120_000

export async function listen(world: World, options: ListenOptions): Promise<Server> {
  const timers = createTimers()
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (message, response) => {
    serve(world, { ...options, timers }, message, response).catch((error: unknown) => {
      fail(response, error)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { port } = server.address() as AddressInfo
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return {
    url: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve, reject) => {
        timers.cancel()
        server.close((error) => {
          if (error) reject(error)
          else resolve()
        })
        server.closeAllConnections()
      }),
  }
}

async function serve(
  world: World,
  { timers, latencyMs, changed }: Serving,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = '/', query = ''] = (message.url ?? '/').split('?', 2)
  if (path.startsWith('/_sim/')) {
    const answer = await answerControl(world, message, path, new URLSearchParams(query))
    if ('chunks' in answer) await sendStream(response, answer.chunks)
    else sendReply(response, answer)
    if (message.method !== 'GET') changed()
    return
  }
  if (path === '/' && message.method === 'GET') {
    sendReply(response, { ...json(302, {}), headers: { location: '/_sim/' } })
    return
  }
  if (path === PUBLIC_QUERY && message.method === 'GET') {
    sendReply(response, answerPublicQuery(world, new URLSearchParams(query)))
    return
  }
  const latency = latencyMs > 0 ? timers.wait(latencyMs) : null // from the arrival, processing time included
  const { method, headers } = message
  const arrived = { method, path, headers, body: await readBody(message) }
  const ending = await answerMinistry(world, arrived, timers.wait)
  changed()
  if (ending.kind === 'silence') return // the client gives up, or the simulator closes
  await latency
  if (ending.kind === 'drop') response.destroy()
  else sendReply(response, ending.reply)
}

/** A bug of the simulator says so, and is not presented as an answer of the ministry. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const detail = error instanceof Error ? error.message : String(error)
  const reply: Reply = json(500, { error: `the simulator failed: ${detail}` })
  sendReply(response, reply)
}
