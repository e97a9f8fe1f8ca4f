/**
 * A document's history at rest: a list of texts, `sellado 2026-10-05T16:15:31.120Z`, and after them the reason where
 * there is one. Rows of format 0 have objects. What is appended takes the form of what is there.
 */
import type { Estado } from '@sello/contract'

/** A state with its instant and reason. */
export interface Paso {
  readonly estado: Estado
  readonly fecha: string
  readonly motivo: string | null
}

export type StoredHistorial = readonly (string | Paso)[]

export const storedHistorial = (pasos: readonly Paso[]): StoredHistorial =>
  pasos.map(({ estado, fecha, motivo }) =>
    (motivo === null ? [estado, fecha] : [estado, fecha, motivo]).join(' '),
  )

export const historialOf = (stored: StoredHistorial): readonly Paso[] => stored.map(pasoOf)

function pasoOf(stored: string | Paso): Paso {
  if (typeof stored !== 'string') return stored
  const [, estado, fecha, motivo] = PASO.exec(stored) ?? []
  if (!estado || !fecha) throw new Error('bug: a history that is none of ours')
  return { estado: estado as Estado, fecha, motivo: motivo ?? null }
}

const PASO = /^(\S+) (\S+)(?: (.*))?$/s

/** The value that `appendSql` appends: the step in both forms. */
export function appendable(estado: Estado, now: Date, motivo: string | null = null): string {
  const pasos = [{ estado, fecha: now.toISOString(), motivo }]
  return JSON.stringify({ string: storedHistorial(pasos), object: pasos })
}

/** The history `column` with the step of `paso` after it, which is of `appendable`. */
export const appendSql = (column: string, paso: string) =>
  `${column} || (${paso} -> jsonb_typeof(${column} -> 0))`
