/**
 * The owner's passphrase. From the console it may be guessed five times an hour for each vault, and one derivation
 * runs at a time over all processes: each takes 128 MiB (ADR 0098). The command line is not limited: whoever has a
 * shell has the database.
 */
import { openWithPassphrase, WrongPassphrase } from '@sello/vault'
import { MINUTE_MS } from '../../base/time/durations.ts'
import { countGuess, forgetGuesses, type OwnersVault } from '../../ledger/companies/vaults.ts'
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

/**
 * The vault's data key. Refuses a wrong passphrase, and, from the console, the sixth wrong one of an hour without
 * trying it.
 */
export function openAsOwner(admin: Admin, vault: OwnersVault, passphrase: string): Promise<Buffer> {
  const open = () => openWithPassphrase(vault.owner, passphrase).catch(refuseWrong)
  if (!admin.turns) return open()
  return admin.turns.run('passphrase', async () => {
    const now = admin.clock.now()
    const next = await countGuess(admin.pool, vault, now)
    if (next) throw new PassphraseLimited(minutesUntil(next, now))
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

const minutesUntil = (at: Date, now: Date) => Math.ceil((at.getTime() - now.getTime()) / MINUTE_MS)
