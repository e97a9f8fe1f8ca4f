/** The lines of a request for an event of special operations, and their problems. Source: docs/sources.md#operaciones. */
import { LINEAS_17, TIPO_FVS_17 } from '../../criterios.ts'
import { CERO, DECIMALS, fractionOf, type Monto, readMonto, round, times } from '../../monto.ts'
import { plusMonths } from '../../plus-months.ts'
import type { Problem } from '../../problem.ts'
import {
  type Comprobantes,
  comprobantesDe,
  cuantos,
  repetidos,
  tieneOtrasCifras,
} from './comprobantes.ts'

/** The names are the wire's. */
export interface OperacionesRequest {
  readonly items: readonly ItemOperacionRequest[]
}

export interface ItemOperacionRequest {
  /** CAT-023: 02, simplified invoices; 97, vouchers of internal control. */
  readonly tipoDocumento: string
  /** A range, or one voucher with its number and date. */
  readonly desde?: string | null
  readonly hasta?: string | null
  readonly numero?: string | null
  readonly fecha?: string | null
  /** How many vouchers the line reports; left out, it is counted. */
  readonly cantidad?: number | null
  /** Without IVA: of each voucher, or of all together. */
  readonly precioUni?: number | null
  readonly total?: number | null
  readonly tipoVenta?: string | null
  readonly descripcion?: string | null
  /** The event that reported vouchers which were voided later. */
  readonly anulaDe?: string | null
}

const TIPOS_DE_VENTA = ['gravada', 'exenta', 'no_sujeta'] as const
export type TipoVenta = (typeof TIPOS_DE_VENTA)[number]

/** One parsed line. */
export interface ItemOperacion {
  readonly comprobantes: Comprobantes
  /** As written: a range, or one voucher. */
  readonly rango: { readonly desde: string; readonly hasta: string } | null
  readonly numero: string | null
  readonly fecha: string | null
  readonly cantidad: number
  readonly precioUni: Monto
  readonly venta: Monto
  readonly tipoVenta: TipoVenta
  readonly descripcion: string
  readonly anulaDe: string | null
}

const COMPROBANTE = '97'
/** What the event writes for each type of the request. */
// biome-ignore format: a table
const TIPOS: Readonly<Record<string, { readonly escrito: string; readonly descripcion: string }>> = {
  '02':          { escrito: TIPO_FVS_17, descripcion: 'Facturas de venta simplificadas' },
  [COMPROBANTE]: { escrito: COMPROBANTE, descripcion: 'Comprobantes de control interno' },
}

const NUMERO_MAX = 36
const CANTIDAD_MAX = 1_000_000_000
const CODIGO = /^[A-F0-9]{8}(-[A-F0-9]{4}){3}-[A-F0-9]{12}$/i
/** A voucher reported by itself is at most this old. */
const MESES = 3

/** Checks all lines. Fields are the request's: `items[2].hasta`. Lines with problems are left out of `items`. */
export function readOperaciones(
  { items: asked }: OperacionesRequest,
  fecEmi: string,
): { readonly items: readonly ItemOperacion[]; readonly problems: readonly Problem[] } {
  if (asked.length === 0 || asked.length > LINEAS_17) {
    const message = `Un evento reporta de 1 a ${LINEAS_17} líneas y este lleva ${asked.length}; repártalas en varios eventos.`
    return { items: [], problems: [{ field: 'items', rule: 'MF-17-lineas', message }] }
  }
  const problems: Problem[] = []
  const items = asked.map((item, i) => {
    const report: Report = (member, rule, message) => {
      const field = `items[${i}]${member && `.${member}`}`
      problems.push({ field, rule, message })
    }
    return readItem(item, fecEmi, report)
  })
  problems.push(...checkTogether(asked, items))
  return { items: items.filter((item) => item !== null), problems }
}

type Report = (member: keyof ItemOperacionRequest | '', rule: string, message: string) => void

function readItem(
  item: ItemOperacionRequest,
  fecEmi: string,
  report: Report,
): ItemOperacion | null {
  const tipo = Object.hasOwn(TIPOS, item.tipoDocumento) ? TIPOS[item.tipoDocumento] : undefined
  if (!tipo) {
    report(
      'tipoDocumento',
      'CAT-023',
      `El tipo "${item.tipoDocumento}" no se reporta en este evento; use 02 (factura de venta simplificada) o 97 (comprobante de control interno).`,
    )
  }
  const cuales = readCuales(item, { escrito: tipo?.escrito ?? '', fecEmi }, report)
  const tipoVenta = readTipoVenta(item, report)
  const anulaDe = readAnulaDe(item, report)
  const cantidad = cuales && readCantidad(item, cuales.comprobantes, report)
  const importe = readImporte(item, cantidad, report)
  if (!tipo || !cuales || !tipoVenta || !anulaDe || cantidad === null || !importe) return null
  if (anulaDe.codigo !== null && importe.venta <= CERO) {
    const member = (item.total ?? null) === null ? 'precioUni' : 'total'
    report(member, 'MF-17-anulado', 'Lo anulado se reporta con su valor, positivo; escríbalo.')
    return null
  }
  const descripcion = item.descripcion ?? tipo.descripcion
  return {
    ...{ ...cuales, cantidad, ...importe, tipoVenta },
    ...{ descripcion, anulaDe: anulaDe.codigo },
  }
}

type Cuales = Pick<ItemOperacion, 'comprobantes' | 'rango' | 'numero' | 'fecha'>

/** By range or one by one: exactly one of the two manners, whole. */
function readCuales(
  item: ItemOperacionRequest,
  asked: { readonly escrito: string; readonly fecEmi: string },
  report: Report,
): Cuales | null {
  const { desde = null, hasta = null, numero = null, fecha = null } = item
  const byRange = desde !== null || hasta !== null
  const byOne = numero !== null || fecha !== null
  if (byRange === byOne) {
    const message =
      'Cada línea lleva un rango (desde y hasta) o un comprobante (numero y fecha), uno solo de los dos.'
    report('', 'MF-17-forma', message)
    return null
  }
  if (byRange) return readRango(desde, hasta, asked.escrito, report)
  if (item.tipoDocumento !== COMPROBANTE) {
    const message =
      'Las facturas de venta simplificadas se reportan por rango; escriba desde y hasta, iguales si es una sola.'
    report(numero === null ? 'fecha' : 'numero', 'MF-17-forma', message)
    return null
  }
  return readUno(numero, fecha, asked, report)
}

function readRango(
  desde: string | null,
  hasta: string | null,
  escrito: string,
  report: Report,
): Cuales | null {
  const found = [isNumero('desde', desde, report), isNumero('hasta', hasta, report)]
  if (desde === null || hasta === null || found.includes(false)) return null
  const rango = { desde, hasta }
  const comprobantes = comprobantesDe(escrito, rango)
  if (comprobantes) return { comprobantes, rango, numero: null, fecha: null }
  report(
    'hasta',
    'MF-17-rango',
    `De "${desde}" a "${hasta}" no hay un rango: los dos llevan la misma serie y terminan en número, el primero no mayor que el segundo; corríjalos.`,
  )
  return null
}

function readUno(
  numero: string | null,
  fecha: string | null,
  { escrito, fecEmi }: { readonly escrito: string; readonly fecEmi: string },
  report: Report,
): Cuales | null {
  const isRight = isNumero('numero', numero, report)
  const isDated = isFecha(fecha, fecEmi, report)
  if (numero === null || !isRight || !isDated) return null
  const comprobantes = comprobantesDe(escrito, { desde: numero, hasta: numero })
  if (!comprobantes) throw new Error('bug: one voucher is not in its own range')
  return { comprobantes, rango: null, numero, fecha }
}

function isNumero(
  member: 'desde' | 'hasta' | 'numero',
  text: string | null,
  report: Report,
): boolean {
  const length = [...(text ?? '')].length
  if (text !== null && tieneOtrasCifras(text)) {
    const message = `Las cifras de ${member} se escriben con 0 a 9; corríjalo.`
    report(member, 'MF-17-numero', message)
    return false
  }
  if (text !== null && text.trim() !== '' && length <= NUMERO_MAX) return true
  const message =
    text === null || text.trim() === ''
      ? `Falta ${member}; escriba el número del comprobante.`
      : `${member} tiene hasta ${NUMERO_MAX} caracteres y lleva ${length}; corríjalo.`
  report(member, 'MF-17-numero', message)
  return false
}

function isFecha(fecha: string | null, fecEmi: string, report: Report): boolean {
  if (fecha === null) {
    report('fecha', 'MF-17-fecha', 'Falta la fecha del comprobante; escríbala como AAAA-MM-DD.')
    return false
  }
  const last = plusMonths(fecha, MESES)
  if (last === null) {
    report('fecha', 'MF-17-fecha', `"${fecha}" no es una fecha; escríbala como AAAA-MM-DD.`)
    return false
  }
  if (fecha > fecEmi) {
    const message = `El comprobante es del ${fecha}, después del evento (${fecEmi}); corrija la fecha.`
    report('fecha', 'MF-17-fecha', message)
    return false
  }
  if (fecEmi <= last) return true
  const message = `El comprobante es del ${fecha} y se reporta hasta tres meses después, el ${last}; quítelo o corrija la fecha.`
  report('fecha', 'MF-17-fecha', message)
  return false
}

function readCantidad(
  { cantidad }: ItemOperacionRequest,
  comprobantes: Comprobantes,
  report: Report,
): number | null {
  const count = cuantos(comprobantes)
  if (count > CANTIDAD_MAX) {
    const message = `El rango tiene ${count} comprobantes, más de ${CANTIDAD_MAX}; revise desde y hasta.`
    report('hasta', 'MF-17-rango', message)
    return null
  }
  const counted = Number(count)
  if ((cantidad ?? counted) === counted) return counted
  const message = `cantidad dice ${cantidad} y los números son ${counted}; corríjala, o reporte en varias líneas los rangos que no son seguidos.`
  report('cantidad', 'MF-17-cantidad', message)
  return null
}

function readTipoVenta(item: ItemOperacionRequest, report: Report): TipoVenta | null {
  const asked = item.tipoVenta ?? 'gravada'
  const found = TIPOS_DE_VENTA.find((one) => one === asked)
  if (found) return found
  const message = `El tipo de venta "${asked}" no existe; use gravada, exenta o no_sujeta.`
  report('tipoVenta', 'MF-17-venta', message)
  return null
}

/** Null: it is no code. */
function readAnulaDe(
  item: ItemOperacionRequest,
  report: Report,
): { readonly codigo: string | null } | null {
  const { anulaDe = null } = item
  if (anulaDe === null || CODIGO.test(anulaDe)) return { codigo: anulaDe?.toUpperCase() ?? null }
  const message = `"${anulaDe}" no es un código de generación; escriba el del evento que reportó lo anulado.`
  report('anulaDe', 'MF-17-anulado', message)
  return null
}

/**
 * The price of one voucher and the sale of all: R8(cantidad × precioUni), or from the total R8(total ÷ cantidad), whose
 * sale rounds to the same cents.
 */
function readImporte(
  item: ItemOperacionRequest,
  cantidad: number | null,
  report: Report,
): Pick<ItemOperacion, 'precioUni' | 'venta'> | null {
  const { precioUni = null, total = null } = item
  if ((precioUni === null) === (total === null)) {
    const message = 'Cada línea lleva precioUni o total, uno solo de los dos, sin IVA.'
    report('', 'MF-17-importe', message)
    return null
  }
  const member = total === null ? 'precioUni' : 'total'
  const given = readMonto(precioUni ?? total ?? 0)
  if (given === null || given < CERO) {
    const message = `${member} es un número de 0 o más con hasta ${DECIMALS} decimales; corríjalo.`
    report(member, 'MF-17-importe', message)
    return null
  }
  if (cantidad === null) return null
  const units = (BigInt(cantidad) * 10n ** BigInt(DECIMALS)) as Monto
  if (total === null) return { precioUni: given, venta: times(units, given) }
  const each = fractionOf(given, 1n, BigInt(cantidad))
  const venta = times(units, each)
  if (round(venta, 2) === round(given, 2)) return { precioUni: each, venta }
  const message = `El total no se reparte en ${cantidad} comprobantes sin perder centavos; divida la línea en rangos menores.`
  report('total', 'MF-17-importe', message)
  return null
}

/** What lines are to each other. */
function checkTogether(
  asked: readonly ItemOperacionRequest[],
  items: readonly (ItemOperacion | null)[],
): Problem[] {
  const problems: Problem[] = []
  for (const [i, earlier] of repetidos(items.map((item) => item?.comprobantes ?? null)).entries()) {
    if (earlier === null) continue
    const message = `Esta línea y items[${earlier}] reportan un mismo comprobante; cada uno se reporta una sola vez.`
    problems.push({ field: `items[${i}]`, rule: 'MF-17-una-vez', message })
  }
  const first = asked[0]
  const isVoiding = (item: ItemOperacionRequest | undefined) => (item?.anulaDe ?? null) !== null
  const mixed = asked.findIndex((item) => isVoiding(item) !== isVoiding(first))
  if (mixed > 0) {
    const message = 'Lo anulado va en un evento aparte: todas las líneas llevan anulaDe, o ninguna.'
    problems.push({ field: `items[${mixed}].anulaDe`, rule: 'MF-17-anulado', message })
  }
  const controls = asked.flatMap((item, i) =>
    item.tipoDocumento === COMPROBANTE
      ? [{ i, byRange: (item.desde ?? item.hasta ?? null) !== null }]
      : [],
  )
  const other = controls.find(({ byRange }) => byRange !== controls[0]?.byRange)
  if (other) {
    const message =
      'Los comprobantes de control interno (97) de un evento van todos por rango o todos uno por uno; haga un evento de cada forma.'
    problems.push({ field: `items[${other.i}]`, rule: 'MF-17-forma', message })
  }
  return problems
}
