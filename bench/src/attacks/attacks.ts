/** The attacks, by name. */
import { drafts } from './drafts.ts'
import { flood } from './flood.ts'
import { logo } from './logo.ts'
import { passphrases } from './passphrases.ts'
import { reads } from './reads.ts'

export const ATTACKS = { flood, logo, drafts, passphrases, reads } as const
export type AttackName = keyof typeof ATTACKS
export const ATTACK_NAMES = Object.keys(ATTACKS) as AttackName[]
