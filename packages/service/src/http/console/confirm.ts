/** What an action requires of its session: a role, a second factor, or a recent confirmation. */
import { isDeviceOf } from '../../people/devices.ts'
import { runsCompany } from '../../people/memberships.ts'
import type { Person } from '../../people/person.ts'
import { confirmedUntil } from '../../people/sessions.ts'
import { readToken } from '../../people/token.ts'
import { DEVICE } from './cookies.ts'
import { ConsoleRefused } from './refusals.ts'
import type { Caller, ConsoleAsked } from './route.ts'
import { noteSecurity } from './security.ts'

/** What a session lacks before it may act: a second factor, or a confirmation with the existing one. */
export type Pendiente = 'segundo_factor' | 'confirmar_segundo_factor'

/**
 * D, A and O act in sessions that were confirmed by a second factor, a passkey or a one-time link. That the person
 * has a passkey proves nothing about this session: a thief of the password may have opened it.
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

/** The same outside a company, for operators and for anyone who owns or administers one. */
export async function assertPersonsSecondFactor(asked: ConsoleAsked, caller: Caller) {
  if (caller.session.strong) return
  assertSecondFactor(caller, await needsSecondFactor(asked, caller.person))
}

/** For operators, and for anyone who owns or administers a company. */
export const needsSecondFactor = async ({ deps }: ConsoleAsked, { operador, personId }: Person) =>
  operador || runsCompany(deps.pool, personId)

const hasSecondFactor = ({ totpActive, llavesDeAcceso }: Person) => totpActive || llavesDeAcceso > 0

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

/**
 * A person with a passkey or a code needs it to change their access; otherwise a thief of the password could add
 * their own.
 */
export function assertStrongEnough(caller: Caller): void {
  assertSecondFactor(caller, hasSecondFactor(caller.person))
}

/**
 * For a change of password, second factor or passkeys. A person who came by a one-time link and has nothing to
 * confirm with may set their first access without confirmation.
 */
export async function assertMayChangeAccess(asked: ConsoleAsked, caller: Caller): Promise<void> {
  assertStrongEnough(caller)
  await assertKnownBrowser(asked, caller)
  const { passwordHash, llavesDeAcceso } = caller.person
  if (passwordHash === null && llavesDeAcceso === 0) return
  assertConfirmed(asked, caller)
}

/**
 * Who must have a second factor and has none yet sets it up in a browser that came by a link or an invitation: from
 * any other, a thief of the password would set up their own.
 */
export async function assertKnownBrowser(
  asked: ConsoleAsked,
  { person, session }: Caller,
): Promise<void> {
  if (session.strong || session.metodo === 'invitacion') return
  if (!(await needsSecondFactor(asked, person))) return
  const { deps, now, cookies } = asked
  const token = readToken(cookies[DEVICE])
  if (await isDeviceOf(deps.pool, { correo: person.correo, token, now, vouched: true })) return
  noteSecurity(asked, 'segundo_factor_rechazado', person)
  throw new ConsoleRefused(
    'unknown_browser',
    'Su segundo factor se activa desde un navegador que usted ya haya usado. Entre desde ese, o pida un enlace a quien opera el servicio.',
  )
}
