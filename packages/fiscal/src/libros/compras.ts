/**
 * Purchases from excluded subjects (Reglamento del Código Tributario, art. 86): a row per document (14), and per
 * return of one.
 */
import { type Asiento, tipoEscritoDe } from './asiento.ts'
import { dollars, each, inDollars, type Libro, sumColumns } from './libro.ts'

export interface FilaCompra {
  readonly numero: number
  readonly fecha: string
  /** 18: a return event, which has no control number. */
  readonly tipoDte: string
  readonly numeroControl: string | null
  readonly codigoGeneracion: string
  readonly selloRecibido: string | null
  readonly tipoDocumento: string
  readonly numDocumento: string
  readonly nombre: string
  /** Before the withheld income tax. */
  readonly monto: number
  readonly reteRenta: number
}

type Totales = Pick<FilaCompra, 'monto' | 'reteRenta'>

export const compras = (all: readonly Asiento[]): Libro<FilaCompra, Totales> => ({
  filas: [...filasDeCompras(all)],
  totales: inDollars(
    sumColumns(
      ['monto', 'reteRenta'],
      each(all, ({ compra }) => compra),
    ),
  ),
})

export const filasDeCompras = (all: readonly Asiento[]): Iterable<FilaCompra> =>
  each(all, (one, numero) => {
    const { fecha, numeroControl, codigoGeneracion, selloRecibido } = one
    const { tipoDocumento, numDocumento, nombre } = one.persona
    return {
      numero, // before any spread, as in contribuyentes.ts
      ...{ fecha, tipoDte: tipoEscritoDe(one), numeroControl, codigoGeneracion },
      ...{ selloRecibido, tipoDocumento, numDocumento, nombre },
      monto: dollars(one.compra.monto),
      reteRenta: dollars(one.compra.reteRenta),
    }
  })
