/** What an attack is: who is needed for it, and what they send. */
import type { World } from '../world.ts'
import type { AttackCall, From, Lane } from './plan.ts'
import type { Headers } from './tenant.ts'

/** Makes the attacker's people and whatever else stays the same between attacks. */
export type Attack = (world: World, from: From) => Promise<Prepared>

export interface Prepared {
  /** Signs in anew and says what to do: a confirmation lasts five minutes. */
  begin(): Promise<Begun>
}

export interface Begun {
  readonly lanes: readonly Lane[]
  /** Once by an ordinary person, before the memory is measured: what a process loads at first use stays. */
  readonly ordinary: readonly { readonly headers: Headers; readonly call: AttackCall }[]
  /** What of the attack was not possible, in words. */
  readonly notes: readonly string[]
}
