/** Chance that comes again with its seed. */
import { seededRandom } from '@sello/mh-simulator'

export interface Dice {
  /** A whole number between both, inclusive. */
  between(min: number, max: number): number
  pick<T>(from: readonly T[]): T
}

export function createDice(seed: string): Dice {
  const random = seededRandom(seed)
  function between(min: number, max: number): number {
    const drawn = Buffer.from(random(4)).readUInt32BE() // its bias is nothing over ranges this small
    return min + (drawn % (max - min + 1))
  }
  return { between, pick: <T>(from: readonly T[]) => from[between(0, from.length - 1)] as T }
}
