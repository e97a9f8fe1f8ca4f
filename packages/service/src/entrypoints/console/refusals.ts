/** Refusals of the session API. */
import { type ConsoleRefusalCode, Refused } from '@sello/contract'
import { TurnsTaken } from '../../base/db/turns.ts'
import { AdminRefused } from '../../flows/admin/admin.ts'
import { PassphraseLimited } from '../../flows/admin/passphrase.ts'
import { type NameOf, readName } from '../../ledger/people/name.ts'

/** 422 about one field. */
export function refuseField(field: string, message: string): never {
  throw new Refused('refused', `${field}: ${message}`, { issues: [{ field, message }] })
}

/** The name in its stored form. 422 for one that names nobody, or nothing. */
export function nameOf(text: string, of: NameOf, field = 'nombre'): string {
  const { nombre, problem } = readName(text, of)
  return problem === null ? nombre : refuseField(field, problem)
}

export const sessionRequired = (message = 'Su sesión terminó. Entre de nuevo para seguir.') =>
  new Refused('session_required', message, {})

export const signInFailed = () =>
  new Refused('sign_in_failed', 'Correo o contraseña incorrectos.', {})

export function notAllowed(dueno: string | null) {
  const whom = dueno === null ? 'a un dueño de la empresa' : `a ${dueno}`
  return new Refused('role_not_allowed', `No tiene permiso para esto. Pídalo ${whom}.`, {
    dueno,
  })
}

/** The refusal of the session API for what an administration function, or a full line, refuses; null for other errors. */
export function administrationRefusal(error: unknown): Refused<ConsoleRefusalCode> | null {
  if (error instanceof PassphraseLimited) {
    const { minutos } = error
    return new Refused('too_many_attempts', error.problems[0]?.message ?? '', { minutos })
  }
  if (error instanceof AdminRefused) {
    const { problems: issues } = error
    return new Refused('refused', issues[0]?.message ?? '', { issues })
  }
  if (!(error instanceof TurnsTaken)) return null
  const message = `El servicio está ocupado. No se hizo nada; repita en ${BUSY_SECONDS} segundos.`
  return new Refused('service_busy', message, { segundos: BUSY_SECONDS })
}

const BUSY_SECONDS = 3
