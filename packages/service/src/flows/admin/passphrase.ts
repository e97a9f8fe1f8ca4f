/**
 * The owner's passphrase. From the console it may be guessed five times an hour for each vault, and one derivation
 * runs at a time over all processes: each takes 128 MiB (ADR 0101). The command line is not limited: whoever has a
 * shell has the database.
 */
import { openWithPassphrase, type PassphraseWrap, WrongPassphrase } from '@sello/vault'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { HOUR_MS, MINUTE_MS } from '../../base/time/durations.ts'
import { type Admin, AdminRefused } from './admin.ts'

/** The passphrase is wrong. */
export class PassphraseWrong extends AdminRefused {}

/** Too many wrong ones: none is tried until `minutos` have passed. */
export class PassphraseLimited extends AdminRefused {
  readonly minutos: number

  constructor(minutos: number) {
    const message = `Demasiadas frases de contraseña equivocadas. Espere ${minutos} min. ${WHICH}`
    super([{ field: 'passphrase', message }])
    this.minutos = minutos
  }
}

const WHICH = 'Es la que se eligió al importar el certificado; si se perdió, impórtelo con otra.'
const GUESSES_MAX = 5

export interface OwnersVault {
  readonly companyId: string
  readonly vaultId: string
  readonly owner: PassphraseWrap
}

/**
 * The vault's data key. Refuses a wrong passphrase, and, from the console, the sixth wrong one of an hour without
 * trying it.
 */
export function openAsOwner(admin: Admin, vault: OwnersVault, passphrase: string): Promise<Buffer> {
  const open = () => openWithPassphrase(vault.owner, passphrase).catch(refuseWrong)
  if (!admin.turns) return open()
  return admin.turns.run('passphrase', async () => {
    await countGuess(admin.pool, vault, admin.clock.now())
    const dataKey = await open()
    await forgetGuesses(admin.pool, vault)
    return dataKey
  })
}

/** Runs a derivation that guesses nothing, in its turn. */
export const inTurn = <T>({ turns }: Admin, derive: () => Promise<T>): Promise<T> =>
  turns ? turns.run('passphrase', derive) : derive()

function refuseWrong(error: unknown): never {
  if (!(error instanceof WrongPassphrase)) throw error
  const message = `La frase de contraseña no abre la bóveda de la empresa. ${WHICH}`
  throw new PassphraseWrong([{ field: 'passphrase', message }])
}

/** Before it is checked, in a statement of its own: a crash or a second process gives no further guess. */
async function countGuess(pool: Pool, { companyId, vaultId }: OwnersVault, now: Date) {
  const since = new Date(now.getTime() - HOUR_MS)
  const [counted] = await statement(
    pool,
    `update owner_wraps
        set guessed_ats = array(select at from unnest(guessed_ats) as at where at > $3) || $4::timestamptz
      where company_id = $1 and vault_id = $2
        and (select count(*) from unnest(guessed_ats) as at where at > $3) < $5
     returning 1`,
    [companyId, vaultId, since, now, GUESSES_MAX],
  )
  if (counted) return
  const { oldest } = await pool.one<{ oldest: Date | null }>(
    `select (select min(at) from unnest(guessed_ats) as at where at > $3) as oldest
       from owner_wraps where company_id = $1 and vault_id = $2`,
    [companyId, vaultId, since],
  )
  const waitMs = (oldest ?? since).getTime() - since.getTime()
  throw new PassphraseLimited(Math.max(1, Math.ceil(waitMs / MINUTE_MS)))
}

async function forgetGuesses(pool: Pool, { companyId, vaultId }: OwnersVault): Promise<void> {
  await statement(
    pool,
    `update owner_wraps set guessed_ats = '{}' where company_id = $1 and vault_id = $2`,
    [companyId, vaultId],
  )
}
