import { createHash } from 'node:crypto'

/** Returns that many random bytes. The machine's by default; `seededRandom` makes a run repeatable. */
export type Random = (bytes: number) => Uint8Array

/** The same seed gives the same bytes in the same order. For tests: not secure. */
export function seededRandom(seed: string): Random {
  let block = 0
  let rest = Buffer.alloc(0)
  return (bytes) => {
    while (rest.length < bytes) {
      const next = createHash('sha512').update(`${seed}:${block}`).digest()
      rest = Buffer.concat([rest, next])
      block += 1
    }
    const taken = rest.subarray(0, bytes)
    rest = rest.subarray(bytes)
    return taken
  }
}
