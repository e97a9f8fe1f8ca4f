/** The examination of a return event (functional manual V2.0, p. 26-28 and 69-71). */
import { ITEM_BIEN, UNIDAD_OTRA } from '../../catalogues/codigos.ts'
import { IVA, SECCION_1 } from '../../catalogues/tributos.ts'
import { type Message, refusal } from '../../codes.ts'
import { CENT, divide, integer, round2, SCALE, sum, textOf } from '../../json/decimal.ts'
import { isObject, type JsonObject } from '../../json/parse.ts'
import type { LineaRetorno, Retorno } from '../../structure/eventos.ts'
import { localTime, plusDays, plusMonths } from '../../world/el-salvador.ts'
import type { Tomado } from '../../world/events.ts'
import type { Row } from '../../world/ledger.ts'
import { monthsOf } from '../../world/plazos.ts'
import { firstOf, toInteger } from '../case.ts'
import { checkTransmision } from '../identificacion.ts'
import { ivaInside } from '../lineas.ts'
import { checkAmount, inFavour, payable } from '../suma.ts'
import { checkEmisorDeEvento, type EventCase, heldOf, isMessage, signedOf } from './evento.ts'

export const TIPO_RETORNO = '18'

type Case = EventCase<Retorno>
/** What the event takes of each related document. */
export interface Taken {
  readonly taken: ReadonlyMap<string, Tomado>
}

/** One related document, with what the ledger keeps of it. */
interface Origen {
  readonly row: Row
  readonly signed: JsonObject | null
}

const RETORNABLES: ReadonlySet<string> = new Set(['01', '11', '14'])

export function examineRetorno(subject: Case): Message | Taken {
  const { evento } = subject
  const early = checkEmisorDeEvento(subject)
  if (early) return early
  if (evento.identificacion.fusion !== null) return refusal('008', 'identificacion.fusion')
  const origins = new Map<string, Origen>()
  const taken = takenBy(evento)
  return (
    checkOrigenes(subject, origins) ??
    checkContingencia(subject) ??
    checkFechas(subject, origins) ??
    checkReceptor(evento, origins) ??
    checkLineas(evento) ??
    checkResumen(evento) ??
    checkSaldos(subject, origins, taken) ??
    checkCodigo(subject) ?? { taken }
  )
}

function checkOrigenes(subject: Case, origins: Map<string, Origen>): Message | null {
  const related = subject.evento.documentoRelacionado
  return firstOf(related, (one, i) => {
    const at = `documentoRelacionado[${i}]`
    const codigo = one.codigoGeneracion
    if (!RETORNABLES.has(one.tipoDocumento)) return refusal('007', `${at}.tipoDocumento`)
    if (one.tipoDocumento !== related[0]?.tipoDocumento) {
      return refusal('026', `${at}.tipoDocumento`)
    }
    if (origins.has(codigo)) return refusal('025', `${at}.codigoGeneracion`)
    const row = heldOf(subject, codigo, `${at}.codigoGeneracion`)
    if (isMessage(row)) return row
    if (row.tipoDte !== one.tipoDocumento) return refusal('027', `${at}.tipoDocumento`)
    if (subject.world.relations.isInvalidated(codigo)) {
      return refusal('015', `${at}.codigoGeneracion`)
    }
    const signed = signedOf(row)
    origins.set(codigo, { row, signed })
    const fecEmi = textIn(signed, 'identificacion', 'fecEmi')
    const right = !signed || fecEmi === one.fechaEmision
    return right ? null : refusal('027', `${at}.fechaEmision`)
  })
}

function textIn(signed: JsonObject | null, section: string, member: string): string | null {
  const own = signed?.[section]
  const value = isObject(own) ? own[member] : null
  return typeof value === 'string' ? value : null
}

function checkContingencia({ world, evento, now }: Case): Message | null {
  const { identificacion } = evento
  const listed = world.events.contingenciaOf(identificacion.codigoGeneracion, TIPO_RETORNO)
  return checkTransmision(identificacion, listed, now)
}

const DAYS_AHEAD_MAX = 5

/** Not before its origins and not after their window, which also closes for the transmission. */
function checkFechas({ evento, now }: Case, origins: ReadonlyMap<string, Origen>): Message | null {
  const { fecEmi } = evento.identificacion
  const path = 'identificacion.fecEmi'
  const { fecha: today } = localTime(now)
  if (fecEmi > plusDays(today, DAYS_AHEAD_MAX)) return refusal('018', path)
  return firstOf(evento.documentoRelacionado, ({ codigoGeneracion, fechaEmision }) => {
    const origin = origins.get(codigoGeneracion)
    if (!origin) throw new Error('bug: a related document that was not looked up')
    if (fecEmi < fechaEmision) return refusal('017', path)
    const actividad = textIn(origin.signed, 'emisor', 'codActividad') ?? ''
    const months = monthsOf(origin.row.tipoDte, actividad)
    const sealed = localTime(new Date(origin.row.decidedAt)).fecha
    const late = fecEmi > plusMonths(fechaEmision, months) || today > plusMonths(sealed, months)
    return late ? refusal('018', path) : null
  })
}

const COMPARED = ['tipoDocumento', 'numDocumento', 'nombre', 'codPais'] as const

function checkReceptor(evento: Retorno, origins: ReadonlyMap<string, Origen>): Message | null {
  return firstOf([...origins.values()], ({ signed }) => {
    if (!signed) return null
    const { receptor } = signed
    if (!isObject(receptor)) return evento.documento === null ? null : refusal('027', 'documento')
    if (evento.documento === null) return refusal('027', 'documento')
    const wrong = COMPARED.find((m) => evento.documento?.[m] !== (receptor[m] ?? null))
    if (wrong) return refusal('027', `documento.${wrong}`)
    const tercero = isObject(signed.ventaTercero) ? signed.ventaTercero : null
    const same =
      (evento.ventaTercero?.nombre ?? null) === (tercero?.nombre ?? null) &&
      (evento.ventaTercero?.nit ?? null) === (tercero?.nit ?? null)
    return same ? null : refusal('027', 'ventaTercero')
  })
}

const CLASES = ['ventaNoSuj', 'ventaExenta', 'ventaGravada', 'compra'] as const
type Clase = (typeof CLASES)[number]
const CLASES_DE: Readonly<Record<string, readonly Clase[]>> = {
  '01': ['ventaNoSuj', 'ventaExenta', 'ventaGravada'],
  '11': ['ventaGravada'],
  '14': ['compra'],
}

function tipoOf({ documentoRelacionado }: Retorno): string {
  return documentoRelacionado[0]?.tipoDocumento ?? ''
}

function checkLineas(evento: Retorno): Message | null {
  const tipo = tipoOf(evento)
  const listed = new Set(evento.documentoRelacionado.map((one) => one.codigoGeneracion))
  return firstOf(evento.cuerpoDocumento, (linea, i) => {
    const at = `cuerpoDocumento[${i}]`
    if (toInteger(linea.numItem) !== i + 1) return refusal('019', `${at}.numItem`)
    if (!listed.has(linea.codigoGeneracion)) return refusal('027', `${at}.codigoGeneracion`)
    const alien = CLASES.find((c) => linea[c] !== 0n && !CLASES_DE[tipo]?.includes(c))
    if (alien) return refusal('024', `${at}.${alien}`)
    if (linea.tributos?.includes(IVA)) return refusal('007', `${at}.tributos`)
    if (tipo !== '01' && linea.ivaRete !== 0n) return refusal('024', `${at}.ivaRete`)
    const isWithheld = tipo === '14' && linea.tipoItem !== integer(ITEM_BIEN)
    if (!isWithheld && linea.reteRenta !== 0n) return refusal('024', `${at}.reteRenta`)
    if (tipo !== '11' && linea.seguro !== 0n) return refusal('024', `${at}.seguro`)
    if (tipo !== '11' && linea.flete !== 0n) return refusal('024', `${at}.flete`)
    return linea.noGravado === 0n ? checkVenta(linea, tipo, at) : checkCargo(linea, tipo, at)
  })
}

function checkVenta(linea: LineaRetorno, tipo: string, at: string): Message | null {
  const [kind, another] = CLASES.filter((clase) => linea[clase] !== 0n)
  if (another) return refusal('024', `${at}.${another}`)
  const venta = divide(linea.cantidad * linea.precioUni - linea.montoDescu * SCALE, SCALE)
  const stated = kind ?? CLASES_DE[tipo]?.at(-1) ?? 'ventaGravada'
  const iva = tipo === '01' ? ivaInside(linea.ventaGravada) : 0n
  const retained = divide(linea.ventaGravada, 113n)
  const withheld = divide(linea.compra, 10n)
  return (
    checkAmount(`${at}.${stated}`, linea[stated], venta) ??
    checkAmount(`${at}.ivaItem`, linea.ivaItem, iva) ??
    atMost(`${at}.ivaRete`, linea.ivaRete, retained) ??
    atMost(`${at}.reteRenta`, linea.reteRenta, withheld)
  )
}

/** Allows the usual tolerance of one cent. */
function atMost(path: string, stated: bigint, most: bigint): Message | null {
  return stated <= most + CENT
    ? null
    : refusal('020', path, [`Maximo ${textOf(most)} y se recibio ${textOf(stated)}`])
}

function checkCargo(linea: LineaRetorno, tipo: string, at: string): Message | null {
  if (tipo === '14') return refusal('024', `${at}.noGravado`)
  const wrong =
    (linea.cantidad !== SCALE && 'cantidad') ||
    (linea.uniMedida !== integer(UNIDAD_OTRA) && 'uniMedida') ||
    (linea.precioUni !== 0n && 'precioUni') ||
    (linea.montoDescu !== 0n && 'montoDescu') ||
    (linea.tributos !== null && 'tributos') ||
    CLASES.find((clase) => linea[clase] !== 0n) ||
    (['psv', 'ivaItem', 'seguro', 'flete', 'ivaRete'] as const).find(
      (member) => linea[member] !== 0n,
    )
  return wrong ? refusal('024', `${at}.${wrong}`) : null
}

type Amount = {
  [K in keyof LineaRetorno]: LineaRetorno[K] extends bigint ? K : never
}[keyof LineaRetorno]

function checkResumen({ cuerpoDocumento: lineas, resumen: r }: Retorno): Message | null {
  const total = (member: Amount) => round2(sum(lineas.map((linea) => linea[member])))
  const tributos = (r.tributos ?? []).filter(({ codigo }) => SECCION_1.has(codigo))
  const added = sum(tributos.map(({ valor }) => valor))
  const [seguro, flete, renta] = [r.totalSeguro ?? 0n, r.totalFlete ?? 0n, r.reteRenta ?? 0n]
  const due = r.montoTotalOperacion - r.ivaRete - renta + r.totalNoGravado
  const ventas = r.totalNoSuj + r.totalExenta + r.totalGravada + r.totalCompraExcluidos
  // biome-ignore format: a table
  const sums: readonly (readonly [string, bigint, bigint])[] = [
    ['totalNoSuj', r.totalNoSuj, total('ventaNoSuj')],
    ['totalExenta', r.totalExenta, total('ventaExenta')],
    ['totalGravada', r.totalGravada, total('ventaGravada')],
    ['totalCompraExcluidos', r.totalCompraExcluidos, total('compra')],
    ['subTotalVentas', r.subTotalVentas, ventas],
    ['totalSeguro', seguro, total('seguro')],
    ['totalFlete', flete, total('flete')],
    ['montoTotalOperacion', r.montoTotalOperacion, r.subTotalVentas + added + seguro + flete],
    ['ivaRete', r.ivaRete, total('ivaRete')],
    ['reteRenta', renta, total('reteRenta')],
    ['totalNoGravado', r.totalNoGravado, total('noGravado')],
    ['totalPagar', r.totalPagar, payable(due)],
    ['saldoFavor', r.saldoFavor, inFavour(due)],
    ['totalIva', r.totalIva, total('ivaItem')],
  ]
  const listed = new Set(lineas.flatMap((linea) => linea.tributos ?? []))
  const alien = (r.tributos ?? []).find(({ codigo }) => !listed.has(codigo))
  return (
    firstOf(sums, ([field, stated, computed]) =>
      checkAmount(`resumen.${field}`, stated, computed),
    ) ?? (alien ? refusal('024', 'resumen.tributos') : null)
  )
}

/** Identifies a line by its content: the event does not say which line of the original it means. */
function keyOf(linea: Pick<LineaRetorno, 'descripcion' | 'codigo' | 'precioUni' | 'tipoItem'>) {
  const { descripcion, codigo, precioUni, tipoItem } = linea
  return [descripcion, codigo ?? '', precioUni, tipoItem].join('\n')
}

/** Stated once by the origin, and by each line of an event. */
const RUBROS = ['ivaRete', 'reteRenta', 'seguro', 'flete'] as const

/**
 * For each related document: units by line, charges by line and sign, sales by kind, and what was retained,
 * insured and freighted.
 */
function takenBy({ cuerpoDocumento }: Retorno): Map<string, Map<string, bigint>> {
  const taken = new Map<string, Map<string, bigint>>()
  for (const linea of cuerpoDocumento) {
    const own = taken.get(linea.codigoGeneracion) ?? new Map<string, bigint>()
    taken.set(linea.codigoGeneracion, own)
    add(own, linea)
    for (const rubro of RUBROS) {
      if (linea[rubro] !== 0n) own.set(rubro, (own.get(rubro) ?? 0n) + linea[rubro])
    }
  }
  return taken
}

type Sold = Pick<
  LineaRetorno,
  'descripcion' | 'codigo' | 'precioUni' | 'tipoItem' | 'cantidad' | 'noGravado'
> & { readonly [C in Clase]?: bigint }

function add(amounts: Map<string, bigint>, linea: Sold): void {
  const plus = (key: string, amount: bigint) => amounts.set(key, (amounts.get(key) ?? 0n) + amount)
  if (linea.noGravado === 0n) plus(`unidades\n${keyOf(linea)}`, linea.cantidad)
  else if (linea.noGravado > 0n) plus(`cargo\n${keyOf(linea)}`, linea.noGravado)
  else plus(`abono\n${keyOf(linea)}`, -linea.noGravado)
  for (const clase of CLASES) if (linea[clase]) plus(clase, linea[clase])
}

/** All the returns of a document together take no more than it sold, by line and in total. */
function checkSaldos(
  { world, evento }: Case,
  origins: ReadonlyMap<string, Origen>,
  taken: ReadonlyMap<string, Tomado>,
): Message | null {
  return firstOf(evento.documentoRelacionado, ({ codigoGeneracion }, i) => {
    const signed = origins.get(codigoGeneracion)?.signed
    if (!signed) return null // the ledger does not keep its lines
    const sold = soldBy(signed)
    const before = [...world.events.returnsOver(codigoGeneracion)]
      .filter(([codigo]) => !world.relations.isInvalidated(codigo))
      .map(([, tomado]) => tomado)
    return firstOf([...(taken.get(codigoGeneracion) ?? [])], ([key, amount]) => {
      const limit = sold.get(key)
      if (limit === undefined) return refusal('027', 'cuerpoDocumento', [key.replaceAll('\n', ' ')])
      const all = amount + sum(before.map((tomado) => tomado.get(key) ?? 0n))
      const isVenta = (CLASES as readonly string[]).includes(key)
      // One cent of tolerance for each line that adds to a kind of sale.
      const slack = isVenta ? CENT * BigInt(evento.cuerpoDocumento.length) : 0n
      if (all <= limit + slack) return null
      const why = `${key.replaceAll('\n', ' ')}: vendido ${textOf(limit)}, devuelto ${textOf(all)}`
      return refusal('016', `documentoRelacionado[${i}].codigoGeneracion`, [why])
    })
  })
}

/** The parts of a sealed document from which something can come back. */
interface Sale {
  readonly cuerpoDocumento: readonly Sold[]
  readonly resumen: Readonly<Partial<Record<(typeof RUBROS)[number], bigint | null>>>
}

function soldBy(signed: JsonObject): Map<string, bigint> {
  const { cuerpoDocumento, resumen } = signed as unknown as Sale // its structure was checked
  const sold = new Map<string, bigint>(RUBROS.map((rubro) => [rubro, resumen[rubro] ?? 0n]))
  for (const linea of cuerpoDocumento) {
    add(sold, { ...linea, noGravado: linea.noGravado ?? 0n })
  }
  return sold
}

function checkCodigo({ world, evento }: Case): Message | null {
  const { codigoGeneracion } = evento.identificacion
  const taken = world.ledger.isSealed(codigoGeneracion)
  return taken ? refusal('004', 'identificacion.codigoGeneracion') : null
}
