/** Checks all sales before the first is sent, and computes their totals. */
import type { TipoDte } from '@sello/contract'
import {
  buildDocumento,
  CERO,
  type Emisor,
  type Monto,
  type Problem,
  plus,
  STAND_IN_CODIGO_GENERACION,
  standInNumeroControl,
  toText,
  totales,
} from '@sello/fiscal'
import { COLUMNS, PRODUCTO } from './columns.ts'
import type { RowProblem, Sale } from './sales.ts'

export interface Checked {
  readonly problems: readonly RowProblem[]
  readonly totals: Totals
  /** The total of each sale without problems, as its document will have it. */
  readonly totalPagar: ReadonlyMap<Sale, string>
}

export interface Totals {
  readonly documentos: number
  readonly gravado: string
  readonly exento: string
  readonly noSujeto: string
  readonly iva: string
  readonly pagar: string
}

/** A stand-in issuer: the real one belongs to the key, and the service checks it. */
const EMISOR: Emisor = {
  nit: '06140101900019',
  nrc: '1234567',
  nombre: 'Emisor',
  codActividad: '47190',
  descActividad: 'Venta al por menor',
  nombreComercial: null,
  tipoEstablecimiento: '02',
  direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'San Salvador' },
  telefono: '22220000',
  correo: 'emisor@example.com',
  codEstable: 'M001',
  codEstableMH: 'M001',
  codPuntoVenta: 'P001',
  codPuntoVentaMH: 'P001',
} as Emisor

/** The service completes our documents and stored customers, so their missing members are not problems here. */
const COMPLETED = /^(receptor|documentoRelacionado|cuerpoDocumento\[\d+\]\.numeroDocumento)/

export function checkSales(
  sales: readonly Sale[],
  { fecEmi, horEmi }: { fecEmi: string; horEmi: string },
): Checked {
  const problems: RowProblem[] = []
  const totalPagar = new Map<Sale, string>()
  let sum = { gravado: CERO, exento: CERO, noSujeto: CERO, iva: CERO, pagar: CERO }
  for (const sale of sales) {
    const { documento, problems: found } = build(sale, fecEmi, horEmi)
    const mine = causesOf(found.filter((problem) => isOurs(sale, problem)))
    problems.push(...mine.map((problem) => toRowProblem(sale, problem)))
    if (mine.length > 0 || !documento) continue
    const t = totales(documento)
    if (!isGathered(sale)) totalPagar.set(sale, toText(t.totalPagar))
    sum = {
      gravado: plus(sum.gravado, t.totalGravada),
      exento: plus(sum.exento, t.totalExenta),
      noSujeto: plus(sum.noSujeto, t.totalNoSuj),
      iva: plus(sum.iva, t.totalIva),
      pagar: plus(sum.pagar, t.totalPagar),
    }
  }
  const text = (m: Monto) => toText(m)
  const totals = {
    documentos: sales.length,
    gravado: text(sum.gravado),
    exento: text(sum.exento),
    noSujeto: text(sum.noSujeto),
    iva: text(sum.iva),
    pagar: text(sum.pagar),
  }
  return { problems, totals, totalPagar }
}

function build({ request }: Sale, fecEmi: string, horEmi: string) {
  const { documentosRelacionados, receptor } = request as {
    documentosRelacionados?: unknown
    receptor?: { direccion?: object } | null
  }
  const { direccion } = receptor ?? {}
  return buildDocumento({
    // The service completes these from its index; here a note is only computed.
    request: {
      items: [],
      ...request,
      ...(documentosRelacionados ? RELATED : {}),
      ...(direccion ? { receptor: { ...receptor, direccion: { ...BLANK, ...direccion } } } : {}),
    } as never,
    emisor: EMISOR,
    resolucion: RESOLUCION,
    ambiente: '00',
    fecEmi,
    horEmi,
    codigoGeneracion: STAND_IN_CODIGO_GENERACION,
    numeroControl: standInNumeroControl({
      tipoDte: request.tipoDte,
      codEstable: 'M001',
      codPuntoVenta: 'P001',
    }),
  })
}

/** The service knows the company's own; here a donation is only computed. */
const RESOLUCION = { descDocumento: 'Resolución', detalleDocumento: 'Resolución' }

/** The rules say which cell of an address is blank, and read all four. */
const BLANK = { departamento: '', municipio: '', distrito: '', complemento: '' }

const RELATED = {
  documentosRelacionados: [
    {
      tipoDocumento: '03',
      tipoGeneracion: 2,
      numeroDocumento: STAND_IN_CODIGO_GENERACION,
      fechaEmision: '2026-01-01',
    },
  ],
}

/** The service gathers what a liquidation lists, so its total is not known here. */
export const isGathered = ({ request }: Sale): boolean => 'liquidacion' in request

/** What a request says of an export (11) stands at its issuer. */
const OF_EXPORT = /^emisor\.(tipoItemExpor|recintoFiscal|tipoRegimen|regimen)$/

/** That somebody is the issuer itself: here it is a stand-in. */
const OF_ISSUER = 'SELLO-partes'

function isOurs(sale: Sale, { field, rule }: Problem): boolean {
  const { request } = sale
  if (rule === OF_ISSUER) return false
  if (/^(emisor|identificacion)/.test(field)) return OF_EXPORT.test(field)
  if (isGathered(sale) && /^(cuerpoDocumento|resumen)/.test(field)) return false
  const { receptor, documentosRelacionados } = request as {
    receptor?: { customerId?: string } | null
    documentosRelacionados?: unknown
  }
  const isCompleted = receptor?.customerId !== undefined || documentosRelacionados !== undefined
  return !(isCompleted && COMPLETED.test(field))
}

/** Of the whole sale or its sums; these of the summary have their own columns. */
const WHOLE = /^(receptor|cuerpoDocumento|resumen(?!\.(codIncoterms|flete|seguro)$).*)$/

/** Without problems that only follow from others. */
function causesOf(problems: readonly Problem[]): readonly Problem[] {
  const isWhole = ({ field }: Problem) => WHOLE.test(field)
  const causes = problems.filter((problem) => !isWhole(problem))
  return causes.length > 0 ? causes : problems
}

/** Columns with other names than their members. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  'receptor.nit': 'numDocumento',
  'receptor.direccion': 'departamento',
  'resumen.codIncoterms': 'incoterms',
}

/** The same of a line that lists a document. */
const COLUMN_OF_LISTED: Readonly<Record<string, string>> = {
  tipoDte: 'documento',
  montoSujetoGrav: 'monto',
  valorUni: 'precioUni',
  tipoDepreciacion: 'depreciacion',
  codigoRetencionMH: 'codigoRetencion',
}

/** The same of the one record of a liquidation of cards. */
const COLUMN_OF_RECORD: Readonly<Record<string, string>> = {
  'cuerpoDocumento.periodoLiquidacionFechaInicio': 'desde',
  'cuerpoDocumento.periodoLiquidacionFechaFin': 'hasta',
  'cuerpoDocumento.codLiquidacion': 'codigo',
  'cuerpoDocumento.cantidadDoc': 'cantidadDocumentos',
  'cuerpoDocumento.montoSinPercepcion': 'sinPercepcion',
  'cuerpoDocumento.descripSinPercepcion': 'queSinPercepcion',
  'cuerpoDocumento.porcentComision': 'porcentajeComision',
  'extension.nombEntrega': 'responsable',
  'extension.docuEntrega': 'documentoResponsable',
}

/** Maps `cuerpoDocumento[2].cantidad` or `items[2].cantidad` to the column `cantidad` of the third row. */
function toRowProblem(
  { rows, request, filled }: Sale,
  { field, message: said }: Problem,
): RowProblem {
  // People know their columns, not the ministry's structure.
  const message = said.startsWith(`${field} `) ? said.slice(field.length + 1) : said
  const line = /\[(\d+)\]/.exec(/^(cuerpoDocumento|items)/.test(field) ? field : '')?.[1]
  const row = rows[Number(line ?? 0)] ?? rows[0] ?? 0
  const member =
    field
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ?? ''
  if (filled[Number(line ?? 0)]?.has(member)) {
    return { row, column: PRODUCTO, message: `lo que el producto tiene guardado: ${message}` }
  }
  const name = COLUMN_OF[field] ?? COLUMN_OF_RECORD[field] ?? COLUMN_OF_LISTED[member] ?? member
  const column = COLUMNS[request.tipoDte as TipoDte].find((one) => one.name === name)
  const isWhole = field === '' || field === 'cuerpoDocumento'
  return { row, column: column?.name ?? (isWhole ? null : field), message }
}
