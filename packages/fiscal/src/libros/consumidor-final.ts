/**
 * Sales to final consumers (Reglamento del Código Tributario, art. 83): a row per day, type (01, 11) and till, less
 * the day's return events.
 */
import { roundFraction } from '../monto.ts'
import { IVA_INCLUIDO } from '../tasas.ts'
import { type Dollars, dollars, inDollars, type Libro, sumColumns, sumOf } from './libro.ts'
import type { Grupo } from './mes.ts'

const COLUMNAS = [
  'exentas',
  'noSujetas',
  /** With IVA. */
  'gravadas',
  'exportaciones',
  /** Of the company's own sales. */
  'total',
  /** For principals, of any kind of sale. */
  'ventasTerceros',
] as const
type Columna = (typeof COLUMNAS)[number]

export interface FilaConsumidorFinal extends Dollars<Columna> {
  readonly fecha: string
  readonly tipoDte: string
  /** Establishment and point of sale. */
  readonly caja: string
  readonly documentos: number
  readonly retornos: number
  /** Of a day with nothing but returns: events. */
  readonly primero: string
  readonly ultimo: string
  /** Null: nothing but returns, which have no control number. */
  readonly numeroControlDel: string | null
  readonly numeroControlAl: string | null
}

export interface TotalesConsumidorFinal extends Dollars<Columna> {
  readonly documentos: number
  readonly retornos: number
  /** The IVA in `gravadas`, computed at the end of the month for the book of taxpayers. */
  readonly debito: number
}

export function consumidorFinal(
  dias: readonly Grupo[],
): Libro<FilaConsumidorFinal, TotalesConsumidorFinal> {
  const columns = dias.map(columnasDe)
  const sums = sumColumns(COLUMNAS, columns)
  const count = (of: 'documentos' | 'retornos') => dias.reduce((sum, dia) => sum + dia[of], 0)
  return {
    filas: dias.map((dia, n) => {
      const { fecha, tipoDte, caja, documentos, retornos, primero, ultimo, numeros } = dia
      return {
        ...{ fecha, tipoDte, caja, documentos, retornos, primero, ultimo },
        numeroControlDel: numeros?.del ?? null,
        numeroControlAl: numeros?.al ?? null,
        ...inDollars(columns[n] as ReturnType<typeof columnasDe>),
      }
    }),
    totales: {
      documentos: count('documentos'),
      retornos: count('retornos'),
      ...inDollars(sums),
      debito: dollars(roundFraction(sums.gravadas, IVA_INCLUIDO, 2)),
    },
  }
}

function columnasDe({ columnas: c }: Grupo) {
  const exportaciones = sumOf([c.aCentroamerica, c.aOtros, c.servicios, c.zonasFrancas])
  return {
    exentas: c.exentas,
    noSujetas: c.noSujetas,
    gravadas: c.gravadas,
    exportaciones,
    total: sumOf([c.exentas, c.noSujetas, c.gravadas, exportaciones]),
    ventasTerceros: sumOf([c.tercerosNoDomiciliados, c.tercerosDomiciliados]),
  }
}
