/** The summary of 05 and 06 on a Crédito fiscal: gross, without global discounts. */
import type { Nota } from '../documento.ts'
import { payable, type Suma, total, tributosAdded } from './suma.ts'

export function sumasNota({ resumen: r, cuerpoDocumento: lineas }: Nota): readonly Suma[] {
  const due = r.montoTotalOperacion + r.ivaPerci - r.ivaRete + r.totalNoGravado
  return [
    ['totalNoSuj', r.totalNoSuj, total(lineas, 'ventaNoSuj')],
    ['totalExenta', r.totalExenta, total(lineas, 'ventaExenta')],
    ['totalGravada', r.totalGravada, total(lineas, 'ventaGravada')],
    ['subTotalVentas', r.subTotalVentas, r.totalNoSuj + r.totalExenta + r.totalGravada],
    ['totalDescu', r.totalDescu, total(lineas, 'montoDescu')],
    ['ivaPerci', r.ivaPerci, total(lineas, 'ivaPerci')],
    ['ivaRete', r.ivaRete, total(lineas, 'ivaRete')],
    // Only notes on a Comprobante de retención have it; with tribute 20 it is zero.
    ['totalIva', r.totalIva, 0n],
    ['montoTotalOperacion', r.montoTotalOperacion, r.subTotalVentas + tributosAdded(r)],
    ['totalNoGravado', r.totalNoGravado, total(lineas, 'noGravado')],
    ['totalPagar', r.totalPagar, payable(due)],
  ]
}
