/** The examination of an event of special operations: paper invoices and vouchers of a designated taxpayer. */
import { IVA } from '../../catalogues/tributos.ts'
import { type Message, refusal } from '../../codes.ts'
import { divide, integer, round2, SCALE, sum } from '../../json/decimal.ts'
import type { LineaOperaciones, Operaciones } from '../../structure/operaciones.ts'
import { localTime, plusDays, plusMonths } from '../../world/el-salvador.ts'
import type { Papel } from '../../world/events.ts'
import { firstOf, toInteger } from '../case.ts'
import { checkAmount } from '../suma.ts'
import { checkContribuyente, type EventCase, heldOf, isMessage } from './evento.ts'

export const TIPO_OPERACIONES = '17'

type Case = EventCase<Operaciones>

/** CAT-023: simplified invoices. The manual's examples print 22 instead. */
const FACTURA_SIMPLIFICADA = '02'
const CONTROL_INTERNO = '97'
/** The manual's figure; the published structure lets 2,000 through. */
const LINES_MAX = 500
const MONTHS_MAX = 3
const DAYS_AHEAD_MAX = 5

/** What the event reports, or voids of an earlier one. */
export interface Reported {
  readonly papeles: readonly Papel[]
}

export function examineOperaciones(subject: Case): Message | Reported {
  const { evento, taxpayer } = subject
  const early = checkContribuyente(subject)
  if (early) return early
  if (!taxpayer.operacionesEspeciales) return refusal('095', 'emisor.nit')
  const papeles = evento.cuerpoDocumento.map(papelDe)
  return (
    checkFecha(subject) ??
    checkLineas(subject) ??
    checkManeras(evento) ??
    checkResumen(evento) ??
    checkCodigo(subject) ??
    checkUnaVez(subject, papeles) ??
    checkAnulados(subject, papeles) ?? { papeles }
  )
}

function checkFecha({ evento, now }: Case): Message | null {
  const latest = plusDays(localTime(now).fecha, DAYS_AHEAD_MAX)
  return evento.identificacion.fecEmi > latest ? refusal('018', 'identificacion.fecEmi') : null
}

function checkLineas({ evento }: Case): Message | null {
  const { cuerpoDocumento, identificacion } = evento
  if (cuerpoDocumento.length > LINES_MAX) return refusal('007', 'cuerpoDocumento')
  return firstOf(cuerpoDocumento, (linea, i) => {
    const at = `cuerpoDocumento[${i}]`
    if (toInteger(linea.numItem) !== i + 1) return refusal('019', `${at}.numItem`)
    const found =
      linea.docDel !== null || linea.docAl !== null
        ? checkRango(linea, at)
        : checkUno(linea, at, identificacion.fecEmi)
    return found ?? checkImportes(linea, at)
  })
}

function checkRango(linea: LineaOperaciones, at: string): Message | null {
  const { tipoDocumento, docDel, docAl } = linea
  const isKnown = tipoDocumento === FACTURA_SIMPLIFICADA || tipoDocumento === CONTROL_INTERNO
  if (!isKnown) return refusal('003', `${at}.tipoDocumento`)
  if (!docDel) return refusal('005', `${at}.docDel`)
  if (!docAl) return refusal('005', `${at}.docAl`)
  if (linea.numDocumento !== null) return refusal('024', `${at}.numDocumento`)
  if (linea.fechaEmision !== null) return refusal('024', `${at}.fechaEmision`)
  const { serie, desde, hasta } = papelDe(linea)
  if (serie === null || desde > hasta) return refusal('019', `${at}.docAl`)
  const counted = (hasta - desde + 1n) * SCALE
  return linea.cantidad === counted ? null : refusal('020', `${at}.cantidad`)
}

function checkUno(linea: LineaOperaciones, at: string, fecEmi: string): Message | null {
  const { tipoDocumento, numDocumento, fechaEmision } = linea
  if (tipoDocumento === FACTURA_SIMPLIFICADA) return refusal('005', `${at}.docDel`)
  if (tipoDocumento !== CONTROL_INTERNO) return refusal('003', `${at}.tipoDocumento`)
  if (numDocumento === null) return refusal('005', `${at}.numDocumento`)
  if (fechaEmision === null) return refusal('005', `${at}.fechaEmision`)
  if (linea.cantidad !== integer(1)) return refusal('007', `${at}.cantidad`)
  if (fechaEmision > fecEmi) return refusal('017', `${at}.fechaEmision`)
  const late = fecEmi > plusMonths(fechaEmision, MONTHS_MAX)
  return late ? refusal('018', `${at}.fechaEmision`) : null
}

const CLASES = ['ventaNoSuj', 'ventaExenta', 'ventaGravada'] as const

function checkImportes(linea: LineaOperaciones, at: string): Message | null {
  const [stated = 'ventaGravada', another] = CLASES.filter((clase) => linea[clase] !== 0n)
  if (another) return refusal('024', `${at}.${another}`)
  const isTaxed = linea.ventaGravada !== 0n
  const listed = linea.tributos ?? []
  if (isTaxed && !listed.includes(IVA)) return refusal('005', `${at}.tributos`)
  const alien = listed.some((codigo) => codigo !== IVA)
  if (alien || (listed.length > 0 && stated !== 'ventaGravada')) {
    return refusal('007', `${at}.tributos`)
  }
  const venta = divide(linea.cantidad * linea.precioUni, SCALE)
  return checkAmount(`${at}.${stated}`, linea[stated], venta)
}

/** Vouchers of internal control are all by range or all one by one. */
function checkManeras({ cuerpoDocumento }: Operaciones): Message | null {
  const own = cuerpoDocumento.filter(({ tipoDocumento }) => tipoDocumento === CONTROL_INTERNO)
  const mixed = own.some(({ docDel }) => (docDel === null) !== (own[0]?.docDel === null))
  return mixed ? refusal('026', 'cuerpoDocumento') : null
}

function checkResumen({ cuerpoDocumento: lineas, resumen: r }: Operaciones): Message | null {
  const total = (clase: (typeof CLASES)[number]) => round2(sum(lineas.map((one) => one[clase])))
  const rows = r.tributos ?? []
  const alien = rows.some(({ codigo }) => codigo !== IVA)
  if (alien) return refusal('024', 'resumen.tributos')
  if (rows.length > 1) return refusal('025', 'resumen.tributos')
  if (r.totalGravada !== 0n && rows.length === 0) return refusal('023', 'resumen.tributos')
  const iva = sum(rows.map(({ valor }) => valor))
  const ventas = r.totalNoSuj + r.totalExenta + r.totalGravada
  // biome-ignore format: a table
  const sums: readonly (readonly [string, bigint, bigint])[] = [
    ['totalNoSuj',   r.totalNoSuj,   total('ventaNoSuj')],
    ['totalExenta',  r.totalExenta,  total('ventaExenta')],
    ['totalGravada', r.totalGravada, total('ventaGravada')],
    ['subTotal',     r.subTotal,     ventas],
    ['tributos',     iva,            round2(divide(r.totalGravada * 13n, 100n))],
    ['total',        r.total,        r.subTotal + iva],
  ]
  return firstOf(sums, ([field, stated, computed]) =>
    checkAmount(`resumen.${field}`, stated, computed),
  )
}

const DIGITS_AT_END = /\d+$/

/** The numbers of a line. `serie` is null if its ends are no range of one series. */
function papelDe(linea: LineaOperaciones): Papel {
  const { tipoDocumento, docDel, docAl, numDocumento } = linea
  const [first, last] = [docDel ?? numDocumento ?? '', docAl ?? numDocumento ?? '']
  const [desde, hasta] = [numberOf(first), numberOf(last)]
  const serie = first.replace(DIGITS_AT_END, '')
  const isRange = serie === last.replace(DIGITS_AT_END, '') && (desde >= 0n || first === last)
  return { tipo: tipoDocumento, serie: isRange ? serie : null, desde, hasta }
}

function numberOf(text: string): bigint {
  const digits = DIGITS_AT_END.exec(text)?.[0]
  return digits === undefined ? -1n : BigInt(digits)
}

function overlap(a: Papel, b: Papel): boolean {
  const isSame = a.tipo === b.tipo && a.serie === b.serie
  return isSame && a.desde <= b.hasta && b.desde <= a.hasta
}

/** Within the event, and among what the taxpayer's events that stand reported (or voided) before. */
function checkUnaVez({ world, taxpayer, evento }: Case, papeles: readonly Papel[]): Message | null {
  const { ambiente } = evento.identificacion
  const isVoiding = evento.cuerpoDocumento.some((one) => one.codigoGeneracionRef !== null)
  const before = [...world.events.papersOf(taxpayer.nit, ambiente)]
    .filter(([codigo]) => !world.relations.isInvalidated(codigo))
    .filter(([, reported]) => reported.anula === isVoiding)
    .flatMap(([, reported]) => reported.papeles)
  return firstOf(papeles, (papel, i) => {
    const path = `cuerpoDocumento[${i}]`
    if (papeles.slice(0, i).some((one) => overlap(one, papel))) return refusal('025', path)
    return before.some((one) => overlap(one, papel)) ? refusal('004', path) : null
  })
}

/** A voided voucher names the event that reported it; such lines have an event of their own. */
function checkAnulados(subject: Case, papeles: readonly Papel[]): Message | null {
  const { world, evento } = subject
  const lines = evento.cuerpoDocumento
  const isVoiding = lines[0]?.codigoGeneracionRef !== null
  return firstOf(lines, ({ codigoGeneracionRef: codigo }, i) => {
    const at = `cuerpoDocumento[${i}].codigoGeneracionRef`
    if ((codigo !== null) !== isVoiding) return refusal('026', at)
    if (codigo === null) return null
    const row = heldOf(subject, codigo, at)
    if (isMessage(row)) return row
    if (world.relations.isInvalidated(codigo)) return refusal('015', at)
    if (row.evento !== 'operaciones') return refusal('027', at)
    const { nit } = subject.taxpayer
    const known = world.events.papersOf(nit, evento.identificacion.ambiente).get(codigo)
    const own = papeles[i] as Papel
    const reports = known?.papeles.some(
      (one) => overlap(one, own) && one.desde <= own.desde && own.hasta <= one.hasta,
    )
    return reports ? null : refusal('027', `cuerpoDocumento[${i}]`, [codigo])
  })
}

function checkCodigo({ world, evento }: Case): Message | null {
  const { codigoGeneracion } = evento.identificacion
  const taken = world.ledger.isSealed(codigoGeneracion)
  return taken ? refusal('004', 'identificacion.codigoGeneracion') : null
}
