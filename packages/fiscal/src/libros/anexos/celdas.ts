/** The cells of an annex, in the form of the ministry's manual (docs/sources.md#anexos). */
import { type Monto, round, toText } from '../../monto.ts'
import { plain } from './latin1.ts'

/** DD/MM/YYYY. */
export function fecha(fecEmi: string): string {
  const [year, month, day] = fecEmi.split('-')
  return `${day}/${month}/${year}`
}

/** A decimal point, two decimals, no thousands separator, never blank. */
export function importe(m: Monto): string {
  const [whole = '0', fraction = ''] = toText(round(m, 2)).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** Upper case, without characters that would end the cell or line, or begin a formula in a spreadsheet. */
export function nombre(text: string): string {
  return [...inOneCell(text).toUpperCase()].slice(0, NOMBRE_MAX).join('').trim()
}

/** A typed document number: without hyphens, in a single cell. */
export const numeroEscrito = (text: string): string => inOneCell(sinGuiones(text))

const inOneCell = (text: string) =>
  plain(text.replaceAll(/[‘’“”]/g, ' '))
    .replaceAll(/[;'"\p{Cc}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^[=+\-@ ]+/, '')

const NOMBRE_MAX = 100

/** Numbers of documents, people and companies are written without hyphens. */
export const sinGuiones = (text: string | null): string => (text ?? '').replaceAll('-', '')

/** The manual's class for an electronic document. */
export const CLASE_DTE = '4'
