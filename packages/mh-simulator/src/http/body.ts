import type { IncomingMessage } from 'node:http'

/** Several times the size of two thousand lines; no real document is larger. */
const BODY_BYTES_MAX = 16 * 1024 * 1024

/** The body as text, or null when it is over the limit. */
export function readBody(request: IncomingMessage): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= BODY_BYTES_MAX) chunks.push(chunk)
      else chunks.length = 0 // read to the end, but not kept
    })
    request.on('end', () => {
      resolve(bytes > BODY_BYTES_MAX ? null : textOf(chunks))
    })
    request.on('error', reject)
  })
}

function textOf(chunks: readonly Buffer[]): string {
  const [only] = chunks
  return chunks.length === 1 && only
    ? only.toString('utf8')
    : Buffer.concat(chunks).toString('utf8')
}
