/** Refreshes this process's fence, and advances the shared mark. */
import type { Deps } from '../../flows/context.ts'

export function watchFence({ fence }: Deps): Promise<void> {
  return fence.check()
}
