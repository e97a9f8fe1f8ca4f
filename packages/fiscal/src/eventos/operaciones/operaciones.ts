/**
 * The event of special operations: the simplified invoices and vouchers of internal control of a designated taxpayer,
 * which stay on paper. Pure: code, date and issuer are parameters. Source: docs/sources.md#operaciones.
 */
import { TRIBUTOS } from '../../catalogos/cat-015-tributo.ts'
import { FILA_IVA_17, type FilaIvaDe17 } from '../../criterios.ts'
import type { CodigoAmbiente, Emisor } from '../../documento.ts'
import { enLetras } from '../../en-letras.ts'
import { CERO, MONTO_LIMIT, type Monto, plus, round, sum } from '../../monto.ts'
import type { Problem } from '../../problem.ts'
import { TEXTOS } from '../../rules/textos.ts'
import { ivaSobre } from '../../tasas.ts'
import { defineEvento } from '../evento.ts'
import { type Comprobantes, comprobantesDe } from './comprobantes.ts'
import { type Operaciones, operacionesV1 } from './estructura.ts'
import {
  type ItemOperacion,
  type OperacionesRequest,
  readOperaciones,
  type TipoVenta,
} from './request.ts'
import { sumasDe } from './sumas.ts'

export interface OperacionesInput {
  readonly request: OperacionesRequest
  readonly emisor: Pick<Emisor, 'nit' | 'nombre'>
  readonly ambiente: CodigoAmbiente
  readonly codigoGeneracion: string
  /** The time of the event, El Salvador time. */
  readonly fecEmi: string
  readonly horEmi: string
}

export interface BuiltOperaciones {
  /** Null if there are problems. Its lines are in the order of the request's items. */
  readonly evento: Operaciones | null
  /** Fields are the request's: `items[2].hasta`. */
  readonly problems: readonly Problem[]
}

export const operaciones = defineEvento(1, operacionesV1, buildOperaciones)

/** The JSON text of an event, which is signed. */
export function serialiseOperaciones(evento: Operaciones): string {
  return operaciones.serialise(evento)
}

/** Refuses all problems of the lines at once, and sums beyond the structure's limit. */
export function buildOperaciones(input: OperacionesInput): BuiltOperaciones {
  const { items, problems } = readOperaciones(input.request, input.fecEmi)
  if (problems.length > 0) return { evento: null, problems }
  const cuerpoDocumento = items.map(linea)
  const totales = resumen(cuerpoDocumento)
  if (totales === null) return { evento: null, problems: [DEMASIADO] }
  const evento: Operaciones = {
    identificacion: {
      version: 1,
      ambiente: input.ambiente,
      tipoModelo: 1,
      tipoOperacion: 1,
      tipoEvento: '17',
      codigoGeneracion: input.codigoGeneracion,
      fecEmi: input.fecEmi,
      horEmi: input.horEmi,
      tipoMoneda: 'USD',
    },
    emisor: { nit: input.emisor.nit, nombre: input.emisor.nombre },
    cuerpoDocumento,
    resumen: totales,
    apendice: null,
  }
  const specific = TEXTOS.check(evento)
  const told = new Set(specific.map(({ field }) => field))
  const found = [...specific, ...operaciones.check(evento).filter(({ field }) => !told.has(field))]
  return { evento: found.length > 0 ? null : evento, problems: found.map(asRequested) }
}

/** The vouchers of a line, and what they come to. */
export interface ComprobantesReportados extends Comprobantes {
  readonly tipoVenta: TipoVenta
  /** The sale of all of them, without IVA. */
  readonly venta: Monto
  /** The event that reported what the line voids; null: it reports. */
  readonly anulaDe: string | null
}

/** The vouchers of each line, in its order. */
export function comprobantesDelEvento({
  cuerpoDocumento,
}: Operaciones): readonly ComprobantesReportados[] {
  return cuerpoDocumento.map((one) => {
    const { tipoDocumento, numDocumento, docDel, docAl } = one
    const [desde, hasta] = [docDel ?? numDocumento ?? '', docAl ?? numDocumento ?? '']
    const found = comprobantesDe(tipoDocumento, { desde, hasta })
    if (!found) throw new Error('bug: a line of an event reports no vouchers')
    const venta = sum([one.ventaGravada, one.ventaExenta, one.ventaNoSuj])
    return { ...found, tipoVenta: tipoVentaDe(one), venta, anulaDe: one.codigoGeneracionRef }
  })
}

/** A line has one kind; for one without an amount it makes no difference. */
function tipoVentaDe({ tributos, ventaExenta }: Linea): TipoVenta {
  if (tributos !== null) return 'gravada'
  return ventaExenta > CERO ? 'exenta' : 'no_sujeta'
}

/** What one voucher of each line comes to with IVA, in cents: an average where the line states a total. */
export function valorDeCadaUno({ cuerpoDocumento }: Operaciones): readonly Monto[] {
  return cuerpoDocumento.map(({ precioUni, tributos }) =>
    round(tributos === null ? precioUni : plus(precioUni, ivaSobre(precioUni)), 2),
  )
}

const DEMASIADO: Problem = {
  field: 'items',
  rule: 'exclusiveMaximum',
  message: 'La suma pasa de 99,999,999,999.99; reparta las líneas en varios eventos.',
}

type Linea = Operaciones['cuerpoDocumento'][number]
const IVA = '20'

function linea(item: ItemOperacion, i: number): Linea {
  const of = (tipo: ItemOperacion['tipoVenta']) => (item.tipoVenta === tipo ? item.venta : CERO)
  return {
    numItem: i + 1,
    codigoGeneracionRef: item.anulaDe,
    tipoDocumento: item.comprobantes.tipoDocumento,
    numDocumento: item.numero,
    fechaEmision: item.fecha,
    cantidad: item.cantidad,
    descripcion: item.descripcion,
    docDel: item.rango?.desde ?? null,
    docAl: item.rango?.hasta ?? null,
    precioUni: item.precioUni,
    ventaNoSuj: of('no_sujeta'),
    ventaExenta: of('exenta'),
    ventaGravada: of('gravada'),
    tributos: item.tipoVenta === 'gravada' ? [IVA] : null,
  }
}

/** Null: the sums exceed the structure. */
export function resumen(
  lineas: readonly Linea[],
  fila: FilaIvaDe17 = FILA_IVA_17,
): Operaciones['resumen'] | null {
  const { iva, ...sumas } = sumasDe(lineas)
  if (sumas.total >= MONTO_LIMIT) return null
  const hasRow = fila === 'siempre' || lineas.some(({ tributos }) => tributos !== null)
  const row = { codigo: IVA, descripcion: TRIBUTOS[IVA].nombre, valor: iva }
  return { ...sumas, tributos: hasRow ? [row] : null, totalLetras: enLetras(sumas.total) }
}

/** The request's name of each member of a line. */
const REQUESTED: Readonly<Record<string, string>> = {
  codigoGeneracionRef: 'anulaDe',
  numDocumento: 'numero',
  fechaEmision: 'fecha',
  docDel: 'desde',
  docAl: 'hasta',
}
const DE_LA_LINEA = /^cuerpoDocumento(\[\d+\])\.(\w+)/

function asRequested(problem: Problem): Problem {
  const [found, index, member = ''] = DE_LA_LINEA.exec(problem.field) ?? []
  if (found === undefined) return problem
  const field = `items${index}.${REQUESTED[member] ?? member}`
  return { ...problem, field, message: problem.message.replaceAll(found, field) }
}
