/** The error of a command as `--json` prints it (docs/cli.md#errors). Programs depend on its members. */
import { REFUSALS, type RefusalCode } from '@sello/contract'
import { isSelloError } from './calling/explain.ts'
import type { CliError } from './exit.ts'

export interface ErrorJson {
  /** The service's or the client's code; for an error of the command itself, the name of its exit code. */
  readonly code: string
  readonly message: string
  /** HTTP status; null if no answer arrived, or the error is the command's own. */
  readonly status: number | null
  /** The first member of the request to fix. */
  readonly field: string | null
  /** What to do, in Spanish. */
  readonly help: string | null
  readonly requestId: string | null
  /** `unknown`: it may have been done. Null: the command's own error, which did nothing. */
  readonly outcome: 'refused' | 'unknown' | null
  readonly idempotencyKey: string | null
  readonly retryAfterSeconds: number | null
  readonly details: object
}

export function errorJson({ ending, message, issues, cause }: CliError): ErrorJson {
  if (!isSelloError(cause)) {
    const details = issues.length > 0 ? { issues } : {}
    const field = issues[0]?.field ?? null
    return { code: ending, message, ...NO_ANSWER, field, details }
  }
  const { code, status, requestId, outcome, idempotencyKey, retryAfterSeconds } = cause
  const details = cause.details as Details
  const field = details.field ?? details.issues?.[0]?.field ?? null
  const help = details.ayuda?.queHacer ?? details.queHacer ?? helpOf(code)
  const call = { requestId, outcome, idempotencyKey, retryAfterSeconds }
  return { code, message, status, field, help, ...call, details }
}

interface Details {
  readonly field?: string | undefined
  readonly issues?: readonly { readonly field: string }[] | undefined
  /** Of a rejection by the ministry: for this very code. */
  readonly ayuda?: { readonly queHacer: string }
  readonly queHacer?: string | null
}

const NO_ANSWER = {
  ...{ status: null, field: null, help: null, requestId: null, outcome: null },
  ...{ idempotencyKey: null, retryAfterSeconds: null },
}

const REPETIR = 'Repita el mismo comando: con la misma clave nunca se hace dos veces.'

/** For the codes of the client; those of the service are in the contract. */
const HELP: Readonly<Record<string, string>> = {
  network: REPETIR,
  timeout: REPETIR,
  aborted: REPETIR,
  unreadable_answer: 'Revise que --url sea la dirección de un servicio Sello.',
  local_store: 'Revise que se pueda escribir en la carpeta de estado, y repita.',
}

function helpOf(code: string): string | null {
  if (Object.hasOwn(REFUSALS, code)) return REFUSALS[code as RefusalCode].queHacer
  return HELP[code] ?? null
}
