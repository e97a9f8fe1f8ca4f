/** Lines from a spreadsheet: columns by heading, else by content. No cell is dropped. */

import { hoy } from '../clock.ts'
import { split } from '../paginas/csv.ts'
import { searchable } from '../ui/text.ts'
import { type Clase, type Column, LINEAS } from './lineas/columnas.ts'
import { leerFecha } from './lineas/fecha.ts'
import { BIEN, EFECTIVO, type Linea, lineaVacia, SERVICIO } from './lineas/linea.ts'
import { leerNumero } from './numero.ts'

export type Destino = Column | 'codigo' | 'nada'

/** What a column may be, in lines of this kind. */
export function destinosDe(clase: Clase): readonly (readonly [Destino, string])[] {
  const columns = LINEAS[clase].columnas
    .filter(({ column }) => column !== 'retencion')
    .map(({ column, label }) => [column, NOMBRES[column] ?? label] as const)
  const others = isListed(clase) ? OF_A_DOCUMENT : OF_A_THING
  return [...columns, ...others, ['nada', 'No usar']]
}

/** Whether the lines are documents. */
const isListed = (clase: Clase) => clase === 'retencion' || clase === 'liquidacion'

const NOMBRES: Partial<Record<Column, string>> = { descripcion: 'Descripción' }
const OF_A_THING = [['codigo', 'Código']] as const
const OF_A_DOCUMENT = [['descripcion', 'Descripción']] as const

export const LINEAS_MAX = 2000

const HEADINGS: readonly (readonly [RegExp, Destino])[] = [
  [/^(desc(ripcion)?|producto|servicio|articulo|concepto|nombre|detalle)$/, 'descripcion'],
  [/^(cant(idad)?\.?|qty|unidades)$/, 'cantidad'],
  [/^(precio( unitario| uni| u)?|p\.? ?unit(ario)?|valor|costo|monto|base|importe)/, 'precio'],
  [/^(descuento|desc\.|rebaja)$/, 'descuento'],
  [/^(cod(igo)?\.?|sku|referencia|clave)$/, 'codigo'],
  [/^(venta|tipo( de)? venta|impuesto)$/, 'venta'],
  [/^(clase|tipo( de)? donacion)$/, 'donacion'],
  [/^(depreciacion|depr\.?)$/, 'depreciacion'],
  [/^(codigo( de)? generacion|numero|n\.?[º°o]\.?|documento|ccf|factura)$/, 'numero'],
  [/^fecha/, 'fecha'],
  [/^tipo( de)? (documento|dte)$|^tipo$/, 'tipo'],
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
export function readTabla(text: string, clase: Clase = 'venta'): Tabla {
  const separator = text.includes('\t') ? '\t' : ';'
  const filas = split(text.replaceAll('\r\n', '\n'), separator)
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ').trim()))
  const width = Math.max(0, ...filas.map((row) => row.length))
  const first = filas[0] ?? []
  const taken = new Set(destinosDe(clase).map(([destino]) => destino))
  const named = first.map((cell) => headingOf(cell, taken))
  const conEncabezado = named.filter((one) => one !== 'nada').length >= 2
  const body = conEncabezado ? filas.slice(1) : filas
  const destinos = conEncabezado
    ? Array.from({ length: width }, (_, n) => named[n] ?? 'nada')
    : guess(body, { width, clase })
  return { filas: body, destinos, conEncabezado }
}

function headingOf(cell: string, taken: ReadonlySet<Destino>): Destino {
  const text = searchable(cell)
  const found = HEADINGS.find(([pattern, destino]) => taken.has(destino) && pattern.test(text))
  return found?.[1] ?? 'nada'
}

type Filas = readonly (readonly string[])[]

interface Shape {
  readonly width: number
  readonly clase: Clase
}

function guess(filas: Filas, { width, clase }: Shape): Destino[] {
  const columns = Array.from({ length: width }, (_, n) => filas.map((row) => row[n] ?? ''))
  if (isListed(clase)) return guessDocumentos(columns)
  return guessCosas(columns, clase === 'venta' ? 'descuento' : 'depreciacion')
}

/**
 * By content: the longest texts are the description, the first numbers the quantity, the next ones the
 * price.
 */
function guessCosas(columns: Filas, third: Destino): Destino[] {
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
    if (n === numbers[2]) return third
    return texts.length > 1 && texts.includes(n) ? 'codigo' : 'nada'
  })
}

/** The dates are the date, the last numbers the amount, and what comes first the number. */
function guessDocumentos(columns: Filas): Destino[] {
  const all = columns.map((_, n) => n)
  const every = (n: number, is: (cell: string) => boolean) => columns[n]?.every(is) === true
  const fecha = all.find((n) => every(n, (cell) => leerFecha(cell, TODAY) !== null))
  const monto = all.findLast(
    (n) => n !== fecha && every(n, (cell) => leerNumero(cell).kind !== 'invalido'),
  )
  const [numero, descripcion] = all.filter((n) => n !== fecha && n !== monto)
  const found = new Map<number | undefined, Destino>([
    ...([
      [descripcion, 'descripcion'],
      [numero, 'numero'],
    ] as const),
    ...([
      [fecha, 'fecha'],
      [monto, 'precio'],
    ] as const),
  ])
  return all.map((n) => found.get(n) ?? 'nada')
}

/** Whether it is a date does not depend on the day. */
const TODAY = '9999-12-31'

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
      donacion: donacionOf(searchable(of('donacion')), of('cantidad')),
      depreciacion: of('depreciacion'),
      numero: of('numero'),
      tipo: /^\d{2}$/.test(of('tipo')) ? of('tipo') : lineaVacia().tipo,
      fecha: leerFecha(of('fecha'), hoy()) ?? of('fecha'),
    }
  })
}

/** What is counted is goods, unless it is said. */
function donacionOf(said: string, cantidad: string): string {
  if (said.startsWith('s')) return SERVICIO
  if (said.startsWith('e')) return EFECTIVO
  return said.startsWith('b') || cantidad !== '' ? BIEN : EFECTIVO
}
