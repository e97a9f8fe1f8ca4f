/** The independent arithmetic of 09: what a liquidation of cards perceives, keeps and pays. */
import type { DteRequest } from '../src/index.ts'
import { Exact, r2, texts } from './decimal.ts'
import type { Expected } from './independent.ts'

export function expectedContable({ liquidacionContable: asked }: DteRequest): Expected {
  if (!asked) return { lineas: [], resumen: {} }
  const valorOperaciones = new Exact(asked.valorOperaciones)
  const montoSinPercepcion = new Exact(asked.sinPercepcion?.monto ?? 0)
  const subTotal = valorOperaciones.minus(montoSinPercepcion)
  const montoSujetoPercepcion = r2(subTotal.div('1.13'))
  const ivaPercibido = r2(montoSujetoPercepcion.mul('0.02'))
  const percent = asked.porcentajeComision ?? null
  const comision =
    (asked.comision ?? null) === null
      ? r2(valorOperaciones.mul(percent ?? 0).div(100))
      : new Exact(asked.comision ?? 0)
  const ivaComision = r2(comision.mul('0.13'))
  return {
    lineas: [],
    resumen: texts({
      valorOperaciones,
      montoSinPercepcion,
      subTotal,
      montoSujetoPercepcion,
      iva: subTotal.minus(montoSujetoPercepcion),
      ivaPercibido,
      comision,
      porcentComision:
        percent === null ? r2(comision.mul(100).div(valorOperaciones)) : new Exact(percent),
      ivaComision,
      liquidoApagar: valorOperaciones.minus(comision).minus(ivaPercibido).minus(ivaComision),
    }),
  }
}
