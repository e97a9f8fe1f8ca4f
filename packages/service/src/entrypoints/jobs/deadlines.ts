/** Says that contingency deadlines are near: to each company by its feed, and in the log. */
import { HOUR_MS } from '../../base/time/durations.ts'
import type { Deps } from '../../flows/context.ts'
import { listDeadlines, nearestOf } from '../../flows/contingency/deadlines.ts'
import { skippedInLog } from '../../ledger/cluster/due.ts'
import { tellDeadline } from '../../ledger/outages/deadlines.ts'

export const NEAR_MS = 12 * HOUR_MS
const LAST_MS = 3 * HOUR_MS

// biome-ignore format: a table
const MESSAGES = {
  event:     'a contingency event must be signed before its deadline: ask the company to issue, or sello contingency close',
  documents: 'deferred documents must be sealed before their deadline',
} as const

// biome-ignore format: a table
const WORDS = { event: 'evento', documents: 'documentos' } as const

export async function warnOfDeadlines({ pool, clock, log }: Deps): Promise<void> {
  const now = clock.now()
  const leftMs = ({ at }: { readonly at: Date }) => at.getTime() - now.getTime()
  const all = await listDeadlines(pool, skippedInLog(log, 'deadlines'))
  const near = all.filter((one) => leftMs(one) <= NEAR_MS)
  for (const one of near) {
    await tellDeadline(pool, one, { limite: one.at, de: WORDS[one.of], now })
  }
  for (const one of nearestOf(near)) {
    const { ambiente, of, at } = one
    const line = {
      job: 'deadlines',
      ambiente,
      limite: at,
      hours: Math.floor(leftMs(one) / HOUR_MS),
    }
    if (leftMs(one) > LAST_MS) log.warn(line, MESSAGES[of])
    else log.error(line, MESSAGES[of])
  }
}
