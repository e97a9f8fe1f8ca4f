/** Groups rows into sales: one document per `referencia`, with a line for each row. */
import { createHash } from 'node:crypto'
import type { DteRequest } from '@sello/client'
import { TIPOS, type TipoDte } from '@sello/fiscal'
import { usage } from '../exit.ts'
import { isSpoiltNumber, spoiltNumberMessage } from '../spoilt.ts'
import { type CellValue, readCell } from './cell.ts'
import { COLUMNS, type Column, PRODUCTO } from './columns.ts'
import { likenessToExample } from './example.ts'
import type { Sheet } from './read.ts'
import type { SheetRow } from './row.ts'

export interface RowProblem {
  readonly row: number
  /** The column's name; null: the row as a whole. */
  readonly column: string | null
  readonly message: string
}

export interface Sale {
  /** The rows of its lines, in order. */
  readonly rows: readonly number[]
  /** From the file; null: absent, so one is derived from the row. */
  readonly referencia: string | null
  /** Without its `referencia`. */
  readonly request: DteRequest
  /** SHA-256 of the rows' values, which shows whether one has changed. */
  readonly hash: string
  /** SHA-256 of the request; differs from `hash` if a stored product filled in part of it. */
  readonly sent: string
  /** For each line, the members that its product filled in. */
  readonly filled: readonly ReadonlySet<string>[]
}

export interface Sales {
  readonly sales: readonly Sale[]
  readonly problems: readonly RowProblem[]
  /** The rows of the template's example, which are no sales. */
  readonly examples: readonly number[]
}

/** Refuses (usage) a header that does not fit the type; errors in a row are problems. */
export function readSales(tipoDte: TipoDte, sheet: Sheet): Sales {
  const columns = columnsOf(tipoDte, sheet.header)
  const problems: RowProblem[] = []
  const groups: { referencia: string | null; rows: ReadRow[] }[] = []
  const byReferencia = new Map<string, ReadRow[]>()
  const examples: number[] = []
  for (const row of sheet.rows) {
    const likeness = likenessToExample(row.cells, columns)
    if (likeness === 'whole') {
      examples.push(row.row)
      continue
    }
    if (likeness === 'altered') problems.push({ row: row.row, column: null, message: ALTERED })
    const read = readRow(row, columns)
    problems.push(...read.problems)
    const { referencia } = read
    const known = referencia === null ? undefined : byReferencia.get(referencia)
    if (known) {
      known.push(read)
      continue
    }
    const rows = [read]
    if (referencia !== null) byReferencia.set(referencia, rows)
    groups.push({ referencia, rows })
  }
  problems.push(...groups.flatMap(({ rows }) => disagreements(rows)))
  problems.push(...groups.flatMap(({ rows }) => rowsOfOneRecord(tipoDte, rows)))
  if (!isAbroad(tipoDte)) problems.push(...groups.flatMap(({ rows }) => spoiltNumber(rows)))
  return { sales: groups.map((group) => toSale(tipoDte, group)), problems, examples }
}

const ALTERED =
  'tiene la referencia o la descripción del ejemplo de la plantilla, y lo demás es distinto. Si es una venta, escriba las suyas; si no, borre la fila.'

function columnsOf(tipoDte: TipoDte, header: readonly string[]): readonly Column[] {
  const all = COLUMNS[tipoDte]
  const names = header.map((name) => name.trim().replace(/\s*\*$/, ''))
  const columns = names.map((name) =>
    all.find((one) => one.name.toLowerCase() === name.toLowerCase()),
  )
  const unknown = names.filter((_, at) => columns[at] === undefined)
  if (unknown.length > 0) {
    const said = unknown.map((name) => name || '(sin nombre)').join(', ')
    const hint = unknown.some((name) => DATE.test(name)) ? DATED : ''
    usage(
      `No se conoce la columna ${said}. Las de tipo ${tipoDte}: ${all.map(({ name }) => name).join(', ')}.${hint}`,
    )
  }
  const twice = names.filter((_, at) => columns.indexOf(columns[at]) !== at)
  if (twice.length > 0) usage(`La columna ${twice.join(', ')} está dos veces.`)
  const hasProducts = columns.some((column) => column?.name === PRODUCTO)
  const missing = all.filter(
    (column) =>
      column.required && !columns.includes(column) && !(column.fromProduct && hasProducts),
  )
  if (missing.length > 0) {
    usage(
      `Falta la columna ${missing.map(({ name }) => name).join(', ')}. Vea: sello template ${tipoDte}`,
    )
  }
  return columns as readonly Column[]
}

const DATE = /^(fec|fecha|d[ií]a|mes|a[nñ]o|date)/i

/** A table with dates is often a book of sales that were issued long ago. */
const DATED =
  ' No hay columna de fecha: cada documento lleva la del momento en que se emite. Si estas ventas son de otros días, es probable que ya tengan su documento y no deban emitirse aquí; si son de hoy, quite la columna.'

interface ReadRow {
  readonly row: number
  readonly referencia: string | null
  readonly item: Readonly<Record<string, CellValue>>
  /** Values for the whole document, by column. */
  readonly document: ReadonlyMap<Column, CellValue>
  readonly problems: readonly RowProblem[]
}

function readRow({ row, cells }: SheetRow, columns: readonly Column[]): ReadRow {
  const problems: RowProblem[] = []
  const item: Record<string, CellValue> = {}
  const document = new Map<Column, CellValue>()
  let referencia: string | null = null
  if (cells.slice(columns.length).some((cell) => cell !== '')) {
    problems.push({ row, column: null, message: 'tiene más celdas que columnas.' })
  }
  const hasProduct = columns.some(({ name }, at) => name === PRODUCTO && (cells[at] ?? '') !== '')
  for (const [at, column] of columns.entries()) {
    const text = cells[at] ?? ''
    if (text === '') {
      if (column.required && !(column.fromProduct && hasProduct)) {
        problems.push({ row, column: column.name, message: 'falta y es obligatoria.' })
      }
      continue
    }
    const read = readCell(column, text)
    if ('problem' in read) {
      problems.push({ row, column: column.name, message: read.problem })
    } else if (column.path === 'referencia') referencia = String(read.value)
    else if (column.of === 'item') item[column.path] = read.value
    else document.set(column, read.value)
  }
  return { row, referencia, item, document, problems }
}

/** Document-level values are given once: other rows leave the cell empty or repeat it. */
function disagreements([first, ...more]: readonly ReadRow[]): readonly RowProblem[] {
  return more.flatMap(({ row, document }) =>
    [...document]
      .filter(([column, value]) => first?.document.get(column) !== value)
      .map(([{ name }]) => {
        const message = `no es lo que dice la fila ${first?.row}, que es del mismo documento.`
        return { row, column: name, message }
      }),
  )
}

const isAbroad = (tipoDte: TipoDte) => TIPOS[tipoDte].receptor === 'ReceptorExportacion'

/** Inside the country a number of no stated kind is a NIT or a DUI by its length, and otherwise neither. */
function spoiltNumber([first]: readonly ReadRow[]): readonly RowProblem[] {
  const said = new Map([...(first?.document ?? [])].map(([{ name }, value]) => [name, `${value}`]))
  const number = said.get('numDocumento') ?? ''
  if (!first || !isSpoiltNumber(number) || said.has('tipoDocumento')) return []
  return [{ row: first.row, column: 'numDocumento', message: spoiltNumberMessage(number) }]
}

/** Each row's own part: what is sold, or the document on which IVA is retained. */
export function linesOfRequest(request: DteRequest): readonly Readonly<Record<string, unknown>>[] {
  if ('retencion' in request) return request.retencion.documentos
  return 'items' in request ? request.items : []
}

/** What has no lines of its own is one row: a principal (08), an affiliate (09). */
function rowsOfOneRecord(tipoDte: TipoDte, rows: readonly ReadRow[]): readonly RowProblem[] {
  const { items, retencion } = TIPOS[tipoDte].members
  if (items !== 'forbidden' || retencion !== 'forbidden') return []
  return rows.slice(1).map(({ row }) => ({
    row,
    column: 'referencia',
    message: `es la de la fila ${rows[0]?.row}, y cada fila es un documento.`,
  }))
}

function toSale(
  tipoDte: TipoDte,
  { referencia, rows }: { referencia: string | null; rows: readonly ReadRow[] },
): Sale {
  const request: Record<string, unknown> = { tipoDte }
  for (const [{ path }, value] of rows[0]?.document ?? []) put(request, path.split('.'), value)
  const lines = rows.map(({ item }) => item)
  if (TIPOS[tipoDte].members.retencion === 'required') request.retencion = { documentos: lines }
  else if (TIPOS[tipoDte].members.items === 'required') request.items = lines
  const hash = hashOf(request)
  return {
    rows: rows.map(({ row }) => row),
    referencia,
    request: request as unknown as DteRequest,
    hash,
    sent: hash,
    filled: [],
  }
}

export const hashOf = (request: object) =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex')

/** `0` is the first element of a list. */
function put(target: Record<string, unknown>, path: readonly string[], value: CellValue): void {
  const [name = '', next, ...rest] = path
  if (next === undefined) {
    target[name] = value
    return
  }
  if (next === '0') {
    target[name] ??= [{}]
    const [first] = target[name] as Record<string, unknown>[]
    if (first) put(first, rest, value)
    return
  }
  target[name] ??= {}
  put(target[name] as Record<string, unknown>, [next, ...rest], value)
}
