/**
 * What can still be returned of a document, line by line: sold minus returned by the events that count (sealed, or
 * signed without a verdict). Source: docs/sources.md#retorno.
 */
import { CERO, type Monto, minus, plus } from '../../monto.ts'
import type { Retorno } from './estructura.ts'
import { type LineaOriginal, originalDe, type Retornable } from './original.ts'

/** A return event that counts, and which line of the original each of its own lines takes from. */
export interface RetornoPrevio {
  readonly evento: Retorno
  /** One for each line of the event, in order. */
  readonly lineas: readonly { readonly linea: number }[]
}

export interface Disponible {
  readonly linea: number
  /** Units. A line that is a charge or a credit has none. */
  readonly vendida: Monto
  readonly devuelta: Monto
  readonly disponible: Monto
  /** The charge or credit of the line, with its sign; null if it has none. */
  readonly noGravado: {
    readonly vendido: Monto
    readonly devuelto: Monto
    readonly disponible: Monto
  } | null
}

/** The balance of every line. A line of a prior event that the original lacks is a bug. */
export function disponible(
  documento: Retornable,
  previos: readonly RetornoPrevio[],
): readonly Disponible[] {
  return disponibleDe(originalDe(documento).lineas, devueltoPor(previos))
}

function disponibleDe(
  lineas: readonly LineaOriginal[],
  devuelto: ReadonlyMap<number, Devuelto>,
): readonly Disponible[] {
  return lineas.map(({ linea, cantidad, noGravado }) => {
    const { cantidad: devuelta, noGravado: devueltoNoGravado } = devuelto.get(linea) ?? NADA
    const vendida = noGravado === CERO ? cantidad : CERO
    return {
      linea,
      vendida,
      devuelta,
      disponible: minus(vendida, devuelta),
      noGravado:
        noGravado === CERO
          ? null
          : {
              vendido: noGravado,
              devuelto: devueltoNoGravado,
              disponible: minus(noGravado, devueltoNoGravado),
            },
    }
  })
}

/** What events took from a line of the original. */
export interface Devuelto {
  readonly cantidad: Monto
  /** In its single kind of sale, net. */
  readonly neto: Monto
  readonly noGravado: Monto
}

export const NADA: Devuelto = { cantidad: CERO, neto: CERO, noGravado: CERO }

export function devueltoPor(previos: readonly RetornoPrevio[]): ReadonlyMap<number, Devuelto> {
  const devuelto = new Map<number, Devuelto>()
  for (const { evento, lineas } of previos) {
    for (const [i, own] of evento.cuerpoDocumento.entries()) {
      const linea = lineas[i]?.linea
      if (linea === undefined) throw new Error('bug: a line of a return event of unknown origin')
      const before = devuelto.get(linea) ?? NADA
      const isCargo = own.noGravado !== CERO
      const venta = (own.ventaNoSuj + own.ventaExenta + own.ventaGravada + own.compra) as Monto
      devuelto.set(linea, {
        cantidad: isCargo ? before.cantidad : plus(before.cantidad, own.cantidad),
        neto: plus(before.neto, venta),
        noGravado: plus(before.noGravado, own.noGravado),
      })
    }
  }
  return devuelto
}
