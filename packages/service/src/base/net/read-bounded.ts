/** Reads a body of at most `bytesMax`; null when it is longer. */
export async function readBounded(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > bytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
