/**
 * The seed of whatever the tests of all packages leave to chance. `npm test` takes the same one each time, so that
 * what passed passes again; `npm run test:long` takes a fresh one and prints it; the variable SEED gives another.
 */
export const SEED = process.env.SEED ?? '1'

/** The same for generators that take a number: SEED itself, or a number of its own for any other text. */
export const SEED_NUMBER = /^\d{1,9}$/.test(SEED) ? Number(SEED) : hash(SEED)

function hash(text: string): number {
  let state = 0
  for (const char of text) state = (Math.imul(state, 31) + (char.codePointAt(0) ?? 0)) >>> 0
  return state >>> 1
}
