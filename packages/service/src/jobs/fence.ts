/** Keeps what this process knows of the database's past, and moves the mark that others go by. */
import type { Deps } from '../context.ts'

export function watchFence({ fence }: Deps): Promise<void> {
  return fence.check()
}
