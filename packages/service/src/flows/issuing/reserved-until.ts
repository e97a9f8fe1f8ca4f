/** The deadline for signing a prepared document. */
import { MINUTE_MS } from '../../base/time/durations.ts'

/** As long as the prepareToken is valid (docs/wire.md#issuing). */
const RESERVED_FOR_MS = 15 * MINUTE_MS

export const reservedUntil = (now: Date) => new Date(now.getTime() + RESERVED_FOR_MS)
