/** Parses one cell as people and spreadsheets write it. */
import { errorValueMessage, isErrorValue } from '../spoilt.ts'
import type { Column } from './columns.ts'

export type CellValue = string | number | boolean

export type ReadCell = { readonly value: CellValue } | { readonly problem: string }

/** Empty cells are skipped. */
export function readCell({ kind, digits }: Column, text: string): ReadCell {
  if (isErrorValue(text)) return { problem: errorValueMessage(text) }
  if (kind === 'amount') return readAmount(text)
  if (kind === 'integer') {
    return /^-?\d{1,9}(\.0+)?$/.test(text)
      ? { value: Number(text) }
      : { problem: `"${text}" no es un número entero.` }
  }
  if (kind === 'boolean') return readBoolean(text)
  const isSpoilt = /^\d[.,]\d+E\+\d+$/i.test(text)
  if (isSpoilt) {
    return {
      problem: `la hoja de cálculo cambió el número (${text}): dé a la columna formato de texto.`,
    }
  }
  const padded = digits !== undefined && /^\d+$/.test(text) ? text.padStart(digits, '0') : text
  return { value: padded }
}

const DECIMALS_MAX = 8
const DIGITS_MAX = 15

/** Accepts `5.65`, `$1,234.50`, `5,65`. Refuses `1,234`, which means two different amounts in two countries. */
function readAmount(text: string): ReadCell {
  const bare = text.replace(/^(-?)\s*\$\s*/, '$1').replaceAll(/[\s\u00a0]/g, '')
  const plain = plainOf(bare)
  if (plain === null || !Number.isFinite(Number(plain.replace('ambiguous', '0')))) {
    return { problem: `"${text}" no es un monto: escriba 1234.50.` }
  }
  if (plain === 'ambiguous') {
    return { problem: `"${text}" puede ser dos montos distintos: escriba 1234 o 1.234.` }
  }
  const mended = withoutNoise(plain)
  const [whole = '', fraction = ''] = mended.replace('-', '').split('.')
  if (fraction.length > DECIMALS_MAX) {
    return { problem: `"${text}" lleva más de ${DECIMALS_MAX} decimales.` }
  }
  if ((whole + fraction).replace(/^0+/, '').length > DIGITS_MAX) {
    return { problem: `"${text}" lleva más de ${DIGITS_MAX} cifras.` }
  }
  return { value: Number(mended) }
}

function plainOf(text: string): string | 'ambiguous' | null {
  if (/^-?\d+(\.\d+)?(E[+-]?\d+)?$/i.test(text)) return text
  if (/^-?\d{1,3}(,\d{3})+\.\d+$/.test(text)) return text.replaceAll(',', '')
  if (/^-?\d{1,3}(,\d{3}){2,}$/.test(text)) return text.replaceAll(',', '')
  if (/^-?\d{1,3},\d{3}$/.test(text)) return 'ambiguous'
  if (/^-?\d+,\d+$/.test(text)) return text.replace(',', '.')
  return null
}

/** A workbook stores doubles: 5.65 is 5.6500000000000004. Rounding to fifteen digits restores what was typed. */
function withoutNoise(text: string): string {
  if (!/e/i.test(text) && text.replaceAll(/[-.]/g, '').length <= DIGITS_MAX) return text
  const short = String(Number(Number(text).toPrecision(DIGITS_MAX)))
  return /e/i.test(short) ? text : short
}

const YES = /^(1|s[ií]|x|true|verdadero)$/i
const NO = /^(0|no|false|falso)$/i

function readBoolean(text: string): ReadCell {
  if (YES.test(text)) return { value: true }
  return NO.test(text) ? { value: false } : { problem: `"${text}" no es sí ni no.` }
}
