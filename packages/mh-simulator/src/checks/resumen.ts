/**
 * The summary, computed again. Each amount is held against the ones it is made of as the document
 * states them, so that a cent forgiven in one is not charged to the next.
 */
import { IVA, SECCION_1, TASAS, type TaxedLine } from '../catalogues/tributos.ts'
import { type Message, refusal } from '../codes.ts'
import type { Documento, Linea, Resumen, TipoDocumento } from '../documentos.ts'
import { divide, round2, sum } from '../json/decimal.ts'
import { type Case, type Check, firstOf } from './case.ts'
import { checkAmount, ivaInside } from './lineas.ts'

/** A summary amount, and the results that are accepted for it. */
type Sum = readonly [field: string, stated: bigint, ...accepted: bigint[]]

export const checkCalculoResumen: Check = (subject) =>
  firstOf(sums(subject), ([field, stated, ...accepted]) =>
    checkAmount(`resumen.${field}`, stated, ...accepted),
  ) ?? checkDescuentos(subject.documento.resumen)

function sums({ documento, tipo }: Case): readonly Sum[] {
  const r = documento.resumen
  const lineas: readonly Linea[] = documento.cuerpoDocumento
  const of = (member: 'ventaNoSuj' | 'ventaExenta' | 'ventaGravada' | 'noGravado' | 'montoDescu') =>
    round2(sum(lineas.map((linea) => linea[member])))
  const globales = r.descuNoSuj + r.descuExenta + r.descuGravada
  const gross = r.subTotal + tributosAdded(r)
  const withheld = ('ivaPerci' in r ? r.ivaPerci : 0n) - r.ivaRete
  const due = gross + withheld + r.totalNoGravado
  return [
    ['totalNoSuj', r.totalNoSuj, of('ventaNoSuj')],
    ['totalExenta', r.totalExenta, of('ventaExenta')],
    ['totalGravada', r.totalGravada, of('ventaGravada')],
    ['subTotalVentas', r.subTotalVentas, r.totalNoSuj + r.totalExenta + r.totalGravada],
    ['totalDescu', r.totalDescu, of('montoDescu') + globales],
    ['subTotal', r.subTotal, r.subTotalVentas - globales],
    ...ivaSums(documento, tipo),
    ['montoTotalOperacion', r.montoTotalOperacion, ...montosTotales(tipo, gross, withheld)],
    ['totalNoGravado', r.totalNoGravado, of('noGravado')],
    // Credits above the total leave nothing to pay and a balance in favour.
    ['totalPagar', r.totalPagar, due > 0n ? due : 0n],
    ['saldoFavor', r.saldoFavor, due < 0n ? due : 0n],
  ]
}

/**
 * Of 03 with retention or perception two readings are in use: the manual of 2022 and real documents
 * show the gross amount, the worked example of 2026 the net one. Both are taken.
 */
function montosTotales(tipo: TipoDocumento, gross: bigint, withheld: bigint): readonly bigint[] {
  return tipo.ivaIncluido ? [gross] : [gross, gross + withheld]
}

/** Section 1 alone adds to the total: 2 is inside the sales, 3 is for information. */
function tributosAdded(resumen: Resumen): bigint {
  const added = (resumen.tributos ?? []).filter(({ codigo }) => SECCION_1.has(codigo))
  return sum(added.map(({ valor }) => valor))
}

function ivaSums({ cuerpoDocumento, resumen: r }: Documento, tipo: TipoDocumento): readonly Sum[] {
  const gravada = r.totalGravada - r.descuGravada
  const base = tipo.ivaIncluido ? divide(gravada * 100n, 113n) : gravada
  const onePercent = round2(divide(base, 100n))
  const rows: Sum[] = [['ivaRete', r.ivaRete, 0n, onePercent]]
  if ('ivaPerci' in r) rows.push(['ivaPerci', r.ivaPerci, 0n, onePercent])
  if ('totalIva' in r) {
    const lines: readonly Linea[] = cuerpoDocumento
    const ivas = lines.map((linea) => ('ivaItem' in linea ? linea.ivaItem : 0n))
    const total = r.descuGravada === 0n ? sum(ivas) : ivaInside(gravada)
    rows.push(['totalIva', r.totalIva, round2(total)])
  }
  return rows
}

function checkDescuentos(r: Resumen): Message | null {
  const pairs = [
    ['descuNoSuj', r.descuNoSuj, r.totalNoSuj],
    ['descuExenta', r.descuExenta, r.totalExenta],
    ['descuGravada', r.descuGravada, r.totalGravada],
  ] as const
  const wrong = pairs.find(([, discount, base]) => discount > base)
  return wrong ? refusal('003', `resumen.${wrong[0]}`) : null
}

/** One row for each code of the lines, none without a line, each with the value its rate gives. */
export const checkTributosResumen: Check = ({ documento, tipo }) => {
  const lineas: readonly Linea[] = documento.cuerpoDocumento
  const rows = documento.resumen.tributos ?? []
  const codes = rows.map(({ codigo }) => codigo)
  if (new Set(codes).size < codes.length) return refusal('025', 'resumen.tributos')
  const listed = new Set(lineas.flatMap((linea) => linea.tributos ?? []))
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
  const { totalGravada, descuGravada } = documento.resumen
  // On the total, not line by line: so do real documents.
  if (codigo === IVA) return round2(divide((totalGravada - descuGravada) * 13n, 100n))
  const lineas: readonly Linea[] = documento.cuerpoDocumento
  const taxed = lineas
    .filter((linea) => linea.tributos?.includes(codigo))
    .map((linea) => taxedLine(linea, tipo))
  const value = TASAS[codigo]?.(taxed) ?? null
  return value === null ? null : round2(value)
}

function taxedLine(linea: Linea, tipo: TipoDocumento): TaxedLine {
  const { cantidad, uniMedida, ventaGravada } = linea
  const gravada = tipo.ivaIncluido ? ventaGravada - ivaInside(ventaGravada) : ventaGravada
  return { cantidad, uniMedida, neto: linea.ventaNoSuj + linea.ventaExenta + gravada }
}
