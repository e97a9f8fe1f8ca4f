/**
 * Checks whether the ministry's clock and ours agree again. While they differ by a minute nothing is issued, so
 * no response would show it; otherwise ordinary responses suffice.
 */
import { AMBIENTES } from '@sello/contract'
import { REFUSE_MS } from '../../base/time/shared-time.ts'
import type { Deps } from '../../flows/context.ts'

export async function compareMinistryDates({ time, mh }: Deps): Promise<void> {
  for (const ambiente of AMBIENTES) {
    if (Math.abs(time.ministryDifferenceMs(ambiente) ?? 0) >= REFUSE_MS) await mh.askDate(ambiente)
  }
}
