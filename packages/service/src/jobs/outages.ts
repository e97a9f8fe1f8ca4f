/** Refreshes this process's view of the ministry's outages, and probes in its turn whether it is back. */
import type { Deps } from '../context.ts'

export async function watchOutages({ breaker, mh }: Deps): Promise<void> {
  await breaker.refresh()
  await breaker.probe((ambiente, { hasCredentials: _, ...probe }) =>
    mh.probe({ kind: 'documento', ambiente, ...probe }),
  )
}
