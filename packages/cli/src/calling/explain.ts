/** A `SelloError` as a sentence for the user. */
import type { SelloError } from '@sello/client'
import { CliError, type Ending, type Issue } from '../exit.ts'

/** Compared by name: the class is not loaded for commands that make no call. */
export function isSelloError(error: unknown): error is SelloError {
  return error instanceof Error && error.name === 'SelloError'
}

const UNAVAILABLE: ReadonlySet<string> = new Set([
  'network',
  'timeout',
  'unreadable_answer',
  'service_unavailable',
  'correlative_unavailable',
  'idempotency_in_flight',
  'rate_limited',
  'seal_pending',
  'mh_unreachable',
  'local_store',
])

export function explainCall(error: SelloError): CliError {
  const issues = issuesOf(error)
  const lines = [
    error.message,
    ...issues
      .map(({ field, message }) => `${field}: ${message}`)
      .filter((line) => line !== error.message),
    ...observations(error),
    ...(error.outcome === 'unknown' && error.idempotencyKey !== null
      ? [`Repita el mismo comando, o con --idempotency-key ${error.idempotencyKey}`]
      : []),
  ]
  return new CliError(endingOf(error), lines.join('\n'), { cause: error, issues })
}

function endingOf({ code, status }: SelloError): Ending {
  if (code === 'aborted') return 'interrupted'
  if (code === 'invalid_option') return 'usage'
  return UNAVAILABLE.has(code) || (status !== null && status >= 500) ? 'unavailable' : 'refused'
}

function issuesOf({ details }: SelloError): readonly Issue[] {
  const { issues } = details as { issues?: readonly { field: string; message: string }[] }
  return (issues ?? []).map(({ field, message }) => ({ field, option: field, message }))
}

function observations({ code, details }: SelloError): readonly string[] {
  if (code !== 'mh_rejected') return []
  const { observaciones, codigoGeneracion, numeroControl } = details as {
    observaciones: readonly string[]
    codigoGeneracion: string
    /** Null: an event, which nothing takes over. */
    numeroControl: string | null
  }
  if (numeroControl === null) return observaciones
  return [...observaciones, `Para corregirlo: "corrige": "${codigoGeneracion}"`]
}
