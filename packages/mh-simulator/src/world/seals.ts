import type { Random } from './random.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const RANDOM_LENGTH = 28
const SERIAL_LENGTH = 8

/**
 * Makes seals: forty capitals and digits that begin with the year. The serial at the end keeps them
 * unique even when the randomness repeats.
 */
export function createSeals(random: Random): (year: string) => string {
  let serial = 0
  return (year) => {
    serial += 1
    const letters = Array.from(random(RANDOM_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
    const tail = serial.toString(36).toUpperCase().padStart(SERIAL_LENGTH, '0')
    return [year, ...letters, tail].join('')
  }
}
