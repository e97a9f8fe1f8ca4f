/** Splits work on large documents into slices of about 10 ms on the main thread. */
import { setImmediate as turn } from 'node:timers/promises'

/** The size of the work: lines of a request, or text. */
export type Size = { readonly lines: number } | { readonly text: { readonly length: number } }

/** Some 200 lines. */
export function isLarge(size: Size): boolean {
  return 'lines' in size ? size.lines >= 200 : size.text.length >= 64 * 1024
}

/** Yields to the event loop between two slices of large work. */
export async function yieldIfLarge(size: Size): Promise<void> {
  if (isLarge(size)) await turn()
}

/** Yields to the event loop. */
export const nextTurn = (): Promise<void> => turn()
