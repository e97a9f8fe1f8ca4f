/**
 * The steps of a summary that types share. The summary is made of the lines as they were rounded,
 * and is rounded itself to cents. Sources: docs/sources.md#rounding, #descuentos, #no-gravado.
 */
import { CERO, fractionOf, type Monto, minus, plus, positivePart, round, sum } from '../monto.ts'
import type { Base, Cuenta, ImportesDeLinea, Paso } from './cuenta.ts'

/** Sums of the sales by kind, and what the discounts leave of them. */
export const VENTAS: readonly Paso[] = [
  {
    importe: 'totalNoSuj',
    formula: 'R2(Σ ventaNoSuj)',
    valor: (_, base) => total(base, 'ventaNoSuj'),
  },
  {
    importe: 'totalExenta',
    formula: 'R2(Σ ventaExenta)',
    valor: (_, base) => total(base, 'ventaExenta'),
  },
  {
    importe: 'totalGravada',
    formula: 'R2(Σ ventaGravada)',
    valor: (_, base) => total(base, 'ventaGravada'),
  },
  {
    importe: 'subTotalVentas',
    formula: 'totalNoSuj + totalExenta + totalGravada',
    valor: (c) => sum([c.totalNoSuj, c.totalExenta, c.totalGravada]),
  },
  {
    importe: 'descuNoSuj',
    formula: 'descuento global a ventas no sujetas',
    valor: (_, { venta }) => venta.descuentos.noSujetas,
  },
  {
    importe: 'descuExenta',
    formula: 'descuento global a ventas exentas',
    valor: (_, { venta }) => venta.descuentos.exentas,
  },
  {
    importe: 'descuGravada',
    formula: 'descuento global a ventas gravadas',
    valor: (_, { venta }) => venta.descuentos.gravadas,
  },
  {
    importe: 'porcentajeDescuento',
    formula: 'R2(descuentos globales / subTotalVentas · 100)',
    valor: (c) => porcentaje(descuentosGlobales(c), c.subTotalVentas),
  },
  {
    importe: 'totalDescu',
    formula: 'R2(Σ montoDescu + descuentos globales)',
    valor: (c, base) => round(plus(sumOf(base, 'montoDescu'), descuentosGlobales(c)), 2),
  },
  {
    importe: 'subTotal',
    formula: 'subTotalVentas − descuentos globales',
    valor: (c) => (c.subTotalVentas - descuentosGlobales(c)) as Monto,
  },
]

/** Charges and credits outside the tax base, and who owes whom after them. */
export const SALDO: readonly Paso[] = [
  {
    importe: 'totalNoGravado',
    formula: 'R2(Σ noGravado)',
    valor: (_, base) => total(base, 'noGravado'),
  },
  {
    importe: 'saldo',
    formula: 'subTotal + tributos + ivaPerci − ivaRete + totalNoGravado',
    valor: (c) =>
      (c.subTotal + c.totalTributos + c.ivaPerci - c.ivaRete + c.totalNoGravado) as Monto,
  },
  {
    importe: 'totalPagar',
    formula: 'el saldo, o 0 cuando los abonos lo exceden',
    valor: (c) => positivePart(c.saldo),
  },
  {
    importe: 'saldoFavor',
    formula: 'lo que los abonos exceden, en negativo',
    valor: (c) => minus(c.saldo, c.totalPagar),
  },
]

export function netOfDiscount(c: Cuenta): Monto {
  return (c.totalGravada - c.descuGravada) as Monto
}

export function sumOf(base: Base, member: keyof ImportesDeLinea): Monto {
  let result = 0n
  for (const linea of base.lineas) result += linea[member] ?? 0n
  return result as Monto
}

function total(base: Base, member: keyof ImportesDeLinea): Monto {
  return round(sumOf(base, member), 2)
}

function descuentosGlobales(c: Cuenta): Monto {
  return sum([c.descuNoSuj, c.descuExenta, c.descuGravada])
}

/** Of nothing, no discount has a percentage: 0. */
function porcentaje(part: Monto, whole: Monto): Monto {
  return whole > CERO ? round(fractionOf(part, 100n * 100_000_000n, whole), 2) : CERO
}
