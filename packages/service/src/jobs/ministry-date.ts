/**
 * Checks whether the ministry's clock and ours agree again. While they differ by a minute nothing is issued, so
 * no response would show it; otherwise ordinary responses suffice.
 */
import { AMBIENTES } from '@sello/contract'
import type { Deps } from '../context.ts'
import { REFUSE_MS } from '../time/shared-time.ts'

export async function compareMinistryDates({ time, mh }: Deps): Promise<void> {
  for (const ambiente of AMBIENTES) {
    if (Math.abs(time.ministryDifferenceMs(ambiente) ?? 0) >= REFUSE_MS) await mh.askDate(ambiente)
  }
}
