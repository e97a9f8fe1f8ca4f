/** Work on a large document that cannot leave this thread is cut into stretches of some 10 ms. */
import { setImmediate as turn } from 'node:timers/promises'

/** From how many lines on a request is one of a large document. */
const LARGE_LINES = 200
/** The same of signed text. */
const LARGE_CHARACTERS = 64 * 1024

/** Between two stretches: whatever waits for this thread has its turn before the next one. */
export async function othersFirst(size: { readonly lines: number } | { readonly text: string }) {
  const isLarge = 'lines' in size ? size.lines >= LARGE_LINES : size.text.length >= LARGE_CHARACTERS
  if (isLarge) await turn()
}
