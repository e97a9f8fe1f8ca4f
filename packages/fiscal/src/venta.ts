/**
 * Parses a request once into a sale: amounts as Monto, with defaults. A number that is not an amount becomes a
 * problem with its field, and is replaced by the nearest amount so that the rest can be checked.
 */
import { type Contable, type ImportesContables, readContable } from './contable.ts'
import { type ImportesLiquidados, importesLiquidados, readLiquidado } from './liquidado.ts'
import { CERO, DECIMALS, type Monto, monto, readMonto } from './monto.ts'
import { joinField, type Problem } from './problem.ts'
import { type DocumentoRelacionado, numeroDe, relacionado } from './relacionado.ts'
import { type Renglon, renglonDe } from './renglon.ts'
import type {
  ApendiceRequest,
  CompraTerceroRequest,
  DocumentoRelacionadoRequest,
  ItemRequest,
  OtroDocumentoRequest,
  PagoRequest,
  ReceptorRequest,
  RequestOf,
  VentaTerceroRequest,
} from './request.ts'
import { readRetenido } from './retenido.ts'
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
  /** What the lines of a liquidation do not state; null: another type. */
  readonly liquidados: ImportesLiquidados | null
  /** One record of card operations; null: another type. */
  readonly contable: Contable | null
  /** The documents that a note adjusts. */
  readonly documentosRelacionados: readonly DocumentoRelacionado[]
  /** The origins of a sale. */
  readonly origenes: readonly DocumentoRelacionado[]
  readonly otrosDocumentos: readonly OtroDocumentoRequest[]
  /** Of a company that may receive donations. */
  readonly resolucion: Resolucion | null
  readonly compraTercero: CompraTerceroRequest | null
  readonly fusion: string | null
  readonly bienTitulo: string | null
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
> & {
  readonly exportacion: Pick<Exportacion, 'flete' | 'seguro' | 'totalNoOnerosas'> | null
  readonly contable: ImportesContables | null
  readonly liquidados: ImportesLiquidados | null
}

/** Whether a document retained and perceived 1 % of IVA. */
export interface UnoPorCiento {
  readonly retencionIva: boolean
  readonly percepcionIva: boolean
}

/** What a request does not say: it follows from documents issued before, or is a fact of the company. */
export interface Antecedentes {
  /** For a credit note: the difference between its tributes and the sum of its lines. */
  readonly centavos?: Centavos
  readonly resolucion?: Resolucion | null
  /** For a note: what the documents that it adjusts did, by number. */
  readonly unoPorCiento?: ReadonlyMap<string, UnoPorCiento>
}

/** What qualifies the issuer to receive donations: CAT-021, document of the issuer. */
export interface Resolucion {
  readonly descDocumento: string
  readonly detalleDocumento: string
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

const TIPO_ITEM_BIEN = 1
const TIPO_ITEM_SERVICIO = 2
const TIPO_ITEM_TRIBUTO = 4
const UNIDAD = 59
/** The unit of lines that are not sold by a unit. Sources: docs/sources.md#no-gravado, #tributos. */
const OTRA_UNIDAD = 99
const CONTADO = 1
const EXPORTACION = '11'
const DONACION_DE_BIENES = 2

export function readVenta(
  request: RequestOf,
  { centavos = SIN_CENTAVOS, unoPorCiento = new Map(), resolucion = null }: Antecedentes = {},
): { venta: Venta; problems: Problem[] } {
  const problems: Problem[] = []
  const { descuentos } = request
  const relacionados = (request.documentosRelacionados ?? []).map(relacionado)
  const only = relacionados.length === 1 ? (relacionados[0] ?? null) : null
  // In an export of goods every line is goods, and goods are what a remission moves.
  const usual = (request.bienTitulo ?? null) === null ? TIPO_ITEM_SERVICIO : TIPO_ITEM_BIEN
  const tipoItem = request.exportacion?.tipoItemExpor ?? usual
  const exporta = (request.origenes ?? []).some(isExportacion)
  const said = (numeroDocumento: string | null): UnoPorCiento => {
    const followed = unoPorCiento.get(numeroDocumento ?? '')
    return {
      retencionIva: request.aplicarRetencionIva ?? followed?.retencionIva ?? false,
      percepcionIva: request.aplicarPercepcionIva ?? followed?.percepcionIva ?? false,
    }
  }
  const liquidados = (request.liquidacion?.documentos ?? []).map((documento, i) =>
    readLiquidado(documento, {
      amount: amountsAt(`cuerpoDocumento[${i}]`, problems),
      ofSummary: amountsAt('resumen', problems),
    }),
  )
  const venta: Venta = {
    receptor: request.receptor ?? null,
    renglones: [
      ...request.items.map((item, i) =>
        renglon(
          item,
          { only, tipoItem, exporta, said },
          amountsAt(`cuerpoDocumento[${i}]`, problems),
        ),
      ),
      ...(request.retencion?.documentos ?? []).map((documento, i) =>
        renglonDe({
          retenido: readRetenido(documento, amountsAt(`cuerpoDocumento[${i}]`, problems)),
        }),
      ),
      ...liquidados.map((liquidado) => renglonDe({ liquidado })),
    ],
    descuentos: readDescuentos(descuentos, amountsAt('resumen', problems)),
    retencionIva: request.aplicarRetencionIva ?? false,
    percepcionIva: request.aplicarPercepcionIva ?? false,
    descuento: amountsAt('resumen', problems)(request.descuento, 'descu'),
    reteRenta: request.aplicarReteRenta ?? false,
    centavos,
    exportacion: readExportacion(request.exportacion, amountsAt('resumen', problems)),
    liquidados: request.liquidacion ? importesLiquidados(liquidados) : null,
    contable: readContable(request.liquidacionContable, amountsAt('cuerpoDocumento', problems)),
    documentosRelacionados: relacionados,
    origenes: (request.origenes ?? []).map(relacionado),
    otrosDocumentos: request.otrosDocumentos ?? [],
    resolucion,
    compraTercero: request.compraTercero ?? null,
    fusion: request.fusion ?? null,
    bienTitulo: request.bienTitulo ?? null,
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

const isExportacion = ({ tipoDocumento }: DocumentoRelacionadoRequest) =>
  tipoDocumento === EXPORTACION

type ReadAmount = (n: number | null | undefined, field: string) => Monto

interface DefaultsDeRenglon {
  readonly only: DocumentoRelacionado | null
  readonly tipoItem: number
  readonly exporta: boolean
  /** What a line that adjusts this document does. */
  readonly said: (numeroDocumento: string | null) => UnoPorCiento
}

function renglon(
  item: ItemRequest,
  { only, tipoItem, exporta, said }: DefaultsDeRenglon,
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
    uniMedida: item.uniMedida ?? (isSold && !isUncounted(item) ? UNIDAD : OTRA_UNIDAD),
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
    exporta,
    tipoDonacion: item.tipoDonacion ?? null,
    depreciacion: amount(item.depreciacion, 'tipoDepreciacion'),
    retenido: null,
    liquidado: null,
  }
}

/** Donated money and services have no unit. */
function isUncounted({ tipoDonacion = null }: ItemRequest): boolean {
  return tipoDonacion !== null && tipoDonacion !== DONACION_DE_BIENES
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
