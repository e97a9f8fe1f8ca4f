/** The attacks, by name. */
import type { World } from '../world.ts'
import { drafts } from './drafts.ts'
import { flood } from './flood.ts'
import { logo } from './logo.ts'
import { passphrases } from './passphrases.ts'
import type { AttackCall, From, Lane } from './plan.ts'
import type { Headers } from './tenant.ts'

export const ATTACKS = { flood, logo, drafts, passphrases } as const
export type AttackName = keyof typeof ATTACKS
export const ATTACK_NAMES = Object.keys(ATTACKS) as AttackName[]

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
