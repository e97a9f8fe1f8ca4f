/**
 * Checks whether the ministry's clock and ours agree again. While they differ by a minute nothing is issued, so
 * no response would show it; otherwise ordinary responses suffice.
 */
import { AMBIENTES } from '@sello/contract'
import { REFUSE_MS, type SharedTime } from '../../base/time/shared-time.ts'
import type { Ministry } from '../../outside/ministry/ministry.ts'

export async function compareMinistryDates({
  time,
  mh,
}: {
  readonly time: Pick<SharedTime, 'ministryDifferenceMs'>
  readonly mh: Pick<Ministry, 'askDate'>
}): Promise<void> {
  for (const ambiente of AMBIENTES) {
    const differenceMs = time.ministryDifferenceMs(ambiente)
    if (differenceMs !== null && Math.abs(differenceMs) >= REFUSE_MS) await mh.askDate(ambiente)
  }
}
