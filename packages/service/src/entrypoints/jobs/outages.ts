/**
 * Refreshes this process's view of the ministry's outages, and probes the ministry when it is this process's turn.
 */
import type { Deps } from '../../flows/context.ts'

export async function watchOutages({ breaker }: Pick<Deps, 'breaker'>): Promise<void> {
  await breaker.refresh()
  await breaker.probe()
}
