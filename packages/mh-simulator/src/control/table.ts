import type { Action } from './action.ts'
import { issueCertificate } from './certificates.ts'
import { moveClock, readClock } from './clock.ts'
import { endDelays } from './delays.ts'
import { addFault, deleteFaults, listFaults } from './faults.ts'
import { addInvalidation } from './invalidations.ts'
import { readLedger } from './ledger.ts'
import { PAGE } from './page.ts'
import { readSnapshot, resetSimulator, restoreSnapshot } from './snapshots.ts'
import { readState } from './state.ts'
import { listTaxpayers, registerTaxpayer } from './taxpayers.ts'

export const ACTIONS: readonly Action[] = [
  addFault,
  listFaults,
  deleteFaults,
  endDelays,
  readLedger,
  addInvalidation,
  readClock,
  moveClock,
  readState,
  registerTaxpayer,
  listTaxpayers,
  issueCertificate,
  readSnapshot,
  restoreSnapshot,
  resetSimulator,
  ...PAGE,
]
