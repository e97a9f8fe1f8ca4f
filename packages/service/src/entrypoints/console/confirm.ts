/** What an action requires of its session: a role, a second factor, or a recent confirmation. */
import { Refused } from '@sello/contract'
import { isDeviceOf } from '../../ledger/people/devices.ts'
import { isRunning, listRoles, type Rol } from '../../ledger/people/memberships.ts'
import type { Person } from '../../ledger/people/person.ts'
import { confirmedUntil } from '../../ledger/people/sessions.ts'
import { readToken } from '../../ledger/people/token.ts'
import { DEVICE } from './cookies.ts'
import type { Caller, ConsoleAsked } from './route.ts'
import { noteSecurity } from './security.ts'

/** What a session lacks before it may act: a second factor, or a confirmation with the existing one. */
export type Pendiente = 'segundo_factor' | 'confirmar_segundo_factor'

/**
 * Where the second factor, a passkey or a one-time link must have been used: in the session, or in its browser within
 * thirty days.
 */
export type FactorNeed = 'session' | 'browser' | null

/** D, A and O give it in each session, issuers in each browser. */
function needOf({ operador }: Person, roles: readonly Rol[]): FactorNeed {
  if (operador || roles.some(isRunning)) return 'session'
  return roles.includes('emisor') ? 'browser' : null
}

/** The same today: issuers of before this rule are told first, and go on without it until their date. */
export function presentNeed(person: Person, roles: readonly Rol[], now: Date): FactorNeed {
  const need = needOf(person, roles)
  return need === 'browser' && setUpUntil(person, now) !== null ? null : need
}

/** Until when an issuer without a second factor may do without one; null: no longer, or there is no need. */
export function setUpUntil(person: Person, now: Date): Date | null {
  const { factorDue } = person
  return factorDue !== null && factorDue > now && !hasSecondFactor(person) ? factorDue : null
}

/**
 * That the person has a passkey proves nothing about this session: a thief of the password may have opened it, in
 * another browser.
 */
export function pendienteOf({ person, session }: Caller, need: FactorNeed): Pendiente | null {
  if (need === null || session.strong) return null
  if (!hasSecondFactor(person)) return 'segundo_factor'
  return need === 'browser' && session.remembered ? null : 'confirmar_segundo_factor'
}

export function assertSecondFactor(caller: Caller, need: FactorNeed): void {
  const pendiente = pendienteOf(caller, need)
  if (pendiente === 'segundo_factor') {
    throw new Refused(
      'second_factor_setup_required',
      'Su rol pide un segundo factor. Agregue una llave de acceso o un código temporal en su cuenta.',
      {},
    )
  }
  if (pendiente === 'confirmar_segundo_factor') {
    throw confirmationRequired(
      'Confirme que es usted con su llave de acceso, o con su contraseña y su código temporal.',
      true,
    )
  }
}

const confirmationRequired = (message: string, segundoFactor: boolean) =>
  new Refused('confirmation_required', message, { segundoFactor })

/** The same outside a company, by all the person's roles. */
export async function assertPersonsSecondFactor(asked: ConsoleAsked, caller: Caller) {
  if (caller.session.strong) return
  assertSecondFactor(caller, await personsNeed(asked, caller.person))
}

/** By all the person's roles, today. */
export async function personsNeed({ deps, now }: ConsoleAsked, person: Person) {
  return presentNeed(person, await listRoles(deps, person.personId), now)
}

const hasSecondFactor = ({ totpActive, llavesDeAcceso }: Person) => totpActive || llavesDeAcceso > 0

export function assertConfirmed(asked: ConsoleAsked, { session }: Caller): void {
  if (confirmedUntil(session, asked.now) !== null) return
  throw confirmationRequired(
    'Confirme que es usted, con su llave de acceso o su contraseña.',
    false,
  )
}

/**
 * A person with a passkey or a code needs it to change their access; otherwise a thief of the password could add
 * their own.
 */
export function assertStrongEnough(caller: Caller): void {
  assertSecondFactor(caller, hasSecondFactor(caller.person) ? 'session' : null)
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
  const { deps, now, cookies } = asked
  // Also of who may still go on without: until then the password alone issues, and must not become more.
  if (needOf(person, await listRoles(deps, person.personId)) === null) return
  const token = readToken(cookies[DEVICE])
  if (await isDeviceOf(deps.pool, { correo: person.correo, token, now, vouched: true })) return
  noteSecurity(asked, 'segundo_factor_rechazado', person)
  throw new Refused(
    'unknown_browser',
    'Su segundo factor se activa desde un navegador que usted ya haya usado. Entre desde ese, o pida un enlace a quien opera el servicio.',
    {},
  )
}
