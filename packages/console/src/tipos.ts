/** The document types by their common names, with the key that begins each. */

import type { TipoDte } from '@sello/contract'
import {
  MEMBERS_OF_TYPES,
  PALABRAS_OF_TYPES,
  REQUIRED_OF_TYPES,
  RETORNABLES,
  TIPOS_DTE,
} from '@sello/contract/tipos'

interface Tipo {
  readonly nombre: string
  readonly nueva: string
  readonly emitir: string
  readonly sellada: string
  readonly firmada: string
  readonly rechazada: string
  readonly letra: string
  /** Whether a return event can apply to it. */
  readonly devolucion: boolean
}

export { TIPOS_DTE }

/** What the form has a part for. */
const IN_THE_FORM: ReadonlySet<string> = new Set([
  ...['items', 'documentosRelacionados', 'exportacion', 'bienTitulo', 'retencion'],
  ...['liquidacion', 'liquidacionContable'],
])

/** Those that have a form here; one that requires something else is issued by the wire and from a spreadsheet. */
export const EMITIBLES = TIPOS_DTE.filter((tipoDte) =>
  REQUIRED_OF_TYPES[tipoDte].every((member) => IN_THE_FORM.has(member)),
)

/** Whether the console issues it. */
export const hasForm = (tipoDte: TipoDte): boolean => EMITIBLES.includes(tipoDte)

/** The types that adjust earlier documents. */
export const NOTAS = TIPOS_DTE.filter((tipoDte) =>
  MEMBERS_OF_TYPES.documentosRelacionados?.includes(tipoDte),
)

export const TIPO = Object.fromEntries(
  TIPOS_DTE.map((tipoDte) => [tipoDte, tipoOf(tipoDte)]),
) as Readonly<Record<TipoDte, Tipo>>

function tipoOf(tipoDte: TipoDte): Tipo {
  const { nombre, genero, letra } = PALABRAS_OF_TYPES[tipoDte]
  const common = nombre.toLowerCase()
  const o = genero === 'femenino' ? 'a' : 'o'
  return {
    nombre,
    nueva: `Nuev${o} ${common}`,
    emitir: `Emitir ${common}`,
    sellada: `${nombre} sellad${o}`,
    firmada: `${nombre} firmad${o}`,
    rechazada: `${nombre} rechazad${o}`,
    letra,
    devolucion: RETORNABLES.includes(tipoDte),
  }
}
