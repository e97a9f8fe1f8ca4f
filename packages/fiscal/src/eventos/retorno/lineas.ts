/**
 * Which line of its document each line of a return event belongs to. The event repeats the line's data but not its
 * number, so after a restore, with only the event's file, the number is found from that data.
 */
import { CERO, type Monto, plus } from '../../monto.ts'
import { type Disponible, disponible, type RetornoPrevio } from './disponible.ts'
import type { Retorno } from './estructura.ts'
import { type LineaOriginal, originalDe, type Retornable } from './original.ts'

export interface LineaDevuelta {
  readonly linea: number
  /** Null: a charge or a credit is returned. */
  readonly cantidad: Monto | null
  /** Null: units are returned. */
  readonly noGravado: Monto | null
}

/**
 * A line number for each line of the event, in its order; null if they cannot all be lines of the document. Among
 * lines with the same data it picks the one with the matching price after discounts, then the one with the smallest
 * sufficient balance.
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
  // If prices mislead, assigning by balance alone always finds a solution if one exists.
  return assign(evento, rows, byFit) ?? assign(evento, rows, () => byLeft)
}

/** In hundred-millionths of a unit's amount: a smaller difference is rounding. */
const ROUNDING = 50_000

type Own = Retorno['cuerpoDocumento'][number]

interface Row {
  readonly line: LineaOriginal
  /** Units, or the signed charge or credit. */
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

/** How far a unit's amount differs from the line's. */
function misfit(own: Own, line: LineaOriginal): number {
  if (own.noGravado !== CERO) return 0
  const venta = plus(plus(own.ventaNoSuj, own.ventaExenta), plus(own.ventaGravada, own.compra))
  const unit = (amount: Monto, units: Monto) => (Number(amount) / Number(units)) * 1e8
  return Math.abs(unit(venta, own.cantidad) - unit(line.neto, line.cantidad))
}
