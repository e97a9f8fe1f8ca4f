/** What an action requires of its session: a role, a second factor, a recent confirmation. */
import { confirmedUntil } from '../../people/sessions.ts'
import { ConsoleRefused } from './refusals.ts'
import type { Caller, ConsoleAsked } from './route.ts'

/** D, A and O have a second factor, or a session that began with something as strong. */
export function isSecondFactorDue({ person, session }: Caller, needed: boolean): boolean {
  return needed && !session.strong && !person.totpActive && person.llavesDeAcceso === 0
}

export function notAllowed(dueno: string | null) {
  const whom = dueno === null ? 'a un dueño de la empresa' : `a ${dueno}`
  return new ConsoleRefused('role_not_allowed', `No tiene permiso para esto. Pídalo ${whom}.`, {
    dueno,
  })
}

export const setupRequired = () =>
  new ConsoleRefused(
    'second_factor_setup_required',
    'Su rol pide un segundo factor. Agregue una llave de acceso o un código temporal en su cuenta.',
  )

export function assertConfirmed(asked: ConsoleAsked, { session }: Caller): void {
  if (confirmedUntil(session, asked.now) !== null) return
  throw new ConsoleRefused(
    'confirmation_required',
    'Confirme que es usted, con su llave de acceso o su contraseña.',
  )
}
