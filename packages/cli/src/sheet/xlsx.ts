/** Workbooks: reads the first sheet and what is around it, and writes templates. */
import { Unzip, UnzipInflate, zipSync } from 'fflate'
import readExcel from 'read-excel-file/node'
import { usage } from '../exit.ts'
import { type Column, columnLetters, isTextColumn } from './columns.ts'
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
  const [sheet, ...others] = await sheetsOf(bytes).catch((cause: unknown) => {
    const said = cause instanceof Error ? cause.message : String(cause)
    return usage(`${path}: no se puede leer como XLSX (${said}). Guárdelo como CSV y repita.`)
  })
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
  const header = columns.map(({ name }, at) => cell(at, 1, name, 1))
  const example = columns.flatMap((column, at) =>
    column.example === undefined ? [] : [cell(at, 2, column.example, isTextColumn(column) ? 2 : 0)],
  )
  const widths = columns.map(
    (column, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${Math.max(12, column.name.length + 2)}" customWidth="1" style="${isTextColumn(column) ? 2 : 0}"/>`,
  )
  const sheet = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${header.join('')}</row><row r="2">${example.join('')}</row></sheetData></worksheet>`
  const files = { ...PARTS, 'xl/worksheets/sheet1.xml': sheet }
  const encoder = new TextEncoder()
  const parts = Object.entries(files).map(([name, text]) => [name, encoder.encode(text)] as const)
  // A fixed date, so that the same template has the same bytes.
  return zipSync(Object.fromEntries(parts), { level: 6, mtime: new Date('2026-01-01T12:00:00') })
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** 0 general, 1 header, 2 text (format 49). */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`

const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELS}"><sheets><sheet name="Ventas" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': STYLES,
}

function cell(at: number, row: number, text: string, style: number): string {
  const where = `${columnLetters(at)}${row}`
  const isNumber = style === 0 && /^-?\d+(\.\d+)?$/.test(text)
  return isNumber
    ? `<c r="${where}"><v>${text}</v></c>`
    : `<c r="${where}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const SHEET = /(^|\/)worksheets\/[^/]+\.xml$/i

/** A is 1, Z is 26, AA is 27. */
const columnNumber = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
