/** The amounts of 08: what each document says, and their sums with their signs. Source: docs/sources.md#08. */
import { IVA_PERCIBIDO_08, type IvaPercibidoDe08 } from '../../criterios.ts'
import { parte } from '../../exacto.ts'
import type { ImporteLiquidado } from '../../liquidado.ts'
import { CERO, type Monto, plus, sum } from '../../monto.ts'
import { IVA } from '../../tasas.ts'
import type { Cuenta, ImporteDeLinea, Paso } from '../cuenta.ts'
import type { PasoDeLinea } from '../linea.ts'
import { sumOf } from '../pasos.ts'

const DICHO = 'lo que dice el resumen del documento, con su signo'

function dicho(importe: keyof ImporteLiquidado & string, formula: string): PasoDeLinea {
  return { importe, formula, valor: (_, { renglon }) => renglon.liquidado?.[importe] ?? CERO }
}

export const PASOS_DE_LINEA_08: readonly PasoDeLinea[] = [
  dicho('ventaNoSuj', DICHO),
  dicho('ventaExenta', DICHO),
  dicho('ventaGravada', `${DICHO}; de una factura, R8(gravado / 1.13)`),
  dicho('exportaciones', `${DICHO}: el monto total de una exportación`),
  {
    importe: 'ivaItem',
    formula: 'R8(ventaGravada · 13 %)',
    r8: (c) => parte(c.ventaGravada, IVA),
  },
]

/** Section 1 of CAT-015 besides IVA, in the order of the catalogue. */
export const OTROS_TRIBUTOS_08 = ['59', '71', 'D1', 'C8', 'D5'] as const

const PASOS_DE_TRIBUTOS: readonly Paso[] = OTROS_TRIBUTOS_08.map((codigo) => ({
  importe: `tributos[${codigo}]`,
  formula: 'R2(Σ su valor en los documentos, con su signo)',
  source: 'docs/sources.md#tributos',
  r2: (_, { venta }) => venta.liquidados?.tributos[codigo] ?? CERO,
}))

function suma(importe: Paso['importe'], member: ImporteDeLinea): Paso {
  return { importe, formula: `R2(Σ ${member})`, r2: (_, base) => sumOf(base, member) }
}

const tributosDe = (c: Cuenta): Monto =>
  sum([c['tributos[20]'], ...OTROS_TRIBUTOS_08.map((codigo) => c[`tributos[${codigo}]`])])

/** The steps of the summary, by what ivaPerci is. */
export function pasosDe08(ivaPercibido: IvaPercibidoDe08 = IVA_PERCIBIDO_08): readonly Paso[] {
  const isAdded = ivaPercibido === 'sumado'
  return [
    suma('totalNoSuj', 'ventaNoSuj'),
    suma('totalExenta', 'ventaExenta'),
    suma('totalGravada', 'ventaGravada'),
    suma('exportacion', 'exportaciones'),
    {
      importe: 'subTotalVentas',
      formula: 'totalNoSuj + totalExenta + totalGravada + exportacion',
      valor: (c) => sum([c.totalNoSuj, c.totalExenta, c.totalGravada, c.exportacion]),
    },
    suma('tributos[20]', 'ivaItem'),
    ...PASOS_DE_TRIBUTOS,
    {
      importe: 'montoTotalOperacion',
      formula: 'subTotalVentas + tributos',
      valor: (c) => plus(c.subTotalVentas, tributosDe(c)),
    },
    {
      importe: 'ivaPerci',
      formula: isAdded ? 'R2(Σ IVA percibido en los documentos, con su signo)' : '0',
      r2: (_, { venta }) => (isAdded ? (venta.liquidados?.ivaPercibido ?? CERO) : CERO),
    },
    {
      importe: 'total',
      formula: 'montoTotalOperacion + ivaPerci',
      valor: (c) => plus(c.montoTotalOperacion, c.ivaPerci),
    },
  ]
}
