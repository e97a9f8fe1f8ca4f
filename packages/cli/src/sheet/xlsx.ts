/** Workbooks: reads the first sheet and what is around it, and writes templates. */
import { columnLetters, toXlsx } from '@sello/paper/xlsx'
import { Unzip, UnzipInflate } from 'fflate'
import readExcel from 'read-excel-file/node'
import { usage } from '../exit.ts'
import { type Column, isTextColumn } from './columns.ts'
import { findMisread } from './misread.ts'
import type { SheetRow, Surroundings } from './row.ts'
import { firstSheetOf, hiddenIn } from './workbook.ts'

/** A table of 100,000 sales takes half of it; a file made to exhaust memory far more. */
const INFLATED_BYTES_MAX = 64 * 1024 * 1024

export interface Workbook {
  /** Of the first sheet. */
  readonly rows: readonly SheetRow[]
  readonly around: Surroundings
}

/** Refuses (usage) a file that is not a workbook or inflates to more than 64 MiB. Numbers stay as written. */
export async function readWorkbook(path: string, bytes: Buffer): Promise<Workbook> {
  assertBounded(path, bytes)
  // The library's reason is of its own inside, and in English.
  const [sheet, ...others] = await sheetsOf(bytes).catch(() =>
    usage(`${path}: no se puede leer como XLSX. Guárdelo como CSV y repita.`),
  )
  if (!sheet) usage(`${path}: no tiene ninguna hoja.`)
  const rows = sheet.data
  const { xml, isHidden } = firstSheetOf(bytes)
  const misread = findMisread(xml)
  if (misread !== null) usage(`${path}: ${misread}`)
  for (const [at, cells] of rows.entries()) {
    const date = cells.findIndex((cell) => cell instanceof Date)
    if (date !== -1) usage(`${path}: ${columnLetters(date)}${at + 1} es una fecha. ${AS_TEXT}`)
  }
  const hidden = hiddenIn(xml)
  return {
    rows: rows.map((cells, at) => ({ row: at + 1, cells: cells.map(textOf) })),
    around: {
      ...{ name: sheet.sheet, isHidden },
      others: others
        .map(({ sheet: name, data }) => ({ name, rows: data.filter(isFilled).length }))
        .filter((other) => other.rows > 0),
      ...{ hiddenRows: hidden.rows, hiddenColumns: hidden.columns },
    },
  }
}

const isFilled = (cells: readonly Cell[]) => cells.some((cell) => textOf(cell) !== '')

type Cell = string | number | boolean | Date | null

interface SheetData {
  readonly sheet: string
  readonly data: readonly (readonly Cell[])[]
}

/** All sheets, in the workbook's order. */
async function sheetsOf(bytes: Buffer): Promise<readonly SheetData[]> {
  // The option is not in the library's types.
  const options = { parseNumber: (text: string) => text } as never
  return (await readExcel(bytes, options)) as readonly SheetData[]
}

/** No column is a date: a code such as 3-4 became one. */
const AS_TEXT = 'Dé a la columna formato de texto y escríbala otra vez.'

function textOf(cell: Cell): string {
  return cell === null || cell === undefined ? '' : String(cell).trim()
}

/** Small enough that one inflated piece is far below the limit. */
const PIECE_BYTES = 4 * 1024

/** The library allocates a rectangle up to the farthest cell: one in the last corner would exhaust memory. */
const CELLS_MAX = 10_000_000
const REFERENCE = /\br(?:ef)?\s*=\s*["'](?:[A-Z]+\d+:)?([A-Z]{1,3})(\d{1,7})["']/g
/** Longer than any cell reference, since one may span two pieces. */
const REFERENCE_LENGTH = 64

/** Inflates piece by piece without keeping data, to get the total size and the extent of the cells. */
function assertBounded(path: string, bytes: Buffer): void {
  let inflated = 0
  let isBroken = false
  let [columns, rows] = [0, 0]
  const unzip = new Unzip((file) => {
    let carried = ''
    // The library would treat an error thrown here as a fault of the file.
    file.ondata = (error, piece) => {
      if (error) {
        isBroken = true
        return
      }
      inflated += piece.length
      if (!SHEET.test(file.name)) return
      const text = carried + Buffer.from(piece).toString('latin1')
      for (const [, letters = '', digits] of text.matchAll(REFERENCE)) {
        columns = Math.max(columns, columnNumber(letters))
        rows = Math.max(rows, Number(digits))
      }
      carried = text.slice(-REFERENCE_LENGTH)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length && !isBroken; at += PIECE_BYTES) {
    unzip.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length)
    if (inflated > INFLATED_BYTES_MAX) usage(`${path}: descomprimido pasa de 64 MiB.`)
    if (columns * rows > CELLS_MAX) {
      usage(
        `${path}: tiene una celda en la columna ${columnLetters(columns - 1)} o la fila ${rows}. Borre lo que hay lejos de la tabla, o guárdelo como CSV.`,
      )
    }
  }
  if (isBroken) usage(`${path}: está dañado.`)
}

/** An empty table with its header, one example row, and text columns that keep their zeros. */
export function writeTemplate(columns: readonly Column[]): Uint8Array {
  const example = columns.map((column) => {
    const { example: text = '' } = column
    return !isTextColumn(column) && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  })
  const rows = [columns.map(({ name }) => name), example]
  const widths = columns.map((column) => {
    return { width: Math.max(12, column.name.length + 2), isText: isTextColumn(column) }
  })
  return Buffer.concat(toXlsx({ nombre: 'Ventas', rows, columns: widths }))
}

const SHEET = /(^|\/)worksheets\/[^/]+\.xml$/i

/** A is 1, Z is 26, AA is 27. */
const columnNumber = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
