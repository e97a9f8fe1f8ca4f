/** One guess of a person's password or code: in its turn, and counted before it is checked (ADR 0098). */

import { Refused } from '@sello/contract'
import type { Tx } from '../../base/db/tx.ts'
import type { SecurityKind } from '../../base/telemetry/security-kinds.ts'
import { countAttempt, forgetAttempts } from '../../ledger/people/attempts.ts'
import { isDeviceOf } from '../../ledger/people/devices.ts'
import { findPersonByCorreo, type Person } from '../../ledger/people/person.ts'
import { readToken } from '../../ledger/people/token.ts'
import { DEVICE } from './cookies.ts'
import { signInFailed } from './refusals.ts'
import type { ConsoleAsked } from './route.ts'
import { noteSecurity } from './security.ts'

interface Guess {
  /** Null: the e-mail is nobody's. */
  readonly person: Person | null
  /** It was right. */
  forget(tx: Tx): Promise<void>
  /** It was wrong: notes it, and returns the 401. */
  failed(kind: SecurityKind): Refused<'sign_in_failed'>
}

/**
 * Runs `check` while no other guess is checked. Refuses too many for the e-mail (429) and a full line (503). A
 * browser that the person has signed in from does not wait for strangers, and has its own count.
 */
export async function guess<T>(
  asked: ConsoleAsked,
  correo: string,
  check: (guess: Guess) => Promise<T>,
): Promise<T> {
  const { deps, now, peer, turns } = asked
  const cookie = readToken(asked.cookies[DEVICE])
  const isKnown = cookie !== null && (await isDeviceOf(deps.pool, { correo, token: cookie, now }))
  const counted = async () => {
    const person = await findPersonByCorreo(deps.pool, correo)
    const personId = person?.personId ?? null
    const attempt = { correo, personId, peer, device: isKnown ? cookie : null }
    const minutes = await countAttempt(deps, attempt, now)
    if (minutes !== null) {
      noteSecurity(asked, 'entrada_bloqueada', person)
      throw tooMany(minutes)
    }
    return check({
      person,
      forget: (tx) => forgetAttempts(tx, deps.secrets, { attempt, now }),
      failed(kind) {
        noteSecurity(asked, kind, person)
        return signInFailed()
      },
    })
  }
  return turns.run('password', counted, { first: isKnown })
}

function tooMany(minutos: number) {
  return new Refused(
    'too_many_attempts',
    `Demasiados intentos. Espere ${minutos} min o use su llave de acceso.`,
    { minutos },
  )
}
