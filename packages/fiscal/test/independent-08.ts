/** The independent arithmetic of 08: each document with its sign, and the sums. */
import type { DteRequest } from '../src/index.ts'
import { added, Exact, r2, r8, texts } from './decimal.ts'
import type { Expected } from './independent.ts'

export function expectedLiquidacion({ liquidacion }: DteRequest): Expected {
  const listed = (liquidacion?.documentos ?? []).map((one) => {
    const takesBack = one.tipoDocumento === '05' || one.tipoDocumento === '18'
    const sign = takesBack === (one.invalidado === true) ? 1 : -1
    const of = (n: number | null | undefined) => new Exact(n ?? 0).mul(sign)
    const ventaGravada = of(one.ventaGravada)
    return {
      linea: {
        ventaNoSuj: of(one.ventaNoSuj),
        ventaExenta: of(one.ventaExenta),
        ventaGravada,
        exportaciones: of(one.exportaciones),
        ivaItem: r8(ventaGravada.mul('0.13')),
      },
      tributos: (one.tributos ?? []).map(({ codigo, valor }) => ({ codigo, valor: of(valor) })),
      percibido: of(one.ivaPercibido),
    }
  })
  const total = (member: keyof (typeof listed)[number]['linea']) =>
    r2(added(listed.map(({ linea }) => linea[member])))
  const rows = listed.flatMap((one) => one.tributos)
  const codes = [...new Set(rows.map(({ codigo }) => codigo))]
  const others = Object.fromEntries(
    codes.map((code) => [
      `tributos[${code}]`,
      added(rows.filter(({ codigo }) => codigo === code).map(({ valor }) => valor)),
    ]),
  )
  const totals = {
    totalNoSuj: total('ventaNoSuj'),
    totalExenta: total('ventaExenta'),
    totalGravada: total('ventaGravada'),
    exportacion: total('exportaciones'),
  }
  const subTotalVentas = added(Object.values(totals))
  const montoTotalOperacion = added([subTotalVentas, total('ivaItem'), ...Object.values(others)])
  const ivaPerci = added(listed.map(({ percibido }) => percibido))
  return {
    lineas: listed.map(({ linea }) => texts(linea)),
    resumen: texts({
      ...totals,
      subTotalVentas,
      iva: total('ivaItem'),
      ...others,
      montoTotalOperacion,
      ivaPerci,
      total: montoTotalOperacion.plus(ivaPerci),
    }),
  }
}
