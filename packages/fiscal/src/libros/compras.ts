/**
 * Purchases from excluded subjects (Reglamento del Código Tributario, art. 86): a row per document (14), and per
 * return of one.
 */
import { type Asiento, tipoEscritoDe } from './asiento.ts'
import { dollars, inDollars, type Libro, sumColumns } from './libro.ts'

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

export function compras(all: readonly Asiento[]): Libro<FilaCompra, Totales> {
  return {
    filas: all.map((one, n) => {
      const { fecha, numeroControl, codigoGeneracion, selloRecibido } = one
      const { tipoDocumento, numDocumento, nombre } = one.persona
      return {
        numero: n + 1,
        ...{ fecha, tipoDte: tipoEscritoDe(one), numeroControl, codigoGeneracion },
        ...{ selloRecibido, tipoDocumento, numDocumento, nombre },
        monto: dollars(one.compra.monto),
        reteRenta: dollars(one.compra.reteRenta),
      }
    }),
    totales: inDollars(
      sumColumns(
        ['monto', 'reteRenta'],
        all.map(({ compra }) => compra),
      ),
    ),
  }
}
