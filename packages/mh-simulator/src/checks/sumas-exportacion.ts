/** The summary of 11: insurance and freight are part of the operation. */
import type { FacturaExportacion } from '../documento.ts'
import { inFavour, payable, type Suma, total, tributosAdded } from './suma.ts'

export function sumasExportacion(documento: FacturaExportacion): readonly Suma[] {
  const { resumen: r, cuerpoDocumento: lineas } = documento
  const sold = r.totalGravada - r.descuGravada
  const monto = sold + r.seguro + (r.flete ?? 0n) + tributosAdded(r)
  const due = r.montoTotalOperacion + r.totalNoGravado
  return [
    ['totalGravada', r.totalGravada, total(lineas, 'ventaGravada')],
    ['totalDescu', r.totalDescu, total(lineas, 'montoDescu') + r.descuGravada],
    ['montoTotalOperacion', r.montoTotalOperacion, monto],
    ['totalNoGravado', r.totalNoGravado, total(lineas, 'noGravado')],
    ['totalPagar', r.totalPagar, payable(due)],
    ['saldoFavor', r.saldoFavor, inFavour(due)],
  ]
}
