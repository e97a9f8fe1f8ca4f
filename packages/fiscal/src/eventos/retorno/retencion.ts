/**
 * The IVA retained (01) and the income tax withheld (14) of a return event, in cents by line. The ministry holds
 * each line to its own rate and a cent. All returned lines, in the order in which they come back, share one running
 * sum of exact retentions: a line states what the rounded sum grows by with it, which is its own rate rounded down
 * or up. Proof, and what cancelled events change: ADR 0015. Source: docs/sources.md#retorno.
 */
import { TOLERANCIA } from '../../criterios.ts'
import type { Fraccion } from '../../exacto.ts'
import { CERO, type Monto, minus, plus, sum, toText } from '../../monto.ts'
import type { Problem } from '../../problem.ts'
import { type Devuelto, NADA } from './disponible.ts'
import type { LineaOriginal } from './original.ts'

export type Retencion = 'ivaRete' | 'reteRenta'

interface Ley {
  /** The exact retention is this part of a line's sale. */
  readonly tasa: Fraccion
  readonly applies: (linea: LineaOriginal) => boolean
  readonly rule: string
  readonly name: string
}

const CENT = 1_000_000n
const SERVICIO = 2

const LEYES: Readonly<Record<Retencion, Ley>> = {
  ivaRete: {
    tasa: [1n, 113n], // 1 % of a price without its IVA
    applies: ({ clase }) => clase === 'ventaGravada',
    rule: 'CT-162',
    name: 'el 1 % de su venta sin IVA',
  },
  reteRenta: {
    tasa: [1n, 10n],
    applies: ({ tipoItem }) => tipoItem === SERVICIO,
    rule: 'CT-156',
    name: 'el 10 % de su compra',
  },
}

/** A line of the event. */
interface Parte {
  readonly de: LineaOriginal
  readonly venta: Monto
}

export interface Retenido {
  readonly total: Monto
  /** One amount for each line of the event. */
  readonly lineas: readonly Monto[]
  /** Not zero: these are the last sales that bear it, and their lines cannot state all that is left of it. */
  readonly falta: Monto
}

interface Context {
  /** What the original retained, and what the events that count state of it. */
  readonly whole: Monto
  readonly taken: Monto
  readonly lineas: readonly LineaOriginal[]
  readonly before: ReadonlyMap<number, Devuelto>
  readonly partes: readonly Parte[]
  /** Whether nothing of a line is left after this event. */
  readonly isReturned: (linea: LineaOriginal) => boolean
}

/** The sales of the event must be final: a line's limit follows from its own. */
export function retener(
  retencion: Retencion,
  { whole, taken, lineas, before, partes, isReturned }: Context,
): Retenido {
  const bears = (de: LineaOriginal) => LEYES[retencion].applies(de) && de.neto > CERO
  const bearing = lineas.filter(bears)
  const own = partes.map(({ de, venta }) => (bears(de) ? venta : CERO))
  const earlier = sum(bearing.map(({ linea }) => (before.get(linea) ?? NADA).neto))
  const isLast = bearing.every(isReturned) && partes.some(({ de }) => bears(de))
  // Where events were cancelled, all sales that were stated can differ from the original's by some cents.
  const base = isLast ? sum([earlier, ...own]) : sum(bearing.map(({ neto }) => neto))
  const retainedOf = runningSum(retencion, { base, whole })
  let sold = earlier
  let given = taken
  const amounts = own.map((venta) => {
    sold = plus(sold, venta)
    const amount = between(CERO, minus(retainedOf(sold), given), maximo(retencion, venta))
    given = plus(given, amount)
    return amount
  })
  const falta = isLast && given < whole ? minus(whole, given) : CERO
  return { total: sum(amounts), lineas: amounts, falta }
}

/**
 * What the first sales retained, in whole cents: rounded half up, or as little beside that as makes `base` come to
 * `whole`, which the original computed from its rounded summary.
 */
function runningSum(
  retencion: Retencion,
  { base, whole }: { base: Monto; whole: Monto },
): (sold: Monto) => Monto {
  const [n, d] = LEYES[retencion].tasa
  const cent = CENT * d
  const lowest = whole * d - base * n
  const phase = between(0n, between(lowest, cent / 2n, lowest + cent - 1n), cent - 1n)
  return (sold) => {
    const retained = (((sold * n + phase) / cent) * CENT) as Monto
    return retained < whole ? retained : whole
  }
}

/** The most that a line may state, in whole cents: its rate and the tolerance. */
function maximo(retencion: Retencion, venta: Monto): Monto {
  if (venta === CERO) return CERO
  const [n, d] = LEYES[retencion].tasa
  return (((venta * n + TOLERANCIA * d) / (CENT * d)) * CENT) as Monto
}

/** The refusal names the line with the largest sale: in two events it can state a cent more. */
export function problemaDeRetencion(
  retencion: Retencion,
  partes: readonly Parte[],
  { lineas, falta }: Retenido,
): Problem | null {
  if (falta === CERO) return null
  const { applies, rule, name } = LEYES[retencion]
  const own = partes.map(({ de, venta }) => (applies(de) ? venta : CERO))
  const i = own.reduce((best, venta, at) => (venta > (own[best] ?? CERO) ? at : best), 0)
  return {
    field: `items[${i}].cantidad`,
    rule,
    message:
      `En la línea ${partes[i]?.de.linea} ${retencion} no puede pasar de ${toText(lineas[i] ?? CERO)}, ${name} y un ` +
      `centavo, y aun con las demás líneas faltan ${toText(falta)} para devolver todo lo que el documento retuvo: ` +
      'quedaron al anular otras devoluciones. Devuelva la línea en varias partes, o invalide otra devolución y regístrela de nuevo.',
  }
}

function between<M extends bigint>(low: M, value: M, high: M): M {
  if (value < low) return low
  return value > high ? high : value
}
