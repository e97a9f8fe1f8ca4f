import type { Random } from './random.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const RANDOM_LENGTH = 28
const SERIAL_LENGTH = 8

/** The last serial given, under `seal`. */
export type Serials = Map<'seal', number>

/**
 * Makes seals: forty capitals and digits that begin with the year. The serial at the end keeps them
 * unique even when the randomness repeats.
 */
export function createSeals(random: Random, serials: Serials): (year: string) => string {
  return (year) => {
    const serial = (serials.get('seal') ?? 0) + 1
    serials.set('seal', serial)
    const letters = Array.from(random(RANDOM_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
    const tail = serial.toString(36).toUpperCase().padStart(SERIAL_LENGTH, '0')
    return [year, ...letters, tail].join('')
  }
}
