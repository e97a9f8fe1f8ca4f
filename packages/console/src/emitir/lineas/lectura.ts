/** Reads what was typed, and notes at its field what is not understood. */
import type { Issue } from '../../api/issue.ts'
import { leerNumero, PREGUNTA } from '../numero.ts'

/** The number, or undefined for none. */
export type Read = (written: string, field: string) => number | undefined

export const reader =
  (problems: Issue[]): Read =>
  (written, field) => {
    const leido = leerNumero(written)
    if (leido.kind === 'numero') return leido.valor
    if (leido.kind === 'duda') problems.push({ field, message: PREGUNTA(leido.propuesta) })
    if (leido.kind === 'invalido')
      problems.push({ field, message: 'Escriba un número, como 1250.50.' })
    return undefined
  }

export interface Lectura {
  readonly read: Read
  readonly problems: Issue[]
}
