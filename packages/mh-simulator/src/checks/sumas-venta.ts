/** The summary of 01 and 03. */
import type { CreditoFiscal, Factura, Linea } from '../documento.ts'
import { divide, round2, sum } from '../json/decimal.ts'
import { ivaInside } from './lineas.ts'
import { inFavour, payable, type Suma, total, tributosAdded } from './suma.ts'

export function sumasVenta(documento: Factura | CreditoFiscal): readonly Suma[] {
  const { resumen: r, cuerpoDocumento: lineas } = documento
  const globales = r.descuNoSuj + r.descuExenta + r.descuGravada
  const gross = r.subTotal + tributosAdded(r)
  const withheld = ('ivaPerci' in r ? r.ivaPerci : 0n) - r.ivaRete
  const due = gross + withheld + r.totalNoGravado
  return [
    ['totalNoSuj', r.totalNoSuj, total(lineas, 'ventaNoSuj')],
    ['totalExenta', r.totalExenta, total(lineas, 'ventaExenta')],
    ['totalGravada', r.totalGravada, total(lineas, 'ventaGravada')],
    ['subTotalVentas', r.subTotalVentas, r.totalNoSuj + r.totalExenta + r.totalGravada],
    ['totalDescu', r.totalDescu, total(lineas, 'montoDescu') + globales],
    ['subTotal', r.subTotal, r.subTotalVentas - globales],
    ...ivaSums(documento),
    // For 03 with retention or perception two readings are in use: the manual of 2022 and real documents
    // show the gross amount, the worked example of 2026 the net one. Both are accepted.
    [
      'montoTotalOperacion',
      r.montoTotalOperacion,
      gross,
      ...('ivaPerci' in r ? [gross + withheld] : []),
    ],
    ['totalNoGravado', r.totalNoGravado, total(lineas, 'noGravado')],
    ['totalPagar', r.totalPagar, payable(due)],
    ['saldoFavor', r.saldoFavor, inFavour(due)],
  ]
}

/** The base of 1 % is the taxed sale without IVA, net of the global discount. */
function ivaSums({ cuerpoDocumento, resumen: r }: Factura | CreditoFiscal): readonly Suma[] {
  const gravada = r.totalGravada - r.descuGravada
  if ('ivaPerci' in r) {
    const onePercent = round2(divide(gravada, 100n))
    return [
      ['ivaRete', r.ivaRete, 0n, onePercent],
      ['ivaPerci', r.ivaPerci, 0n, onePercent],
    ]
  }
  const lineas: readonly Linea[] = cuerpoDocumento
  const ivas = sum(lineas.map(({ ivaItem = 0n }) => ivaItem))
  return [
    ['ivaRete', r.ivaRete, 0n, round2(divide(gravada, 113n))],
    ['totalIva', r.totalIva, round2(r.descuGravada === 0n ? ivas : ivaInside(gravada))],
  ]
}
