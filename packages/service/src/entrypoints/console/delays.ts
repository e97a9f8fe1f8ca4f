/**
 * Delay in place of refusal for a whole network, such as an office or a carrier's shared address: after many failed
 * sign-ins each further attempt from it waits, holding neither a connection nor a processor. Counted in the memory
 * of the process: a row per network would be a row of an anonymous call (ADR 0098).
 */
import type { Clock } from '../../base/clock.ts'
import { TurnsTaken } from '../../base/db/turns.ts'

/** Failures that delay nobody: an office on a Monday. */
const FREE = 20
const MS_EACH = 250
const DELAY_MS_MAX = 5_000
/** A failure is forgotten every so often: a hundred an hour. */
const FORGOTTEN_EVERY_MS = 36_000
/** With more, patience would take memory. */
const WAITING_MAX = 64
/** Networks that are remembered; the one whose last failure is longest ago is forgotten first. */
const NETWORKS_MAX = 10_000

export interface SignInDelays {
  /** Waits as long as the network's failures make its attempts wait. Refuses (TurnsTaken) if too many wait. */
  wait(network: string): Promise<void>
  failed(network: string): void
}

export function createSignInDelays({ now, sleep }: Clock): SignInDelays {
  const networks = new Map<string, { readonly failures: number; readonly atMs: number }>()
  let waiting = 0

  function failuresOf(network: string): number {
    const last = networks.get(network)
    if (!last) return 0
    const forgotten = Math.max(0, now().getTime() - last.atMs) / FORGOTTEN_EVERY_MS
    return Math.max(0, last.failures - forgotten)
  }

  return {
    async wait(network) {
      const over = Math.ceil(failuresOf(network) - FREE)
      if (over <= 0) return
      if (waiting >= WAITING_MAX) throw new TurnsTaken()
      waiting += 1
      await sleep(Math.min(DELAY_MS_MAX, over * MS_EACH))
      waiting -= 1
    },
    failed(network) {
      // Beyond the longest delay more failures would only make it last.
      const failures = Math.min(failuresOf(network) + 1, FREE + DELAY_MS_MAX / MS_EACH + 1)
      networks.delete(network) // to the end: the first of the map is the longest ago
      networks.set(network, { failures, atMs: now().getTime() })
      if (networks.size > NETWORKS_MAX) networks.delete(networks.keys().next().value as string)
    },
  }
}
