/** What an action requires of its session: a role, a second factor, a recent confirmation. */
import { runsCompany } from '../../people/memberships.ts'
import type { Person } from '../../people/person.ts'
import { confirmedUntil } from '../../people/sessions.ts'
import { ConsoleRefused } from './refusals.ts'
import type { Caller, ConsoleAsked } from './route.ts'

/** What a session lacks before it may act: a second factor at all, or to be confirmed with the one that there is. */
export type Pendiente = 'segundo_factor' | 'confirmar_segundo_factor'

/**
 * D, A and O act in sessions that a second factor, a passkey or a one-time link confirmed. That the person has a
 * passkey says nothing of this session: it may be of a thief of the password.
 */
export function pendienteOf({ person, session }: Caller, needed: boolean): Pendiente | null {
  if (!needed || session.strong) return null
  return hasSecondFactor(person) ? 'confirmar_segundo_factor' : 'segundo_factor'
}

export function assertSecondFactor(caller: Caller, needed: boolean): void {
  const pendiente = pendienteOf(caller, needed)
  if (pendiente === 'segundo_factor') throw setupRequired()
  if (pendiente === 'confirmar_segundo_factor') throw factorRequired()
}

/** The same outside a company: of operators, and of whoever owns or administers one. */
export async function assertPersonsSecondFactor(asked: ConsoleAsked, caller: Caller) {
  if (caller.session.strong) return
  const { operador, personId } = caller.person
  assertSecondFactor(caller, operador || (await runsCompany(asked.deps.pool, personId)))
}

const hasSecondFactor = ({ totpActive, llavesDeAcceso }: Person) => totpActive || llavesDeAcceso > 0

export function notAllowed(dueno: string | null) {
  const whom = dueno === null ? 'a un dueño de la empresa' : `a ${dueno}`
  return new ConsoleRefused('role_not_allowed', `No tiene permiso para esto. Pídalo ${whom}.`, {
    dueno,
  })
}

const setupRequired = () =>
  new ConsoleRefused(
    'second_factor_setup_required',
    'Su rol pide un segundo factor. Agregue una llave de acceso o un código temporal en su cuenta.',
  )

const factorRequired = () =>
  new ConsoleRefused(
    'confirmation_required',
    'Confirme que es usted con su llave de acceso, o con su contraseña y su código temporal.',
    { segundoFactor: true },
  )

export function assertConfirmed(asked: ConsoleAsked, { session }: Caller): void {
  if (confirmedUntil(session, asked.now) !== null) return
  throw new ConsoleRefused(
    'confirmation_required',
    'Confirme que es usted, con su llave de acceso o su contraseña.',
    { segundoFactor: false },
  )
}

/** Who has a passkey or a code changes their access with it: with the password alone a thief could add their own. */
export function assertStrongEnough(caller: Caller): void {
  assertSecondFactor(caller, hasSecondFactor(caller.person))
}

/**
 * Of a change of password, second factor or passkeys. Who came by a one-time link and has nothing to confirm with
 * sets their first access without being asked.
 */
export function assertMayChangeAccess(asked: ConsoleAsked, caller: Caller): void {
  assertStrongEnough(caller)
  const { passwordHash, llavesDeAcceso } = caller.person
  if (passwordHash === null && llavesDeAcceso === 0) return
  assertConfirmed(asked, caller)
}
