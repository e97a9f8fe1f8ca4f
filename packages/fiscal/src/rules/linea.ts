/** The lines of a sale. Sources: docs/sources.md#catalogos, #descuentos, #no-gravado, #rounding. */
import { TIPOS_ITEM } from '../catalogos/cat-011-tipo-item.ts'
import { UNIDADES_MEDIDA } from '../catalogos/cat-014-unidad-medida.ts'
import { isCode } from '../catalogos/catalogo.ts'
import { CERO, type Monto, minus, monto, plus, times, toText } from '../monto.ts'
import type { Rule } from './rule.ts'
import { isClose } from './tolerancia.ts'

export interface LineaDeVenta {
  readonly tipoItem: number
  readonly codTributo: string | null
  readonly uniMedida: number
  readonly cantidad: Monto
  readonly precioUni: Monto
  readonly montoDescu: Monto
  readonly ventaNoSuj: Monto
  readonly ventaExenta: Monto
  readonly ventaGravada: Monto
  readonly tributos: readonly string[] | null
  /** Only of types with charges. */
  readonly noGravado?: Monto
}

const TIPO_ITEM_TRIBUTO = 4
const UNO = monto(1)
const UNIDAD_DE_CARGO = 99

/** A charge (positive) or a credit (negative) outside the tax base. */
const isCargo = ({ noGravado = CERO }: LineaDeVenta) => noGravado !== CERO
const bruto = (l: LineaDeVenta) => times(l.cantidad, l.precioUni)
const ventas = (l: LineaDeVenta) => plus(plus(l.ventaNoSuj, l.ventaExenta), l.ventaGravada)
const isPositive = (m: Monto) => m !== CERO

/** Rules for sales and purchases alike. */
export const IMPORTE_DE_LINEA: readonly Rule<LineaDeVenta>[] = [
  {
    name: 'tipo de ítem del catálogo',
    rule: 'CAT-011',
    field: 'tipoItem',
    holds: (l) =>
      isCode(TIPOS_ITEM, l.tipoItem) &&
      (l.tipoItem === TIPO_ITEM_TRIBUTO) === (l.codTributo !== null),
    message: (l) =>
      l.codTributo === null
        ? `El tipo de ítem ${l.tipoItem} no sirve aquí; use 1 (bienes), 2 (servicios) o 3 (ambos).`
        : 'Una línea con codTributo es de tipoItem 4; omítalo o escriba 4.',
  },
  {
    name: 'unidad de medida del catálogo',
    rule: 'CAT-014',
    field: 'uniMedida',
    holds: (l) => isCode(UNIDADES_MEDIDA, l.uniMedida),
    message: (l) =>
      `La unidad de medida ${l.uniMedida} no existe; use un código de CAT-014, por ejemplo 59 (unidad).`,
  },
  {
    name: 'precio no negativo',
    rule: 'MF-52',
    field: 'precioUni',
    holds: (l) => l.precioUni >= CERO,
    message: (l) =>
      `El precio ${toText(l.precioUni)} es negativo; una rebaja va en montoDescu y un abono en noGravado.`,
  },
  {
    name: 'descuento dentro del importe de la línea',
    rule: 'MF-44',
    field: 'montoDescu',
    holds: (l) => isCargo(l) || l.precioUni < CERO || l.montoDescu <= bruto(l),
    message: (l) =>
      `El descuento ${toText(l.montoDescu)} es mayor que el importe de la línea, ${toText(bruto(l))}; redúzcalo.`,
  },
  {
    name: 'importe de la línea',
    rule: 'MF-53',
    field: '',
    holds: (l) => isCargo(l) || isClose(ventas(l), minus(bruto(l), l.montoDescu)),
    message: (l) =>
      `La venta de la línea, ${toText(ventas(l))}, no es cantidad por precio menos descuento.`,
  },
]

/** For sales without charges or credits. */
export const LINEA_SIN_CARGO: readonly Rule<LineaDeVenta>[] = [
  ...IMPORTE_DE_LINEA,
  {
    name: 'una sola clase de venta por línea',
    rule: 'MF-29',
    field: '',
    holds: (l) =>
      [l.ventaNoSuj, l.ventaExenta, l.ventaGravada, l.noGravado ?? CERO].filter(isPositive)
        .length <= 1,
    message: 'La línea mezcla clases de venta; sepárela en una línea por clase.',
  },
]

export const LINEA: readonly Rule<LineaDeVenta>[] = [
  ...LINEA_SIN_CARGO,
  {
    name: 'cargo o abono con cantidad 1',
    rule: 'MF-29',
    field: 'cantidad',
    holds: (l) => !isCargo(l) || l.cantidad === UNO,
    message: 'Un cargo o abono no gravado lleva cantidad 1; ponga el valor entero en noGravado.',
  },
  {
    name: 'cargo o abono con unidad 99',
    rule: 'MF-29',
    field: 'uniMedida',
    holds: (l) => !isCargo(l) || l.uniMedida === UNIDAD_DE_CARGO,
    message: 'Un cargo o abono no gravado lleva la unidad de medida 99; omítala o escriba 99.',
  },
  {
    name: 'cargo o abono sin precio',
    rule: 'MF-29',
    field: 'precioUni',
    holds: (l) => !isCargo(l) || l.precioUni === CERO,
    message: 'Un cargo o abono no gravado no lleva precio; ponga el valor solo en noGravado.',
  },
  {
    name: 'cargo o abono sin descuento',
    rule: 'MF-29',
    field: 'montoDescu',
    holds: (l) => !isCargo(l) || l.montoDescu === CERO,
    message: 'Un cargo o abono no gravado no lleva descuento; ponga el valor neto en noGravado.',
  },
  {
    name: 'cargo o abono sin tributos',
    rule: 'MF-29',
    field: 'tributos',
    holds: (l) => !isCargo(l) || l.tributos === null,
    message: 'Un cargo o abono no gravado no lleva tributos.',
  },
]
