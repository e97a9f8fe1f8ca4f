/** Refusals of the session API: its own codes, in the format of /v1. */

import { TurnsTaken } from '../../base/db/turns.ts'
import { AdminRefused } from '../../flows/admin/admin.ts'
import { PassphraseLimited } from '../../flows/admin/passphrase.ts'
import { type NameOf, readName } from '../../ledger/people/name.ts'

export const CONSOLE_REFUSALS = {
  session_required: 401,
  sign_in_failed: 401,
  second_factor_required: 401,
  csrf_refused: 403,
  role_not_allowed: 403,
  confirmation_required: 403,
  second_factor_setup_required: 403,
  unknown_browser: 403,
  draft_conflict: 409,
  too_many_attempts: 429,
  too_many_calls: 429,
  refused: 422,
  service_busy: 503,
} as const

export type ConsoleRefusalCode = keyof typeof CONSOLE_REFUSALS

/** Thrown to stop a call of the console. `message` and `details` are for the person. */
export class ConsoleRefused extends Error {
  override readonly name = 'ConsoleRefused'
  readonly code: ConsoleRefusalCode
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    code: ConsoleRefusalCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** 422 about one field. */
export function refuseField(field: string, message: string): never {
  throw new ConsoleRefused('refused', `${field}: ${message}`, { issues: [{ field, message }] })
}

/** The name in its stored form. 422 for one that names nobody, or nothing. */
export function nameOf(text: string, of: NameOf, field = 'nombre'): string {
  const { nombre, problem } = readName(text, of)
  return problem === null ? nombre : refuseField(field, problem)
}

export const signInFailed = () =>
  new ConsoleRefused('sign_in_failed', 'Correo o contraseña incorrectos.')

export function notAllowed(dueno: string | null) {
  const whom = dueno === null ? 'a un dueño de la empresa' : `a ${dueno}`
  return new ConsoleRefused('role_not_allowed', `No tiene permiso para esto. Pídalo ${whom}.`, {
    dueno,
  })
}

export interface ConsoleError {
  readonly status: number
  readonly body: string
  /** Seconds to wait before a repeat; null where a repeat alone changes nothing. */
  readonly retryAfter: number | null
}

/** The answer for a refusal by the session API or by an administration function; null for any other error. */
export function consoleError(error: unknown): ConsoleError | null {
  if (error instanceof PassphraseLimited) {
    return answerOf('too_many_attempts', error.problems[0]?.message ?? '', {
      minutos: error.minutos,
    })
  }
  if (error instanceof AdminRefused) {
    const { problems } = error
    return answerOf('refused', problems[0]?.message ?? '', { issues: problems })
  }
  if (error instanceof TurnsTaken) {
    const segundos = BUSY_SECONDS
    const message = `El servicio está ocupado. No se hizo nada; repita en ${segundos} segundos.`
    return answerOf('service_busy', message, { segundos })
  }
  if (!(error instanceof ConsoleRefused)) return null
  return answerOf(error.code, error.message, error.details)
}

const BUSY_SECONDS = 3

function answerOf(
  code: ConsoleRefusalCode,
  message: string,
  details: Readonly<Record<string, unknown>>,
): ConsoleError {
  const { segundos } = details
  return {
    status: CONSOLE_REFUSALS[code],
    body: JSON.stringify({ error: { code, message, details } }),
    retryAfter: typeof segundos === 'number' ? segundos : null,
  }
}
