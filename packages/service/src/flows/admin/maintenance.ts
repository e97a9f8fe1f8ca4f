/** Maintenance windows of the ministry, announced by an operator (ADR 0070). */
import type { Ambiente } from '@sello/contract'
import { DAY_MS } from '../../base/time/durations.ts'
import {
  addWindow,
  listWindows,
  type MaintenanceWindow,
  removeWindow,
} from '../../ledger/outages/maintenance.ts'
import { type Admin, refuse } from './admin.ts'

export type { MaintenanceWindow } from '../../ledger/outages/maintenance.ts'

export interface NewMaintenance {
  readonly ambiente: Ambiente
  readonly since: Date
  readonly until: Date
  readonly reason: string
}

/** A typing error must not defer a country's documents for a month. */
const LENGTH_MS_MAX = 3 * DAY_MS
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** During the window nothing is sent to the ministry: documents are deferred and answered 202 at once. */
export async function addMaintenance(
  { pool, clock, random }: Admin,
  given: NewMaintenance,
): Promise<MaintenanceWindow> {
  const { since, until } = given
  const now = clock.now()
  if (until <= since) refuse('hasta', 'El mantenimiento termina después de empezar.')
  if (until <= now) refuse('hasta', 'Ese mantenimiento ya terminó.')
  if (until.getTime() - since.getTime() > LENGTH_MS_MAX) {
    refuse('hasta', 'Un mantenimiento dura tres días como máximo. Si sigue, anuncie otro.')
  }
  const window = { windowId: random.uuid(), ...given }
  await addWindow(pool, window, now)
  return window
}

/** The windows that are not over. */
export const listMaintenance = ({ pool, clock }: Admin): Promise<readonly MaintenanceWindow[]> =>
  listWindows(pool, clock.now())

/** Removes the window, so the service probes the ministry again. Refuses an unknown window. */
export async function removeMaintenance({ pool }: Admin, windowId: string): Promise<void> {
  if (!UUID.test(windowId) || !(await removeWindow(pool, windowId))) {
    refuse('id', `No hay un mantenimiento ${windowId}. "sello maintenance list" dice cuáles hay.`)
  }
}
