/** A proxy between client and service that simulates network faults: drops, delays, truncates, repeats. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

export const FAULTS = [
  'drop_request', // nothing arrives
  'drop_answer', // it arrives, and the answer is lost
  'delay', // the answer is late
  'cut', // the connection breaks in the middle of the answer
  'truncate', // the answer is shorter with a matching length: complete HTTP, broken JSON
  'twice', // the request arrives twice
  'stale', // an answer that another call already got
  'page', // the proxy's own page
] as const
export type Fault = (typeof FAULTS)[number]

export interface FaultyProxy {
  readonly url: string
  /** How often each fault happened. */
  readonly counts: Map<Fault, number>
  /** A killed caller no longer knows its answers, so none of them is repeated from now on. */
  forget(): void
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** More than concurrent callers: whoever the answer was for has read it. */
const STALE_AFTER = 16

/** `next` chooses the fault of each call; null: none. */
export async function startFaultyProxy(
  target: string,
  next: () => Fault | null,
): Promise<FaultyProxy> {
  const counts = new Map<Fault, number>()
  let delivered: Answer[] = []

  async function serve(call: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await buffer(call)
    const known = delivered // the current caller's
    const fault = next()
    if (fault !== null) counts.set(fault, (counts.get(fault) ?? 0) + 1)
    if (fault === 'drop_request') return void call.socket.destroy()
    if (fault === 'page') {
      reply.writeHead(502, { 'content-type': 'text/html' })
      return void reply.end('<html>Bad Gateway</html>')
    }
    const stale = known.at(-STALE_AFTER)
    if (fault === 'stale' && stale) return write(reply, stale)
    if (fault === 'twice') await forward(target, call, body)
    const answer = await forward(target, call, body)
    if (fault === 'drop_answer') return void call.socket.destroy()
    if (fault === 'delay') await new Promise((resolve) => setTimeout(resolve, 400))
    if (fault === 'truncate') {
      return write(reply, { ...answer, body: answer.body.subarray(0, answer.body.length / 2) })
    }
    if (fault === 'cut') {
      reply.writeHead(answer.status, { 'content-length': answer.body.length })
      reply.write(answer.body.subarray(0, answer.body.length / 2))
      return void setTimeout(() => call.socket.destroy(), 5)
    }
    reply.once('finish', () => {
      if (call.socket.destroyed) return // nobody read it
      known.push(answer)
      if (known.length > STALE_AFTER) known.shift()
    })
    write(reply, answer)
  }

  const server = createServer((call, reply) => {
    serve(call, reply).catch(() => call.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    forget() {
      delivered = []
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function write(reply: ServerResponse, { status, headers, body }: Answer): void {
  const { connection, 'transfer-encoding': _, ...rest } = headers
  reply.writeHead(status, { ...rest, 'content-length': body.length })
  reply.end(body)
}

function forward(target: string, call: IncomingMessage, body: Buffer): Promise<Answer> {
  const headers = { ...call.headers, host: new URL(target).host }
  return new Promise((resolve, reject) => {
    const sent = request(target + call.url, { method: call.method, headers }, (answer) => {
      buffer(answer).then((bytes) => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes })
      }, reject)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
