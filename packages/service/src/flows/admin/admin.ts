/** Shared by the administration commands: their context and their refusals. */
import type { ScryptParams } from '@sello/vault'
import type { Clock, Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import type { Turns } from '../../base/db/turns.ts'
import type { Secrets } from '../../base/secrets/secrets.ts'
import { companyOfNit } from '../../ledger/companies/company.ts'

export interface Admin {
  readonly pool: Pool
  readonly secrets: Secrets
  readonly clock: Clock
  readonly random: Random
  /** The prefix of API keys. */
  readonly keyPrefix: string
  /** The cost of each guess of an owner's passphrase. */
  readonly passphraseCost: ScryptParams
  /** Absent at a shell, where the owner's passphrase is not limited. */
  readonly turns?: Turns
}

/** An administrator's request that is refused; `problems` name the fields. */
export class AdminRefused extends Error {
  override readonly name = 'AdminRefused'
  readonly problems: readonly AdminProblem[]

  constructor(problems: readonly AdminProblem[]) {
    super(problems.map(({ field, message }) => `${field}: ${message}`).join('\n'))
    this.problems = problems
  }
}

export interface AdminProblem {
  readonly field: string
  readonly message: string
}

/** Throws with a single problem. */
export function refuse(field: string, message: string): never {
  throw new AdminRefused([{ field, message }])
}

/** The company of a NIT, with or without hyphens. Refuses an unknown one. */
export async function companyOf({ pool }: Pick<Admin, 'pool'>, nit: string) {
  const digits = nit.replaceAll('-', '')
  const company = await companyOfNit(pool, digits)
  return (
    company ??
    refuse('nit', `No hay una empresa con NIT ${digits}. Créela con "sello company create".`)
  )
}
