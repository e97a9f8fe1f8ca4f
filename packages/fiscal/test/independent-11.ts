/** The independent arithmetic of 11: the sale, the insurance, the freight. */
import type { DteRequest } from '../src/index.ts'
import { added, Exact, r2, r8, texts } from './decimal.ts'
import type { Expected } from './independent.ts'
import { tributosOf } from './independent-tributos.ts'

export function expectedExportacion(request: DteRequest): Expected {
  const lineas = request.items.map((item) => {
    const noGravado = new Exact(item.noGravado ?? 0)
    const ventaGravada = noGravado.isZero()
      ? r8(new Exact(item.cantidad).mul(item.precioUni ?? 0)).minus(item.montoDescu ?? 0)
      : new Exact(0)
    return { ventaGravada, noGravado }
  })
  const totalGravada = r2(added(lineas.map((l) => l.ventaGravada)))
  const totalNoGravado = r2(added(lineas.map((l) => l.noGravado)))
  const descuGravada = new Exact(request.descuentos?.gravadas ?? 0)
  const seguro = new Exact(request.exportacion?.seguro ?? 0)
  const flete = new Exact(request.exportacion?.flete ?? 0)
  const tributos = tributosOf(
    request.items,
    lineas.map((l) => l.ventaGravada),
  )
  const montoTotalOperacion = added([
    totalGravada.minus(descuGravada),
    seguro,
    flete,
    ...Object.values(tributos),
  ])
  const saldo = montoTotalOperacion.plus(totalNoGravado)
  return {
    lineas: lineas.map((linea) => texts(linea)),
    resumen: texts({
      totalGravada,
      descuGravada,
      porcentajeDescuento: totalGravada.isZero()
        ? new Exact(0)
        : r2(descuGravada.mul(100).div(totalGravada)),
      totalDescu: r2(
        added(request.items.map((i) => new Exact(i.montoDescu ?? 0))).plus(descuGravada),
      ),
      seguro,
      flete,
      ...tributos,
      'tributos[C3]': new Exact(0),
      montoTotalOperacion,
      totalNoGravado,
      totalNoOnerosas: new Exact(request.exportacion?.totalNoOnerosas ?? 0),
      totalPagar: Exact.max(saldo, 0),
      saldoFavor: Exact.min(saldo, 0),
    }),
  }
}
