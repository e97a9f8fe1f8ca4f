import { json } from '../http/reply.ts'
import type { Action } from './action.ts'

/** What a fault delays goes on at once. */
export const endDelays: Action = {
  method: 'DELETE',
  path: '/_sim/delays',
  handle: (world) => json(200, { ended: world.delays.end() }),
}
