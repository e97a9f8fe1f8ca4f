/** Sales to taxpayers (Reglamento del Código Tributario, art. 85): a row per document (03, 05, 06). */
import { CERO, type Monto, minus } from '../monto.ts'
import { type Asiento, defOf } from './asiento.ts'
import { type Dollars, each, inDollars, type Libro, sumColumns, sumOf } from './libro.ts'

const COLUMNAS = [
  'exentas',
  'noSujetas',
  'gravadas',
  'debito',
  /** For principals, of any kind of sale; in no other column. */
  'ventasTerceros',
  'debitoTerceros',
  'ivaPercibido',
  /** Of all columns. */
  'total',
] as const
type Columna = (typeof COLUMNAS)[number]

export interface FilaContribuyente extends Dollars<Columna> {
  readonly numero: number
  readonly fecha: string
  readonly tipoDte: string
  readonly numeroControl: string
  readonly codigoGeneracion: string
  readonly selloRecibido: string | null
  readonly nrc: string | null
  readonly nit: string | null
  readonly dui: string | null
  readonly nombre: string
  /** The principal that it was sold for. */
  readonly mandante: string | null
}

export const contribuyentes = (
  all: readonly Asiento[],
): Libro<FilaContribuyente, Dollars<Columna>> => ({
  filas: [...filasDeContribuyentes(all)],
  totales: inDollars(sumColumns(COLUMNAS, each(all, columnasDe))),
})

export const filasDeContribuyentes = (all: readonly Asiento[]): Iterable<FilaContribuyente> =>
  each(all, (one, numero) => {
    const { fecha, tipoDte, numeroControl, codigoGeneracion, selloRecibido, tercero } = one
    const { nrc, nit, dui, nombre } = one.persona
    return {
      numero, // before any spread: Node.js 20 keeps a hidden class for each object that begins with one
      ...{ fecha, tipoDte, numeroControl: numeroControl ?? '' },
      ...{ codigoGeneracion, selloRecibido, nrc, nit, dui, nombre },
      mandante: tercero?.nombre ?? null,
      ...inDollars(columnasDe(one)),
    }
  })

type Columnas = Readonly<Record<Columna, Monto>>

/** A credit note is negative, so that each column adds up to its total. */
function columnasDe(one: Asiento): Columnas {
  const { montos, tercero, percibido } = one
  const signed = (m: Monto) => (defOf(one).ventas < 0 ? minus(CERO, m) : m)
  const own = (m: Monto) => (tercero ? CERO : signed(m))
  const { exentas, noSujetas, gravadas, iva } = montos
  const ventas = sumOf([exentas, noSujetas, gravadas])
  return {
    exentas: own(exentas),
    noSujetas: own(noSujetas),
    gravadas: own(gravadas),
    debito: own(iva),
    ventasTerceros: tercero ? signed(ventas) : CERO,
    debitoTerceros: tercero ? signed(iva) : CERO,
    ivaPercibido: signed(percibido.monto),
    total: signed(sumOf([ventas, iva, percibido.monto])),
  }
}
