import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Reply } from './reply.ts'

export function sendReply(response: ServerResponse, { status, body, headers }: Reply): void {
  const html = typeof body === 'string'
  const text = html ? body : JSON.stringify(body)
  response.writeHead(status, {
    'content-type': html ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(text)
}

/** Writes a JSON text piece by piece, with backpressure. */
export async function sendStream(
  response: ServerResponse,
  chunks: Iterable<string>,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  const gone = new Promise<'gone'>((resolve) => {
    response.once('close', () => resolve('gone'))
  })
  for (const chunk of chunks) {
    if (response.write(chunk)) continue
    if ((await Promise.race([once(response, 'drain'), gone])) === 'gone') return
  }
  response.end()
}
