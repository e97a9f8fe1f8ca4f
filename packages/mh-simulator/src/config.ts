/** The defaults from the machine: time and randomness. */
import { randomBytes } from 'node:crypto'
import type { Random } from './world/random.ts'

export const machineNow = (): Date => new Date()

export const machineRandom: Random = (bytes) => randomBytes(bytes)
