/** Work on a large document that cannot leave this thread is cut into stretches of some 10 ms. */
import { setImmediate as turn } from 'node:timers/promises'

/** By the lines of a request, or by the text that is worked on. */
export type Size = { readonly lines: number } | { readonly text: { readonly length: number } }

/** Some 200 lines. */
export function isLarge(size: Size): boolean {
  return 'lines' in size ? size.lines >= 200 : size.text.length >= 64 * 1024
}

/** Between two stretches: whatever waits for this thread has its turn before the next one. */
export async function yieldIfLarge(size: Size): Promise<void> {
  if (isLarge(size)) await turn()
}

/** Whatever waits for this thread has its turn first. */
export const nextTurn = (): Promise<void> => turn()
