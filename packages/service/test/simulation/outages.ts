/** An outage is only declared where the ministry was silent, and begins no earlier (docs/sources.md#contingency). */
import assert from 'node:assert/strict'
import type { Network } from './network.ts'

export interface OutageRow {
  readonly opened_at: Date
}

/** A step of all clocks. */
export interface Jump {
  readonly at: number
  readonly ms: number
}

/** From the first sending of a call to its last: the retry policy's budget, and the statements before it. */
const SENDING_MS_MAX = 60_000
/** How far a process's reading of the shared time may be from another's. */
export const PROCESS_AHEAD_MS_MAX = 1_000

export function assertOutages(
  outages: readonly OutageRow[],
  { silences }: Pick<Network, 'silences'>,
  jumps: readonly Jump[],
): void {
  for (const { opened_at } of outages) {
    const openedAt = opened_at.getTime()
    const first = silences.find((at) => at >= openedAt - PROCESS_AHEAD_MS_MAX)
    const began = opened_at.toISOString()
    assert.ok(first !== undefined, `the outage of ${began} began, and the ministry was not silent`)
    const jumped = jumps.filter(({ at }) => at >= openedAt - PROCESS_AHEAD_MS_MAX && at <= first)
    const earlyMs = first - openedAt - jumped.reduce((sum, { ms }) => sum + ms, 0)
    assert.ok(earlyMs <= SENDING_MS_MAX, `the outage of ${began} began ${earlyMs} ms before it`)
  }
}
