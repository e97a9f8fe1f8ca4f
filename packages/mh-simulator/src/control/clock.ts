import { json } from '../http/reply.ts'
import { NoSuchInstant } from '../world/clock.ts'
import { type Action, BadScript, isText, optional, readObject } from './action.ts'

export const readClock: Action = {
  method: 'GET',
  path: '/_sim/clock',
  handle: (world) => json(200, { now: world.clock.now().toISOString() }),
}

export const moveClock: Action = {
  method: 'POST',
  path: '/_sim/clock',
  handle: (world, { body }) => {
    const b = readObject(body, ['now', 'advanceMs'])
    const now = optional(b.now, 'now', isText)
    const advanceMs = optional(b.advanceMs, 'advanceMs', isInteger)
    if ((now === undefined) === (advanceMs === undefined)) {
      throw new BadScript('one of "now" and "advanceMs" is required')
    }
    if (now !== undefined) {
      const instant = new Date(now)
      if (Number.isNaN(instant.getTime())) throw new BadScript('"now" is not an ISO instant')
      move(() => world.clock.set(instant))
    }
    move(() => world.clock.advance(advanceMs ?? 0))
    return json(200, { now: world.clock.now().toISOString() })
  },
}

function move(clock: () => void): void {
  try {
    clock()
  } catch (error) {
    if (error instanceof NoSuchInstant) throw new BadScript(error.message, { cause: error })
    throw error
  }
}

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)
