/**
 * A request read once into a sale: amounts as Monto, defaults filled in. A number that is no amount
 * becomes a problem with its field, and the nearest amount stands in so that the rest can be checked.
 */
import { CERO, DECIMALS, type Monto, monto, readMonto } from './monto.ts'
import { joinField, type Problem } from './problem.ts'
import type {
  ApendiceRequest,
  DteRequest,
  ItemRequest,
  PagoRequest,
  ReceptorRequest,
  TipoVenta,
  VentaTerceroRequest,
} from './request.ts'

export interface Venta {
  readonly receptor: ReceptorRequest | null
  readonly renglones: readonly Renglon[]
  readonly descuentos: {
    readonly noSujetas: Monto
    readonly exentas: Monto
    readonly gravadas: Monto
  }
  readonly retencionIva: boolean
  readonly percepcionIva: boolean
  readonly pago: FormaDePago
  readonly ventaTercero: VentaTerceroRequest | null
  readonly observaciones: string | null
  readonly apendice: readonly ApendiceRequest[] | null
}

/** One line of the request. A line with a `noGravado` other than 0 is a charge or a credit. */
export interface Renglon {
  readonly descripcion: string
  readonly codigo: string | null
  readonly tipoItem: number
  readonly uniMedida: number
  readonly cantidad: Monto
  readonly precioUni: Monto
  readonly montoDescu: Monto
  readonly tipoVenta: TipoVenta
  readonly noGravado: Monto
}

export interface FormaDePago {
  readonly condicionOperacion: number
  readonly formaPago: string
  readonly plazo: string | null
  readonly periodo: number | null
  readonly pagos: readonly (Omit<PagoRequest, 'montoPago'> & { readonly montoPago: Monto })[] | null
}

const TIPO_ITEM_SERVICIO = 2
const UNIDAD = 59
/** What the ministry wants as the unit of a charge or credit. Source: docs/sources.md#no-gravado. */
const UNIDAD_DE_CARGO = 99
const CONTADO = 1
const BILLETES_Y_MONEDAS = '01'

export function readVenta(request: DteRequest): { venta: Venta; problems: Problem[] } {
  const problems: Problem[] = []
  const { descuentos } = request
  const venta: Venta = {
    receptor: request.receptor ?? null,
    renglones: request.items.map((item, i) =>
      renglon(item, amountsAt(`cuerpoDocumento[${i}]`, problems)),
    ),
    descuentos: readDescuentos(descuentos, amountsAt('resumen', problems)),
    retencionIva: request.aplicarRetencionIva ?? false,
    percepcionIva: request.aplicarPercepcionIva ?? false,
    pago: {
      condicionOperacion: request.condicionOperacion ?? CONTADO,
      formaPago: request.formaPago ?? BILLETES_Y_MONEDAS,
      plazo: request.plazo ?? null,
      periodo: request.periodo ?? null,
      pagos: readPagos(request.pagos, problems),
    },
    ventaTercero: request.ventaTercero ?? null,
    observaciones: request.observaciones ?? null,
    apendice: request.apendice ?? null,
  }
  return { venta, problems }
}

type ReadAmount = (n: number | null | undefined, field: string) => Monto

function renglon(item: ItemRequest, amount: ReadAmount): Renglon {
  const noGravado = amount(item.noGravado, 'noGravado')
  return {
    descripcion: item.descripcion,
    codigo: item.codigo ?? null,
    tipoItem: item.tipoItem ?? TIPO_ITEM_SERVICIO,
    uniMedida: item.uniMedida ?? (noGravado === CERO ? UNIDAD : UNIDAD_DE_CARGO),
    cantidad: amount(item.cantidad, 'cantidad'),
    precioUni: amount(item.precioUni, 'precioUni'),
    montoDescu: amount(item.montoDescu, 'montoDescu'),
    tipoVenta: item.tipoVenta ?? 'gravada',
    noGravado,
  }
}

function readDescuentos(
  descuentos: DteRequest['descuentos'],
  amount: ReadAmount,
): Venta['descuentos'] {
  return {
    noSujetas: amount(descuentos?.noSujetas, 'descuNoSuj'),
    exentas: amount(descuentos?.exentas, 'descuExenta'),
    gravadas: amount(descuentos?.gravadas, 'descuGravada'),
  }
}

function readPagos(pagos: DteRequest['pagos'], problems: Problem[]): FormaDePago['pagos'] {
  if (!pagos) return null
  return pagos.map((pago, i) => ({
    ...pago,
    montoPago: amountsAt(`resumen.pagos[${i}]`, problems)(pago.montoPago, 'montoPago'),
  }))
}

/** Reads the amounts of one object of the document; what is absent is nothing. */
function amountsAt(base: string, problems: Problem[]): ReadAmount {
  return (n, field) => {
    if (n === null || n === undefined) return CERO
    const m = readMonto(n)
    if (m !== null) return m
    problems.push({
      field: joinField(base, field),
      rule: 'multipleOf',
      message: `El valor ${n} no es un monto de hasta ${DECIMALS} decimales: redondéelo.`,
    })
    return Number.isFinite(n) ? monto(Number(n.toFixed(DECIMALS))) : CERO
  }
}
