/**
 * Summary steps that types share. The summary is computed from the rounded lines, and itself rounded to cents.
 * Sources: docs/sources.md#rounding, #descuentos, #no-gravado.
 */
import { type Exacto, parte } from '../exacto.ts'
import { CERO, type Monto, minus, monto, plus, positivePart, sum } from '../monto.ts'
import type { Base, Cuenta, ImporteDeLinea, Paso } from './cuenta.ts'

const CIEN = monto(100)
const ROUNDING = 'docs/sources.md#rounding'
const DESCUENTOS = 'docs/sources.md#descuentos'
const NO_GRAVADO = 'docs/sources.md#no-gravado'

/** Sums of the sales by kind. */
export const SUMAS_DE_VENTAS: readonly Paso[] = [
  {
    importe: 'totalNoSuj',
    formula: 'R2(Σ ventaNoSuj)',
    source: ROUNDING,
    r2: (_, base) => sumOf(base, 'ventaNoSuj'),
  },
  {
    importe: 'totalExenta',
    formula: 'R2(Σ ventaExenta)',
    source: ROUNDING,
    r2: (_, base) => sumOf(base, 'ventaExenta'),
  },
  {
    importe: 'totalGravada',
    formula: 'R2(Σ ventaGravada)',
    source: ROUNDING,
    r2: (_, base) => sumOf(base, 'ventaGravada'),
  },
  {
    importe: 'subTotalVentas',
    formula: 'totalNoSuj + totalExenta + totalGravada',
    source: ROUNDING,
    valor: (c) => sum([c.totalNoSuj, c.totalExenta, c.totalGravada]),
  },
]

/** The same, after discounts. */
export const VENTAS: readonly Paso[] = [
  ...SUMAS_DE_VENTAS,
  {
    importe: 'descuNoSuj',
    formula: 'descuento global a ventas no sujetas',
    source: DESCUENTOS,
    valor: (_, { venta }) => venta.descuentos.noSujetas,
  },
  {
    importe: 'descuExenta',
    formula: 'descuento global a ventas exentas',
    source: DESCUENTOS,
    valor: (_, { venta }) => venta.descuentos.exentas,
  },
  {
    importe: 'descuGravada',
    formula: 'descuento global a ventas gravadas',
    source: DESCUENTOS,
    valor: (_, { venta }) => venta.descuentos.gravadas,
  },
  {
    importe: 'porcentajeDescuento',
    formula: 'R2(descuentos globales / subTotalVentas · 100)',
    source: DESCUENTOS,
    r2: (c) => porcentaje(descuentosGlobales(c), c.subTotalVentas),
  },
  {
    importe: 'totalDescu',
    formula: 'R2(Σ montoDescu + descuentos globales)',
    source: DESCUENTOS,
    r2: (c, base) => plus(sumOf(base, 'montoDescu'), descuentosGlobales(c)),
  },
  {
    importe: 'subTotal',
    formula: 'subTotalVentas − descuentos globales',
    source: DESCUENTOS,
    valor: (c) => (c.subTotalVentas - descuentosGlobales(c)) as Monto,
  },
]

/** Splits an earlier step's `saldo` into what each side owes. */
export const A_PAGAR: readonly Paso[] = [
  {
    importe: 'totalPagar',
    formula: 'el saldo, o 0 cuando los abonos lo exceden',
    source: NO_GRAVADO,
    valor: (c) => positivePart(c.saldo),
  },
  {
    importe: 'saldoFavor',
    formula: 'lo que los abonos exceden, en negativo',
    source: NO_GRAVADO,
    valor: (c) => minus(c.saldo, c.totalPagar),
  },
]

/** Charges and credits outside the tax base, and who owes whom after them. */
export const SALDO: readonly Paso[] = [
  {
    importe: 'totalNoGravado',
    formula: 'R2(Σ noGravado)',
    source: NO_GRAVADO,
    r2: (_, base) => sumOf(base, 'noGravado'),
  },
  {
    importe: 'saldo',
    formula: 'subTotal + tributos + ivaPerci − ivaRete + totalNoGravado',
    valor: (c) =>
      (c.subTotal + c.totalTributos + c.ivaPerci - c.ivaRete + c.totalNoGravado) as Monto,
  },
  ...A_PAGAR,
]

export function netOfDiscount(c: Cuenta): Monto {
  return (c.totalGravada - c.descuGravada) as Monto
}

export function sumOf(base: Base, member: ImporteDeLinea): Monto {
  let result = 0n
  for (const linea of base.lineas) result += linea[member] ?? 0n
  return result as Monto
}

function descuentosGlobales(c: Cuenta): Monto {
  return sum([c.descuNoSuj, c.descuExenta, c.descuGravada])
}

/** The percentage of a discount on zero is 0. */
export function porcentaje(part: Monto, whole: Monto): Exacto {
  return whole > CERO ? parte(part, [CIEN, whole]) : CERO
}
