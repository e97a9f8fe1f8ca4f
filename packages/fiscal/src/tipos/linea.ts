/** Shared by the lines of all sales. Sources: docs/sources.md#rounding, #no-gravado. */
import { type Exacto, parte } from '../exacto.ts'
import type { ImporteLiquidado } from '../liquidado.ts'
import { CERO, type Monto, minus, monto } from '../monto.ts'
import type { Renglon } from '../renglon.ts'
import type { Retenido } from '../retenido.ts'
import { IVA_INCLUIDO, UNO_POR_CIENTO } from '../tasas.ts'
import type { Pedido } from '../venta.ts'
import { type Observer, type PasoDe, run } from './paso.ts'

/**
 * The values that a line's step may compute, its members and the intermediate ones, with their value without a
 * step.
 */
const NADA = {
  bruto: CERO,
  importe: CERO,
  ventaNoSuj: CERO,
  ventaExenta: CERO,
  ventaGravada: CERO,
  compra: CERO,
  valor: CERO,
  exportaciones: CERO,
  montoSujetoGrav: CERO,
  ivaRetenido: CERO,
  noGravado: CERO,
  ivaItem: CERO,
  ivaPerci: CERO,
  ivaRete: CERO,
}
export type Calculado = keyof typeof NADA

export type CuentaDeLinea = Readonly<Record<Calculado, Monto>>

export interface BaseDeLinea {
  readonly renglon: ImporteDeRenglon
  readonly venta: Pedido
}
type ImporteDeRenglon = Pick<
  Renglon,
  | 'cantidad'
  | 'precioUni'
  | 'montoDescu'
  | 'tipoVenta'
  | 'noGravado'
  | 'retencionIva'
  | 'percepcionIva'
  | 'depreciacion'
> & {
  readonly retenido: ImporteRetenido | null
  readonly liquidado: ImporteLiquidado | null
}

/** The amounts of a document on which IVA is retained. */
export type ImporteRetenido = Pick<Retenido, 'monto' | 'codigoRetencion' | 'ivaRetenido'>

export type PasoDeLinea = PasoDe<Calculado, CuentaDeLinea, BaseDeLinea>

export function calculateLinea(
  pasos: readonly PasoDeLinea[],
  base: BaseDeLinea,
  observer?: Observer,
): CuentaDeLinea {
  return run(pasos, NADA, base, observer)
}

const UNO = monto(1)
const ROUNDING = 'docs/sources.md#rounding'
const NO_GRAVADO = 'docs/sources.md#no-gravado'

/** Quantity times price, minus the discount of the line. */
const PASOS_DE_IMPORTE: readonly PasoDeLinea[] = [
  {
    importe: 'bruto',
    formula: 'R8(cantidad · precioUni)',
    source: ROUNDING,
    r8: (_, { renglon }) => parte(renglon.cantidad, [renglon.precioUni, UNO]),
  },
  {
    importe: 'importe',
    formula: 'bruto − montoDescu',
    source: 'docs/sources.md#descuentos',
    valor: (c, { renglon }) => minus(c.bruto, renglon.montoDescu),
  },
]

/** A charge or a credit outside the tax base; the line is then nothing else. */
const PASO_DE_CARGO: PasoDeLinea = {
  importe: 'noGravado',
  formula: 'lo que la línea cobra o abona fuera de la base imponible',
  source: NO_GRAVADO,
  valor: (_, { renglon }) => renglon.noGravado,
}

/** A line has exactly one kind of amount: one of the three sales. */
export const PASOS_DE_VENTA_SIN_CARGO: readonly PasoDeLinea[] = [
  ...PASOS_DE_IMPORTE,
  {
    importe: 'ventaNoSuj',
    formula: 'el importe de una venta no sujeta',
    source: NO_GRAVADO,
    valor: (c, { renglon }) => ventaDe('no_sujeta', c, renglon),
  },
  {
    importe: 'ventaExenta',
    formula: 'el importe de una venta exenta',
    source: NO_GRAVADO,
    valor: (c, { renglon }) => ventaDe('exenta', c, renglon),
  },
  {
    importe: 'ventaGravada',
    formula: 'el importe de una venta gravada',
    source: NO_GRAVADO,
    valor: (c, { renglon }) => ventaDe('gravada', c, renglon),
  },
]

/** The same, or a charge or credit outside the tax base. */
export const PASOS_DE_VENTA: readonly PasoDeLinea[] = [...PASOS_DE_VENTA_SIN_CARGO, PASO_DE_CARGO]

function ventaDe(kind: Renglon['tipoVenta'], c: CuentaDeLinea, renglon: ImporteDeRenglon): Monto {
  return renglon.tipoVenta === kind && renglon.noGravado === CERO ? c.importe : CERO
}

/** Every export sale is a taxed one, at 0 %. */
export const PASOS_DE_VENTA_GRAVADA: readonly PasoDeLinea[] = [
  ...PASOS_DE_IMPORTE,
  {
    importe: 'ventaGravada',
    formula: 'el importe',
    source: NO_GRAVADO,
    valor: (c, { renglon }) => (renglon.noGravado === CERO ? c.importe : CERO),
  },
  PASO_DE_CARGO,
]

export const PASOS_DE_COMPRA: readonly PasoDeLinea[] = [
  ...PASOS_DE_IMPORTE,
  { importe: 'compra', formula: 'el importe', valor: (c) => c.importe },
]

/** What is donated. Source: docs/sources.md#15. */
export const PASOS_DE_DONACION: readonly PasoDeLinea[] = [
  ...PASOS_DE_IMPORTE.slice(0, 1),
  {
    importe: 'valor',
    formula: 'bruto − depreciación',
    source: 'docs/sources.md#15',
    valor: (c, { renglon }) => minus(c.bruto, renglon.depreciacion),
  },
]

/** The IVA included in the price of a line. */
export const PASO_DE_IVA_INCLUIDO: PasoDeLinea = {
  importe: 'ivaItem',
  formula: 'R8(ventaGravada / 1.13 · 0.13)',
  source: 'docs/sources.md#tasas',
  r8: (c) => parte(c.ventaGravada, IVA_INCLUIDO),
}

/** The 1 % that a note perceives and retains on each line. */
export const PASOS_DEL_UNO_POR_CIENTO: readonly PasoDeLinea[] = [
  {
    importe: 'ivaPerci',
    formula: 'R8(ventaGravada · 1 %) cuando la nota o su documento perciben',
    source: 'docs/sources.md#tasas',
    r8: (c, { renglon }) => unoPorCientoSi(renglon.percepcionIva, c),
  },
  {
    importe: 'ivaRete',
    formula: 'R8(ventaGravada · 1 %) cuando la nota o su documento retienen',
    source: 'docs/sources.md#tasas',
    r8: (c, { renglon }) => unoPorCientoSi(renglon.retencionIva, c),
  },
]

function unoPorCientoSi(asked: boolean, c: CuentaDeLinea): Exacto {
  return asked ? parte(c.ventaGravada, UNO_POR_CIENTO) : CERO
}
