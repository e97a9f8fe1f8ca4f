/**
 * Which line of its document each line of a return event takes from. The event repeats what the line says and not its
 * number: after a restore, when the event's file is all that is left of a return, the number is found by that.
 */
import { CERO, type Monto, plus } from '../../monto.ts'
import type { Retorno } from '../evento.ts'
import { type Disponible, disponible, type RetornoPrevio } from './disponible.ts'
import { type LineaOriginal, originalDe, type Retornable } from './original.ts'

export interface LineaDevuelta {
  readonly linea: number
  /** Null: a charge or a credit came back. */
  readonly cantidad: Monto | null
  /** Null: units came back. */
  readonly noGravado: Monto | null
}

/**
 * One for each line of the event, in its order; null where they cannot all be lines of the document. Of lines that
 * say the same it is the one whose price after discounts fits, then the one with the least left that is enough.
 */
export function lineasDevueltas(
  evento: Retorno,
  documento: Retornable,
  previos: readonly RetornoPrevio[],
): readonly LineaDevuelta[] | null {
  const { lineas } = originalDe(documento)
  const rows = disponible(documento, previos).map((row, i) => ({
    line: lineas[i] as LineaOriginal,
    left: leftOf(row),
  }))
  const byLeft = (a: Row, b: Row) => Number(magnitude(a.left) - magnitude(b.left))
  const byFit = (own: Own) => (a: Row, b: Row) => {
    const difference = misfit(own, a.line) - misfit(own, b.line)
    return Math.abs(difference) > ROUNDING ? difference : byLeft(a, b)
  }
  // Where the prices mislead, what is left alone always finds a way if there is one.
  return assign(evento, rows, byFit) ?? assign(evento, rows, () => byLeft)
}

/** Of two amounts of one unit, in hundred-millionths: less is rounding. */
const ROUNDING = 50_000

type Own = Retorno['cuerpoDocumento'][number]

interface Row {
  readonly line: LineaOriginal
  /** Units, or the charge or credit with its sign. */
  readonly left: Monto
}

const leftOf = (row: Disponible) => (row.noGravado ? row.noGravado.disponible : row.disponible)
const magnitude = (m: Monto) => (m < CERO ? -m : m)

function assign(
  evento: Retorno,
  rows: readonly Row[],
  order: (own: Own) => (a: Row, b: Row) => number,
): readonly LineaDevuelta[] | null {
  const used = new Set<Row>()
  const found: LineaDevuelta[] = []
  for (const own of evento.cuerpoDocumento) {
    const fitting = rows.filter((row) => !used.has(row) && isSame(own, row.line) && fits(own, row))
    const [best] = fitting.sort(order(own))
    if (!best) return null
    used.add(best)
    const { linea } = best.line
    const isCargo = own.noGravado !== CERO
    found.push({
      linea,
      cantidad: isCargo ? null : own.cantidad,
      noGravado: isCargo ? own.noGravado : null,
    })
  }
  return found
}

function fits(own: Own, { left }: Row): boolean {
  if (own.noGravado === CERO) return own.cantidad <= left
  return left > CERO === own.noGravado > CERO && magnitude(own.noGravado) <= magnitude(left)
}

function isSame(own: Own, line: LineaOriginal): boolean {
  return (
    own.tipoItem === line.tipoItem &&
    own.precioUni === line.precioUni &&
    own.descripcion === line.descripcion &&
    own.codigo === line.codigo &&
    own.uniMedida === line.uniMedida &&
    own.codTributo === line.codTributo &&
    (own.noGravado !== CERO) === (line.noGravado !== CERO)
  )
}

/** How far the amount of one unit is from the line's. */
function misfit(own: Own, line: LineaOriginal): number {
  if (own.noGravado !== CERO) return 0
  const venta = plus(plus(own.ventaNoSuj, own.ventaExenta), plus(own.ventaGravada, own.compra))
  const unit = (amount: Monto, units: Monto) => (Number(amount) / Number(units)) * 1e8
  return Math.abs(unit(venta, own.cantidad) - unit(line.neto, line.cantidad))
}
