/** 429: the key has used up its calls of the last hour or day. A refused call is not counted. */
import { Refused } from '@sello/contract'
import {
  type RateWindow,
  readQuota,
  remainingOf,
  secondsUntilNext,
} from '../../../ledger/keys/quota.ts'
import { admittedOf } from '../admitted.ts'
import type { Call, Learned } from '../gate.ts'

/**
 * For a call that was not counted, the current windows: its statement read them before it waited for other calls.
 */
export async function rateWindows(call: Call): Promise<Learned | undefined> {
  if (call.admission?.counted) return undefined
  const quota = await readQuota(call.deps.logPool, admittedOf(call), call.at)
  return { windows: (call.windows ?? []).map(({ window }) => quota[window]) }
}

export function rateWindow(call: Call): undefined {
  if (call.admission?.counted) return undefined
  const { window, limit, seconds } = slowestOf(call.windows ?? [], call.at)
  throw new Refused(
    'rate_limited',
    `Esta llave ya hizo sus ${limit} llamadas ${PER[window]}. Repita en ${seconds} segundos; esta no contó.`,
    { window, remaining: 0, retryAfterSeconds: seconds },
  )
}

const PER: Readonly<Record<RateWindow['window'], string>> = {
  hora: 'por hora',
  dia: 'por día',
  estado: 'de /v1/status por hora',
  novedades: 'de /v1/events por hora',
}

/**
 * Of several full windows, the one that opens last. If a slot became free meanwhile, the next one opens within a
 * second.
 */
function slowestOf(windows: readonly RateWindow[], now: Date) {
  const waits = windows.map((one) => ({
    ...one,
    seconds: remainingOf(one) > 0 ? 1 : secondsUntilNext(one, now),
  }))
  const [slowest] = waits.sort((a, b) => b.seconds - a.seconds)
  if (!slowest) throw new Error('bug: a call that no window counts')
  return slowest
}
