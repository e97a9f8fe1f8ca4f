/** The number series of a world, held as by another transaction. */
import { transaction } from '../src/base/db/tx.ts'
import type { World } from './world.ts'

/** So that the first call waits in commit 1, and those that come behind it share the next. */
export function whileTheSeriesIsHeld<T>({ deps }: World, work: () => Promise<T>): Promise<T> {
  return transaction(deps.pool, async (tx) => {
    await tx.run('update series set last = last')
    return work()
  })
}
