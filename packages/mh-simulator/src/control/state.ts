import { json } from '../http/reply.ts'
import { SERVICES } from '../services/table.ts'
import type { Action } from './action.ts'
import { faultsOf } from './faults.ts'
import { taxpayersOf } from './taxpayers.ts'

export const readState: Action = {
  method: 'GET',
  path: '/_sim/state',
  handle: (world) => {
    const { PROCESADO, RECHAZADO, NO_PROCESADO, attempts } = world.ledger.counts()
    const { ambiente, ledgerJws, notHeld, held, authFailure, published } = world.options
    return json(200, {
      now: world.clock.now().toISOString(),
      ambiente,
      documents: { attempts, PROCESADO, RECHAZADO, NO_PROCESADO },
      tokens: world.tokens.live(),
      faults: faultsOf(world.faults.list()),
      taxpayers: taxpayersOf(world),
      services: SERVICES.map(({ name, path }) => ({ name, path })),
      options: { schemas: [...published.keys()], ledgerJws, notHeld, held, authFailure },
    })
  },
}
