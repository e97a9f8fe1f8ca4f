/** Maintenance windows: times when the ministry has announced that it does not answer. */
import type { Ambiente } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement } from '../../base/db/tx.ts'

export interface MaintenanceWindow {
  readonly windowId: string
  readonly ambiente: Ambiente
  readonly since: Date
  readonly until: Date
  readonly reason: string
}

/** Windows that are not over, the next one first. */
export function listWindows(db: Db, now: Date): Promise<readonly MaintenanceWindow[]> {
  return db.many<MaintenanceWindow>(
    `select window_id as "windowId", ambiente, since, until, reason from maintenance_windows
      where until > $1 order by since, window_id`,
    [now],
  )
}

/** After the commit every process observes it within a second. */
export async function addWindow(pool: Pool, window: MaintenanceWindow, now: Date): Promise<void> {
  await statement(
    pool,
    `insert into maintenance_windows (window_id, ambiente, since, until, reason, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [window.windowId, window.ambiente, window.since, window.until, window.reason, now],
  )
}

/** False when there is no such window. */
export async function removeWindow(pool: Pool, windowId: string): Promise<boolean> {
  const removed = await statement(
    pool,
    'delete from maintenance_windows where window_id = $1 returning 1',
    [windowId],
  )
  return removed.length === 1
}
