/** The independent arithmetic of 14: the purchase, and a tenth of its services withheld. */
import type { DteRequest } from '../src/index.ts'
import { added, Exact, r2, r8, texts } from './decimal.ts'
import type { Expected } from './independent.ts'

export function expectedCompra(request: DteRequest): Expected {
  const compras = request.items.map((item) =>
    r8(new Exact(item.cantidad).mul(item.precioUni ?? 0)).minus(item.montoDescu ?? 0),
  )
  const services = compras.filter((_, i) => (request.items[i]?.tipoItem ?? 2) === 2)
  const totalCompra = r2(added(compras))
  const descu = new Exact(request.descuento ?? 0)
  const subTotal = totalCompra.minus(descu)
  const isWithheld = request.aplicarReteRenta && !totalCompra.isZero()
  const reteRenta = isWithheld
    ? r2(added(services).mul(subTotal).div(totalCompra).div(10))
    : new Exact(0)
  return {
    lineas: compras.map((compra) => texts({ compra })),
    resumen: texts({
      totalCompra,
      descu,
      totalDescu: r2(added(request.items.map((i) => new Exact(i.montoDescu ?? 0))).plus(descu)),
      subTotal,
      servicios: added(services),
      reteRenta,
      totalPagar: subTotal.minus(reteRenta),
    }),
  }
}
