import { json } from '../http/reply.ts'
import { NotSaved, reset, restore, savedLines } from '../world/saved.ts'
import type { World } from '../world/world.ts'
import { type Action, BadScript, isBoolean, optional, readObject } from './action.ts'

/** What the simulator remembers, as text that `POST` takes back. */
export const readSnapshot: Action = {
  method: 'GET',
  path: '/_sim/snapshot',
  // Read whole before the first byte is written: documents that arrive meanwhile are not half in it.
  handle: (world) => ({ chunks: [...savedLines(world)].map((line) => `${line}\n`) }),
}

/** Goes back to a snapshot: everything since then is forgotten, and every program logs in again. */
export const restoreSnapshot: Action = {
  method: 'POST',
  path: '/_sim/snapshot',
  handle: (world, { text }) => {
    if (text === null) throw new BadScript('over 16 MB: start the simulator with it as data file')
    try {
      restore(world, text.split('\n'))
    } catch (error) {
      if (error instanceof NotSaved) throw new BadScript(error.message, { cause: error })
      throw error
    }
    return counted(world)
  },
}

/** Forgets all documents, events and faults, and sets the clock right. `taxpayers: true` forgets these too. */
export const resetSimulator: Action = {
  method: 'POST',
  path: '/_sim/reset',
  handle: (world, { body }) => {
    const b = readObject(body ?? {}, ['taxpayers'])
    reset(world, { keepsTaxpayers: optional(b.taxpayers, 'taxpayers', isBoolean) !== true })
    return counted(world)
  },
}

const counted = (world: World) =>
  json(200, { documents: world.ledger.counts(), taxpayers: world.taxpayers.size })
