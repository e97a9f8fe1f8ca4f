/**
 * The seed of all random tests. `npm test` uses a fixed one, so that results repeat; `npm run test:long` a fresh
 * one, which it prints; the variable SEED sets it.
 */
export const SEED = process.env.SEED ?? '1'

/** The same for generators that need a number: SEED itself, or a hash of any other text. */
export const SEED_NUMBER = /^\d{1,9}$/.test(SEED) ? Number(SEED) : hash(SEED)

function hash(text: string): number {
  let state = 0
  for (const char of text) state = (Math.imul(state, 31) + (char.codePointAt(0) ?? 0)) >>> 0
  return state >>> 1
}
