/** The independent arithmetic of 05 and 06: gross, with retention and perception line by line. */
import type { DteRequest } from '../src/index.ts'
import { added, Exact, r2, r8, texts } from './decimal.ts'
import type { Expected } from './independent.ts'
import { tributosOf } from './independent-tributos.ts'

const NADA = new Exact(0)

export function expectedNota(request: DteRequest): Expected {
  const lineas = request.items.map((item) => {
    const noGravado = new Exact(item.noGravado ?? 0)
    const venta = noGravado.isZero()
      ? r8(new Exact(item.cantidad).times(item.precioUni ?? 0)).sub(item.montoDescu ?? 0)
      : NADA
    const of = (kind: string) => ((item.tipoVenta ?? 'gravada') === kind ? venta : NADA)
    const hundredth = r8(of('gravada').div(100))
    return {
      ventaNoSuj: of('no_sujeta'),
      ventaExenta: of('exenta'),
      ventaGravada: of('gravada'),
      noGravado,
      ivaPerci: request.aplicarPercepcionIva ? hundredth : NADA,
      ivaRete: request.aplicarRetencionIva ? hundredth : NADA,
      totalIva: NADA,
    }
  })
  const total = (member: keyof (typeof lineas)[number]) => r2(added(lineas.map((l) => l[member])))
  const ventas = [total('ventaNoSuj'), total('ventaExenta'), total('ventaGravada')] as const
  const subTotalVentas = added(ventas)
  const iva = r2(ventas[2].times(13).div(100))
  const tributos = tributosOf(
    request.items,
    lineas.map((l) => added([l.ventaNoSuj, l.ventaExenta, l.ventaGravada])),
  )
  const montoTotalOperacion = added([subTotalVentas, iva, ...Object.values(tributos)])
  return {
    lineas: lineas.map((linea) => texts(linea)),
    resumen: texts({
      totalNoSuj: ventas[0],
      totalExenta: ventas[1],
      totalGravada: ventas[2],
      subTotalVentas,
      totalDescu: r2(added(request.items.map((item) => new Exact(item.montoDescu ?? 0)))),
      neto: ventas[2],
      iva,
      ...tributos,
      montoTotalOperacion,
      ivaPerci: total('ivaPerci'),
      totalIva: NADA,
      ivaRete: total('ivaRete'),
      totalNoGravado: total('noGravado'),
      totalPagar: montoTotalOperacion
        .plus(total('ivaPerci'))
        .minus(total('ivaRete'))
        .plus(total('noGravado')),
    }),
  }
}
