/**
 * The summary, recomputed. Each amount is checked against its addends as the document states them, so
 * that a tolerated cent in one does not count again in the next.
 */
import { IVA, TASAS, type TaxedLine } from '../catalogues/tributos.ts'
import { type Message, refusal } from '../codes.ts'
import type { Documento, Linea, Resumen } from '../documento.ts'
import { divide, round2 } from '../json/decimal.ts'
import type { TipoDocumento } from './case.ts'
import { type Check, firstOf } from './case.ts'
import { ivaInside } from './lineas.ts'
import { checkAmount } from './suma.ts'

export const checkCalculoResumen: Check = ({ documento, tipo }) =>
  firstOf(tipo.sumas(documento), ([field, stated, ...accepted]) =>
    checkAmount(`resumen.${field}`, stated, ...accepted),
  ) ?? checkDescuentos(documento.resumen)

const DESCUENTOS = [
  ['descuNoSuj', 'totalNoSuj'],
  ['descuExenta', 'totalExenta'],
  ['descuGravada', 'totalGravada'],
  ['descu', 'totalCompra'],
] as const

function checkDescuentos(r: Resumen): Message | null {
  // A liquidation has negative sums, and no discounts.
  const wrong = DESCUENTOS.find(
    ([discount, base]) => r[discount] !== undefined && r[discount] > (r[base] ?? 0n),
  )
  return wrong ? refusal('003', `resumen.${wrong[0]}`) : null
}

/** One row for each code of the lines, none without a line, each with the value that its rate gives. */
export const checkTributosResumen: Check = ({ documento, tipo }) => {
  const rows = documento.resumen.tributos ?? []
  const codes = rows.map(({ codigo }) => codigo)
  if (new Set(codes).size < codes.length) return refusal('025', 'resumen.tributos')
  const listed = new Set(documento.cuerpoDocumento.flatMap((linea) => linea.tributos ?? []))
  const missing = [...listed].find((code) => !codes.includes(code))
  if (missing) return refusal('005', 'resumen.tributos', [`Falta el tributo ${missing}`])
  return firstOf(rows, ({ codigo, valor }, i) => {
    const at = `resumen.tributos[${i}]`
    if (!listed.has(codigo)) return refusal('024', `${at}.codigo`)
    const expected = tributoValue(codigo, documento, tipo)
    return expected === null ? null : checkAmount(`${at}.valor`, valor, expected)
  })
}

function tributoValue(codigo: string, documento: Documento, tipo: TipoDocumento): bigint | null {
  const { totalGravada = 0n, descuGravada = 0n } = documento.resumen
  // On the total, not line by line, as real documents do.
  if (codigo === IVA) return round2(divide((totalGravada - descuGravada) * 13n, 100n))
  if (tipo.ventas.length === 0) return null // of documents, which have computed it
  const value = tributoOf(codigo, documento.cuerpoDocumento, tipo)
  return value === null ? null : round2(value)
}

/** Another tribute than IVA of some lines, unrounded and before global discounts; null when no rate is fixed. */
export function tributoOf(
  codigo: string,
  lineas: readonly Linea[],
  tipo: Pick<TipoDocumento, 'ivaIncluido'>,
): bigint | null {
  const taxed = lineas
    .filter((linea) => linea.tributos?.includes(codigo))
    .map((linea) => taxedLine(linea, tipo))
  return TASAS[codigo]?.(taxed) ?? null
}

function taxedLine(linea: Linea, tipo: Pick<TipoDocumento, 'ivaIncluido'>): TaxedLine {
  const { cantidad = 0n, uniMedida = 0n } = linea
  const { ventaGravada = 0n, ventaNoSuj = 0n, ventaExenta = 0n } = linea
  const gravada = tipo.ivaIncluido ? ventaGravada - ivaInside(ventaGravada) : ventaGravada
  return { cantidad, uniMedida, neto: ventaNoSuj + ventaExenta + gravada }
}
