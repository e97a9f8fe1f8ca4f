/**
 * Parses a request once into a sale: amounts as Monto, with defaults. A number that is not an amount becomes a
 * problem with its field, and is replaced by the nearest amount so that the rest can be checked.
 */
import { CERO, DECIMALS, type Monto, monto, readMonto } from './monto.ts'
import { joinField, type Problem } from './problem.ts'
import type {
  ApendiceRequest,
  CompraTerceroRequest,
  DocumentoRelacionadoRequest,
  ItemRequest,
  OtroDocumentoRequest,
  PagoRequest,
  ReceptorRequest,
  RequestOf,
  TipoVenta,
  VentaTerceroRequest,
} from './request.ts'
import { type Centavos, SIN_CENTAVOS } from './tipos/centavos.ts'

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
  /** On a purchase as a whole. */
  readonly descuento: Monto
  readonly reteRenta: boolean
  /** For a credit note: the difference between its tributes and the sum of its lines. */
  readonly centavos: Centavos
  readonly exportacion: Exportacion | null
  /** The documents that a note adjusts. */
  readonly documentosRelacionados: readonly DocumentoRelacionado[]
  /** The origins of a sale. */
  readonly origenes: readonly DocumentoRelacionado[]
  readonly otrosDocumentos: readonly OtroDocumentoRequest[]
  readonly compraTercero: CompraTerceroRequest | null
  readonly fusion: string | null
  readonly numPagoElectronico: string | null
  readonly pago: FormaDePago
  readonly ventaTercero: VentaTerceroRequest | null
  readonly observaciones: string | null
  readonly apendice: readonly ApendiceRequest[] | null
}

/** The inputs of the computation besides the lines. */
export type Pedido = Pick<
  Venta,
  'descuentos' | 'descuento' | 'retencionIva' | 'percepcionIva' | 'reteRenta' | 'centavos'
> & { readonly exportacion: Pick<Exportacion, 'flete' | 'seguro' | 'totalNoOnerosas'> | null }

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
  readonly tributos: readonly string[]
  readonly codTributo: string | null
  /** The related document that the line adjusts; null if the request does not say. */
  readonly numeroDocumento: string | null
  /** For a line of a note: as the request says, otherwise as the document that it adjusts. */
  readonly retencionIva: boolean
  readonly percepcionIva: boolean
}

/** Whether a document retained and perceived 1 % of IVA. */
export interface UnoPorCiento {
  readonly retencionIva: boolean
  readonly percepcionIva: boolean
}

/** What a request does not say: it follows from documents issued before. */
export interface Antecedentes {
  /** For a credit note: the difference between its tributes and the sum of its lines. */
  readonly centavos?: Centavos
  /** For a note: what the documents that it adjusts did, by number. */
  readonly unoPorCiento?: ReadonlyMap<string, UnoPorCiento>
}

export interface DocumentoRelacionado {
  readonly tipoDocumento: string
  readonly tipoGeneracion: number
  readonly numeroDocumento: string
  readonly fechaEmision: string
}

export interface Exportacion {
  readonly tipoItemExpor: number
  readonly recintoFiscal: string | null
  readonly tipoRegimen: string | null
  readonly regimen: string | null
  readonly incoterms: string | null
  readonly flete: Monto
  readonly seguro: Monto
  readonly totalNoOnerosas: Monto
}

export interface FormaDePago {
  readonly condicionOperacion: number
  /** Null: the condition's default. */
  readonly formaPago: string | null
  readonly plazo: string | null
  readonly periodo: number | null
  readonly pagos: readonly (Omit<PagoRequest, 'montoPago'> & { readonly montoPago: Monto })[] | null
}

const TIPO_ITEM_SERVICIO = 2
const TIPO_ITEM_TRIBUTO = 4
const UNIDAD = 59
/** The unit of lines that are not sold by a unit. Sources: docs/sources.md#no-gravado, #tributos. */
const OTRA_UNIDAD = 99
const CONTADO = 1

export function readVenta(
  request: RequestOf,
  { centavos = SIN_CENTAVOS, unoPorCiento = new Map() }: Antecedentes = {},
): { venta: Venta; problems: Problem[] } {
  const problems: Problem[] = []
  const { descuentos } = request
  const relacionados = (request.documentosRelacionados ?? []).map(relacionado)
  const only = relacionados.length === 1 ? (relacionados[0] ?? null) : null
  // In an export of goods every line is goods.
  const tipoItem = request.exportacion?.tipoItemExpor ?? TIPO_ITEM_SERVICIO
  const said = (numeroDocumento: string | null): UnoPorCiento => {
    const followed = unoPorCiento.get(numeroDocumento ?? '')
    return {
      retencionIva: request.aplicarRetencionIva ?? followed?.retencionIva ?? false,
      percepcionIva: request.aplicarPercepcionIva ?? followed?.percepcionIva ?? false,
    }
  }
  const venta: Venta = {
    receptor: request.receptor ?? null,
    renglones: request.items.map((item, i) =>
      renglon(item, { only, tipoItem, said }, amountsAt(`cuerpoDocumento[${i}]`, problems)),
    ),
    descuentos: readDescuentos(descuentos, amountsAt('resumen', problems)),
    retencionIva: request.aplicarRetencionIva ?? false,
    percepcionIva: request.aplicarPercepcionIva ?? false,
    descuento: amountsAt('resumen', problems)(request.descuento, 'descu'),
    reteRenta: request.aplicarReteRenta ?? false,
    centavos,
    exportacion: readExportacion(request.exportacion, amountsAt('resumen', problems)),
    documentosRelacionados: relacionados,
    origenes: (request.origenes ?? []).map(relacionado),
    otrosDocumentos: request.otrosDocumentos ?? [],
    compraTercero: request.compraTercero ?? null,
    fusion: request.fusion ?? null,
    numPagoElectronico: request.numPagoElectronico ?? null,
    pago: {
      condicionOperacion: request.condicionOperacion ?? CONTADO,
      formaPago: request.formaPago ?? null,
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

interface DefaultsDeRenglon {
  readonly only: DocumentoRelacionado | null
  readonly tipoItem: number
  /** What a line that adjusts this document does. */
  readonly said: (numeroDocumento: string | null) => UnoPorCiento
}

function renglon(
  item: ItemRequest,
  { only, tipoItem, said }: DefaultsDeRenglon,
  amount: ReadAmount,
): Renglon {
  const noGravado = amount(item.noGravado, 'noGravado')
  const codTributo = item.codTributo ?? null
  const isSold = noGravado === CERO && codTributo === null
  const numeroDocumento = numeroDe(item.numeroDocumento) ?? only?.numeroDocumento ?? null
  const { retencionIva, percepcionIva } = said(numeroDocumento)
  return {
    descripcion: item.descripcion,
    codigo: item.codigo ?? null,
    tipoItem: item.tipoItem ?? (codTributo === null ? tipoItem : TIPO_ITEM_TRIBUTO),
    uniMedida: item.uniMedida ?? (isSold ? UNIDAD : OTRA_UNIDAD),
    cantidad: amount(item.cantidad, 'cantidad'),
    precioUni: amount(item.precioUni, 'precioUni'),
    montoDescu: amount(item.montoDescu, 'montoDescu'),
    tipoVenta: item.tipoVenta ?? 'gravada',
    noGravado,
    tributos: item.tributos ?? [],
    codTributo,
    numeroDocumento,
    retencionIva,
    percepcionIva,
  }
}

const ELECTRONICO = 2

/** Missing parts are empty, which the structure and the rules refuse. */
function relacionado(documento: DocumentoRelacionadoRequest): DocumentoRelacionado {
  return {
    tipoDocumento: documento.tipoDocumento ?? '',
    tipoGeneracion: documento.tipoGeneracion ?? ELECTRONICO,
    numeroDocumento: numeroDe(documento.numeroDocumento) ?? '',
    fechaEmision: documento.fechaEmision ?? '',
  }
}

const CODIGO_GENERACION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A codigoGeneracion is written in capitals; another number unchanged. */
function numeroDe(numeroDocumento: string | null | undefined): string | null {
  const numero = numeroDocumento ?? null
  return numero !== null && CODIGO_GENERACION.test(numero) ? numero.toUpperCase() : numero
}

function readExportacion(
  exportacion: RequestOf['exportacion'],
  amount: ReadAmount,
): Exportacion | null {
  if (!exportacion) return null
  return {
    tipoItemExpor: exportacion.tipoItemExpor,
    recintoFiscal: exportacion.recintoFiscal ?? null,
    tipoRegimen: exportacion.tipoRegimen ?? null,
    regimen: exportacion.regimen ?? null,
    incoterms: exportacion.incoterms ?? null,
    flete: amount(exportacion.flete, 'flete'),
    seguro: amount(exportacion.seguro, 'seguro'),
    totalNoOnerosas: amount(exportacion.totalNoOnerosas, 'totalNoOnerosas'),
  }
}

function readDescuentos(
  descuentos: RequestOf['descuentos'],
  amount: ReadAmount,
): Venta['descuentos'] {
  return {
    noSujetas: amount(descuentos?.noSujetas, 'descuNoSuj'),
    exentas: amount(descuentos?.exentas, 'descuExenta'),
    gravadas: amount(descuentos?.gravadas, 'descuGravada'),
  }
}

function readPagos(pagos: RequestOf['pagos'], problems: Problem[]): FormaDePago['pagos'] {
  if (!pagos) return null
  return pagos.map((pago, i) => ({
    ...pago,
    montoPago: amountsAt(`resumen.pagos[${i}]`, problems)(pago.montoPago, 'montoPago'),
  }))
}

/** Reads the amounts of one object of the document; absent ones are zero. */
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
