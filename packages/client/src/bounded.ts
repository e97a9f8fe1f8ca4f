/** The bytes of an answer, up to a limit. */
import type { FetchAnswer } from './platform.ts'

/** Far more than the largest document with its printed copy, or a page of any list. */
export const ANSWER_BYTES_MAX = 64 * 1024 * 1024

/** Null for an answer larger than any of Sello's; its rest is not read. */
export async function readBounded(answer: FetchAnswer): Promise<Uint8Array | null> {
  const reader = answer.body?.getReader()
  if (!reader) return new Uint8Array(await answer.arrayBuffer())
  const pieces: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done || !value) break
    length += value.length
    if (length > ANSWER_BYTES_MAX) {
      await reader.cancel().catch(() => {}) // the stream is abandoned either way
      return null
    }
    pieces.push(value)
  }
  const [first] = pieces
  return pieces.length === 1 && first ? first : joined(pieces, length)
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
