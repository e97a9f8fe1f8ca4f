/** Splits work on large documents into slices of about 10 ms on the main thread. */
import { setImmediate as turn } from 'node:timers/promises'

/** The size of the work: lines of a request, or text. */
export type Size = { readonly lines: number } | { readonly text: { readonly length: number } }

/** Some 200 lines. */
export function isLarge(size: Size): boolean {
  return 'lines' in size ? size.lines >= 200 : size.text.length >= 64 * 1024
}

let slices = Promise.resolve()

/**
 * Yields to the event loop between two slices of large work. Each turn of the loop has one slice, in the order they
 * were asked for: of twenty large documents at once, everybody else waits for one slice and not for twenty.
 */
export async function yieldIfLarge(size: Size): Promise<void> {
  if (!isLarge(size)) return
  slices = slices.then(nextTurn)
  await slices
}

/** Yields to the event loop. */
export const nextTurn = (): Promise<void> => turn()
