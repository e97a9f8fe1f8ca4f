/** What comes from the machine when the caller gives nothing else: the time and the randomness. */
import { randomBytes } from 'node:crypto'
import type { Random } from './world/random.ts'

export const machineNow = (): Date => new Date()

export const machineRandom: Random = (bytes) => randomBytes(bytes)
