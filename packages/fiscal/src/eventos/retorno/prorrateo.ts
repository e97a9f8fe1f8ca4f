/**
 * The amounts of a return event: the cumulative amount of all returned units, minus what earlier events took. So
 * events that return everything add up to the original, in any parts and order. The ministry tolerates a cent
 * between a summary and its lines, which limits each event's adjustment. Retentions, which each line limits, are in
 * `retencion.ts`. Source: docs/sources.md#retorno.
 */
import { TOLERANCIA } from '../../criterios.ts'
import { CERO, type Monto, minus, plus, round, roundFraction, sum, times } from '../../monto.ts'
import type { Problem } from '../../problem.ts'
import { ivaDentroDe } from '../../tasas.ts'
import { tipoOf } from '../../tipos/index.ts'
import { type Devuelto, devueltoPor, NADA, type RetornoPrevio } from './disponible.ts'
import type { Retorno } from './estructura.ts'
import { CLASES, type Clase, type LineaOriginal, type Original } from './original.ts'
import type { ItemRetorno } from './request.ts'
import { problemaDeRetencion, type Retencion, retener } from './retencion.ts'

/** One line of the event and the original line that it takes from. */
export interface Parte {
  readonly de: LineaOriginal
  readonly cantidad: Monto
  readonly noGravado: Monto
  montoDescu: Monto
  venta: Monto
  ivaItem: Monto
  ivaRete: Monto
  reteRenta: Monto
  seguro: Monto
  flete: Monto
}

export interface Prorrateo {
  readonly partes: readonly Parte[]
  readonly totales: Readonly<Record<Clase, Monto>>
  readonly totalIva: Monto
  readonly ivaRete: Monto
  readonly reteRenta: Monto
  readonly seguro: Monto
  readonly flete: Monto
  readonly totalNoGravado: Monto
  readonly tributos: Retorno['resumen']['tributos']
  /** Amounts that the event cannot state. Fields are the request's. */
  readonly problems: readonly Problem[]
}

/** Assumes that the items were checked against the balance. */
export function prorrateo(
  original: Original,
  previos: readonly RetornoPrevio[],
  items: readonly ItemRetorno[],
): Prorrateo {
  const before = devueltoPor(previos)
  const partes = items.map((item) => parteDe(item, original, before))
  const context: Context = { original, previos, partes, sold: soldBy(original, before, partes) }
  const totales = Object.fromEntries(
    CLASES.map((clase) => [clase, totalDe(clase, context)]),
  ) as Record<Clase, Monto>

  const [seguro, flete] = [cents('seguro', context), cents('flete', context)]
  for (const parte of partes) parte.ivaItem = ivaItemDe(original, parte)
  const totalIva = cents('totalIva', context)
  spread(partes, 'seguro', seguro)
  spread(partes, 'flete', flete)
  const ivaRete = retenidoDe('ivaRete', before, context)
  const reteRenta = retenidoDe('reteRenta', before, context)
  return {
    partes,
    totales,
    totalIva,
    ivaRete: ivaRete.total,
    reteRenta: reteRenta.total,
    seguro,
    flete,
    totalNoGravado: noGravadoDe(original, previos, partes),
    tributos: tributosDe(context),
    problems: [...ivaRete.problems, ...reteRenta.problems],
  }
}

/** Writes the retention into the lines. */
function retenidoDe(
  name: Retencion,
  before: ReadonlyMap<number, Devuelto>,
  { original, previos, partes, sold }: Context,
): { readonly total: Monto; readonly problems: readonly Problem[] } {
  const retenido = retener(name, {
    whole: original[name],
    taken: takenOf(previos, name),
    lineas: original.lineas,
    before,
    partes,
    isReturned: ({ linea, cantidad }) => sold.after.get(linea) === cantidad,
  })
  for (const [i, parte] of partes.entries()) parte[name] = retenido.lineas[i] ?? CERO
  const problem = problemaDeRetencion(name, partes, retenido)
  return { total: retenido.total, problems: problem ? [problem] : [] }
}

const LINE_DECIMALS = 8
const CENTS = 2
/** A charge has one unit, as in the original. */
const UNO = 100_000_000n as Monto

function parteDe(
  item: ItemRetorno,
  original: Original,
  before: ReadonlyMap<number, Devuelto>,
): Parte {
  const de = original.lineas[item.linea - 1] as LineaOriginal
  const empty = { de, ivaItem: CERO, ivaRete: CERO, reteRenta: CERO, seguro: CERO, flete: CERO }
  if (item.forma === 'noGravado') {
    return { ...empty, cantidad: UNO, noGravado: item.noGravado, montoDescu: CERO, venta: CERO }
  }
  const { cantidad } = item
  const taken = before.get(item.linea) ?? NADA
  const after = (taken.cantidad + cantidad) as Monto
  const due = minus(roundFraction(de.neto, [after, de.cantidad], LINE_DECIMALS), taken.neto)
  const venta = between(CERO, due, minus(de.neto, taken.neto))
  return {
    ...empty,
    cantidad,
    noGravado: CERO,
    montoDescu: descuentoDe(de, cantidad, venta),
    venta,
  }
}

/** Zero if the original had no discount: a difference in the ninth decimal is not one. */
function descuentoDe(de: LineaOriginal, cantidad: Monto, venta: Monto): Monto {
  if (de.descuento === CERO) return CERO
  const discount = minus(times(cantidad, de.precioUni), venta)
  return discount > CERO ? discount : CERO
}

/** Units returned of each original line, before this event and including it. */
interface Sold {
  readonly before: ReadonlyMap<number, Monto>
  readonly after: ReadonlyMap<number, Monto>
}

function soldBy(
  original: Original,
  devuelto: ReadonlyMap<number, Devuelto>,
  partes: readonly Parte[],
): Sold {
  const before = new Map(
    original.lineas.map(({ linea }) => [linea, (devuelto.get(linea) ?? NADA).cantidad]),
  )
  const after = new Map(before)
  for (const { de, cantidad, noGravado } of partes) {
    if (noGravado === CERO) after.set(de.linea, ((after.get(de.linea) ?? CERO) + cantidad) as Monto)
  }
  return { before, after }
}

interface Context {
  readonly original: Original
  readonly previos: readonly RetornoPrevio[]
  readonly partes: readonly Parte[]
  readonly sold: Sold
}

// biome-ignore format: a table
const RESUMEN = {
  ventaNoSuj:   'totalNoSuj',
  ventaExenta:  'totalExenta',
  ventaGravada: 'totalGravada',
  compra:       'totalCompraExcluidos',
  totalIva:     'totalIva',
  ivaRete:      'ivaRete',
  reteRenta:    'reteRenta',
  seguro:       'totalSeguro',
  flete:        'totalFlete',
} as const satisfies Record<Clase | Rubro | Retencion, keyof Retorno['resumen']>

function takenOf(previos: readonly RetornoPrevio[], member: Clase | Rubro | Retencion): Monto {
  return sum(previos.map(({ evento }) => evento.resumen[RESUMEN[member]] ?? CERO))
}

/** The total of one kind of sale. */
function totalDe(clase: Clase, { original, previos, partes, sold }: Context): Monto {
  const own = partes.filter(({ de, noGravado }) => de.clase === clase && noGravado === CERO)
  if (own.length === 0) return CERO
  const whole = original.totales[clase]
  const lineas = original.lineas.filter((linea) => linea.clase === clase)
  const done = lineas.every(
    ({ linea, cantidad, noGravado }) => noGravado !== CERO || sold.after.get(linea) === cantidad,
  )
  const exact = fraction(
    lineas.map((l) => ({ weight: l.neto, linea: l })),
    sold.after,
  )
  const goal = done ? whole : round(exact, CENTS)
  const taken = takenOf(previos, clase)
  const due = between(CERO, minus(goal, taken), minus(whole, taken))
  adjust(own, due)
  return near(due, round(sum(own.map(({ venta }) => venta)), CENTS))
}

/** Moves differences beyond the tolerated cent of a summary into the lines. */
function adjust(partes: readonly Parte[], due: Monto): void {
  let missing = minus(due, round(sum(partes.map(({ venta }) => venta)), CENTS))
  const lower = -TOLERANCIA as Monto
  for (const parte of partes) {
    if (missing >= lower && missing <= TOLERANCIA) return
    const step =
      missing < CERO
        ? between(-parte.venta as Monto, (missing - lower) as Monto, CERO)
        : between(CERO, minus(missing, TOLERANCIA), (parte.montoDescu + TOLERANCIA) as Monto)
    parte.venta = (parte.venta + step) as Monto
    const bruto = times(parte.cantidad, parte.de.precioUni)
    parte.montoDescu = between(CERO, minus(bruto, parte.venta), bruto)
    missing = minus(missing, step)
  }
}

/** Amounts that the original states once for all of its lines. */
type Rubro = 'totalIva' | 'seguro' | 'flete'

/** Distributed in proportion to these weights of the lines. */
// biome-ignore format: a table
const PESOS: Readonly<Record<Rubro, (l: LineaOriginal) => Monto>> = {
  totalIva: (l) => (l.clase === 'ventaGravada' ? l.neto : CERO),
  seguro:   (l) => l.neto,
  flete:    (l) => l.neto,
}

function cents(rubro: Rubro, { original, previos, partes, sold }: Context): Monto {
  const whole = original[rubro]
  if (whole === CERO) return CERO
  const weights = weightsOf(original, PESOS[rubro])
  const taken = takenOf(previos, rubro)
  const { own, due } = dueOf(whole, { weights, sold, taken })
  if (own === null) return CERO
  if (rubro !== 'totalIva') return due // lines have no rate for these amounts
  adjustIva(partes, due)
  const stated = near(due, round(sum(partes.map(({ ivaItem }) => ivaItem)), CENTS))
  const left = minus(whole, taken)
  return stated > left ? left : stated
}

/** Our IVA of a line is rounded, and the ministry's is not: a whole cent from ours could be more from its own. */
const AJUSTE_DE_IVA = (TOLERANCIA - 1n) as Monto

/** Like `adjust`: each line may differ by a cent from the IVA contained in its sale. */
function adjustIva(partes: readonly Parte[], due: Monto): void {
  let missing = minus(due, round(sum(partes.map(({ ivaItem }) => ivaItem)), CENTS))
  for (const parte of partes) {
    if (missing >= -TOLERANCIA && missing <= TOLERANCIA) return
    if (parte.venta === CERO || parte.de.clase !== 'ventaGravada') continue
    const step = (missing < CERO ? -AJUSTE_DE_IVA : AJUSTE_DE_IVA) as Monto
    const ivaItem = plus(parte.ivaItem, step)
    if (ivaItem < CERO) continue
    parte.ivaItem = ivaItem
    missing = minus(missing, step)
  }
}

/** The IVA contained in a line of the event, where the original's prices contain it. */
function ivaItemDe({ tipoDte }: Original, { de, venta }: Parte): Monto {
  return tipoOf(tipoDte).precios === 'con IVA' && de.clase === 'ventaGravada'
    ? round(ivaDentroDe(venta), LINE_DECIMALS)
    : CERO
}

interface Weight {
  readonly weight: Monto
  readonly linea: LineaOriginal
}

/** Scaled up, so that parts of a few hundred-millionths stay exact: only the proportion matters. */
function fine(weight: Monto): Monto {
  return (weight * FINE) as Monto
}
const FINE = 10n ** 16n

/** If all weights are zero (everything was given away), every line with units weighs the same. */
function weightsOf(original: Original, weightOf: (l: LineaOriginal) => Monto): readonly Weight[] {
  const lineas = original.lineas.filter(({ noGravado }) => noGravado === CERO)
  const weights = lineas.map((linea) => ({ linea, weight: fine(weightOf(linea)) }))
  if (weights.some(({ weight }) => weight > CERO)) return weights
  return lineas.map((linea) => ({ linea, weight: fine(UNO) }))
}

/** `own`: this event's part computed by itself; null if none of its lines has a weight. */
function dueOf(
  whole: Monto,
  { weights, sold, taken }: { weights: readonly Weight[]; sold: Sold; taken: Monto },
): { own: Monto | null; due: Monto } {
  const all = sum(weights.map(({ weight }) => weight))
  const after = fraction(weights, sold.after)
  const part = minus(after, fraction(weights, sold.before))
  if (part <= CERO) return { own: null, due: CERO }
  const goal = after === all ? whole : roundFraction(whole, [after, all], CENTS)
  return {
    own: roundFraction(whole, [part, all], CENTS),
    due: between(CERO, minus(goal, taken), minus(whole, taken)),
  }
}

/** The weight of the returned part of the lines. */
function fraction(weights: readonly Weight[], returned: ReadonlyMap<number, Monto>): Monto {
  return sum(
    weights.map(({ weight, linea }) =>
      roundFraction(weight, [returned.get(linea.linea) ?? CERO, linea.cantidad], LINE_DECIMALS),
    ),
  )
}

/** Distributes an amount over the event's lines by what each takes; the parts add up to it. */
function spread(partes: readonly Parte[], member: 'seguro' | 'flete', total: Monto): void {
  if (total === CERO) return
  const isUnweighed = partes.every(({ venta }) => venta === CERO)
  const unitsOf = ({ noGravado, cantidad }: Parte) => (noGravado === CERO ? cantidad : CERO)
  const weights = partes.map(isUnweighed ? unitsOf : ({ venta }) => venta)
  const all = sum(weights)
  let weighed = CERO
  let given = CERO
  for (const [i, parte] of partes.entries()) {
    weighed = plus(weighed, weights[i] ?? CERO)
    const upTo = roundFraction(total, [weighed, all], LINE_DECIMALS)
    parte[member] = minus(upTo, given)
    given = upTo
  }
}

function noGravadoDe(
  { totalNoGravado, lineas }: Original,
  previos: readonly RetornoPrevio[],
  partes: readonly Parte[],
): Monto {
  const own = sum(partes.map(({ noGravado }) => noGravado))
  if (partes.every(({ noGravado }) => noGravado === CERO)) return CERO
  const before = sum(
    previos.flatMap(({ evento }) => evento.cuerpoDocumento.map(({ noGravado }) => noGravado)),
  )
  const after = (before + own) as Monto
  const done = after === sum(lineas.map(({ noGravado }) => noGravado))
  const goal = done ? totalNoGravado : round(after, CENTS)
  const taken = sum(previos.map(({ evento }) => evento.resumen.totalNoGravado))
  const due = near(minus(goal, taken), round(own, CENTS))
  const has = (isOfSign: (m: Monto) => boolean) => partes.some((p) => isOfSign(p.noGravado))
  if (!has((m) => m < CERO)) return due > CERO ? due : CERO // charges alone return nothing
  return !has((m) => m > CERO) && due > CERO ? CERO : due
}

/** A tribute by unit follows the units; a percentage follows the line's amount without IVA. */
const POR_UNIDAD: ReadonlySet<string> = new Set(['71', 'D1', 'C8'])

function tributosDe({ original, previos, partes, sold }: Context): Prorrateo['tributos'] {
  const listed = new Set(
    partes.flatMap(({ de, noGravado }) => (noGravado === CERO ? (de.tributos ?? []) : [])),
  )
  const filas = (original.tributos ?? []).filter(({ codigo }) => listed.has(codigo))
  if (filas.length === 0) return null
  return filas.map((fila) => {
    const { codigo, valor: whole } = fila
    const lists = (l: LineaOriginal) => l.tributos?.includes(codigo) ?? false
    const weightOf = (l: LineaOriginal) => (POR_UNIDAD.has(codigo) ? l.cantidad : l.sinIva)
    const weights = weightsOf(original, (l) => (lists(l) ? weightOf(l) : CERO))
    const taken = sum(
      previos.map(
        ({ evento }) =>
          evento.resumen.tributos?.find((row) => row.codigo === codigo)?.valor ?? CERO,
      ),
    )
    const { own, due } = dueOf(whole, { weights, sold, taken })
    return {
      ...fila,
      valor: own === null ? CERO : between(CERO, near(due, own), minus(whole, taken)),
    }
  })
}

/** The amount due, limited to a cent from the event's own sum. */
function near(due: Monto, own: Monto): Monto {
  return between(minus(own, TOLERANCIA), due, plus(own, TOLERANCIA))
}

function between(low: Monto, value: Monto, high: Monto): Monto {
  if (value < low) return low
  return value > high ? high : value
}
