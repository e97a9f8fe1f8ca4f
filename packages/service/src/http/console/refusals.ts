/** Refusals of the session API: its own codes, in the format of /v1. */
import { AdminRefused } from '../../admin/admin.ts'

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
  refused: 422,
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

export const signInFailed = () =>
  new ConsoleRefused('sign_in_failed', 'Correo o contraseña incorrectos.')

/** Status and body for a refusal by the session API or by an administration function; null for any other error. */
export function consoleError(
  error: unknown,
): { readonly status: number; readonly body: string } | null {
  if (error instanceof AdminRefused) {
    const { problems } = error
    return bodyOf('refused', problems[0]?.message ?? '', { issues: problems })
  }
  if (!(error instanceof ConsoleRefused)) return null
  return bodyOf(error.code, error.message, error.details)
}

function bodyOf(code: ConsoleRefusalCode, message: string, details: object) {
  const status = CONSOLE_REFUSALS[code]
  return { status, body: JSON.stringify({ error: { code, message, details } }) }
}
