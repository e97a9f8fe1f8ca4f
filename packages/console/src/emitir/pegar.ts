/** Lines from a spreadsheet: columns by heading, else by content. No cell is dropped. */

import { split } from '../paginas/csv.ts'
import { searchable } from '../ui/text.ts'
import { type Linea, lineaVacia } from './form.ts'
import { leerNumero } from './numero.ts'

export type Destino =
  | 'descripcion'
  | 'cantidad'
  | 'precio'
  | 'descuento'
  | 'codigo'
  | 'venta'
  | 'nada'

export const DESTINOS: Readonly<Record<Destino, string>> = {
  descripcion: 'Descripción',
  cantidad: 'Cantidad',
  precio: 'Precio',
  descuento: 'Descuento',
  codigo: 'Código',
  venta: 'Venta',
  nada: 'No usar',
}

export const LINEAS_MAX = 2000

const HEADINGS: readonly (readonly [RegExp, Destino])[] = [
  [/^(desc(ripcion)?|producto|servicio|articulo|concepto|nombre|detalle)$/, 'descripcion'],
  [/^(cant(idad)?\.?|qty|unidades)$/, 'cantidad'],
  [/^(precio( unitario| uni| u)?|p\.? ?unit(ario)?|valor|costo)/, 'precio'],
  [/^(descuento|desc\.|rebaja)$/, 'descuento'],
  [/^(cod(igo)?\.?|sku|referencia|clave)$/, 'codigo'],
  [/^(venta|tipo( de)? venta|impuesto)$/, 'venta'],
]

export interface Tabla {
  readonly filas: readonly (readonly string[])[]
  /** For each column. */
  readonly destinos: readonly Destino[]
  readonly conEncabezado: boolean
}

/** Whether pasted text is rows rather than a single value. */
export const isTable = (text: string) => /[\t\n]/.test(text.trim())

/** Splits cells at tabs, as spreadsheets copy them; at semicolons when there are no tabs. */
export function readTabla(text: string): Tabla {
  const separator = text.includes('\t') ? '\t' : ';'
  const filas = split(text.replaceAll('\r\n', '\n'), separator)
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ').trim()))
  const width = Math.max(0, ...filas.map((row) => row.length))
  const first = filas[0] ?? []
  const named = first.map((cell) => headingOf(cell))
  const conEncabezado = named.filter((one) => one !== 'nada').length >= 2
  const body = conEncabezado ? filas.slice(1) : filas
  const destinos = conEncabezado
    ? Array.from({ length: width }, (_, n) => named[n] ?? 'nada')
    : guess(body, width)
  return { filas: body, destinos, conEncabezado }
}

function headingOf(cell: string): Destino {
  const text = searchable(cell)
  return HEADINGS.find(([pattern]) => pattern.test(text))?.[1] ?? 'nada'
}

/**
 * By content: the longest texts are the description, the first numbers the quantity, the next ones the
 * price.
 */
function guess(filas: readonly (readonly string[])[], width: number): Destino[] {
  const columns = Array.from({ length: width }, (_, n) => filas.map((row) => row[n] ?? ''))
  const numeric = columns.map((cells) => cells.every((c) => leerNumero(c).kind !== 'invalido'))
  const lengths = columns.map((cells) => cells.reduce((sum, cell) => sum + cell.length, 0))
  const texts = columns.map((_, n) => n).filter((n) => !numeric[n])
  const longest = texts.sort((a, b) => (lengths[b] ?? 0) - (lengths[a] ?? 0))[0]
  const numbers = columns.map((_, n) => n).filter((n) => numeric[n])
  return columns.map((_, n) => {
    if (n === longest) return 'descripcion'
    if (numbers.length === 1 && n === numbers[0]) return 'precio'
    if (n === numbers[0]) return 'cantidad'
    if (n === numbers[1]) return 'precio'
    if (n === numbers[2]) return 'descuento'
    return texts.length > 1 && texts.includes(n) ? 'codigo' : 'nada'
  })
}

/** Every row becomes a line; a cell that is not a number keeps its text and is marked. */
export function toLineas({ filas, destinos }: Tabla): Linea[] {
  return filas.slice(0, LINEAS_MAX).map((row) => {
    const of = (destino: Destino) => row[destinos.indexOf(destino)] ?? ''
    const venta = searchable(of('venta')).replaceAll(' ', '_')
    return {
      ...lineaVacia(),
      descripcion: of('descripcion'),
      cantidad: of('cantidad'),
      precio: of('precio'),
      descuento: of('descuento'),
      codigo: of('codigo'),
      venta: venta.startsWith('e') ? 'exenta' : venta.startsWith('n') ? 'no_sujeta' : 'gravada',
    }
  })
}
