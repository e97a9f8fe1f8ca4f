/** Workbooks as spreadsheets save them, with what people leave in them: other sheets, hidden rows and columns. */

import { columnLetters } from '@sello/paper/xlsx'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { COLUMNS } from '../src/sheet/columns.ts'
import { writeTemplate } from '../src/sheet/xlsx.ts'

export interface TestSheet {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  /** Row numbers, as the spreadsheet shows them. */
  readonly hiddenRows?: readonly number[]
  /** Counted from 0. */
  readonly hiddenColumns?: readonly number[]
  readonly state?: 'hidden' | 'veryHidden'
}

export function workbook(sheets: readonly TestSheet[]): Uint8Array {
  const parts = unzipSync(writeTemplate(COLUMNS['01']))
  const text = (name: string) => new TextDecoder().decode(parts[name])
  const tags = sheets.map(({ name, state }, at) => {
    const shown = state === undefined ? '' : ` state="${state}"`
    return `<sheet name="${name}" sheetId="${at + 1}"${shown} r:id="rIdS${at + 1}"/>`
  })
  const relations = sheets.map(
    (_, at) =>
      `<Relationship Id="rIdS${at + 1}" Type="${SHEET}" Target="worksheets/s${at + 1}.xml"/>`,
  )
  const types = sheets.map(
    (_, at) => `<Override PartName="/xl/worksheets/s${at + 1}.xml" ContentType="${SHEET_TYPE}"/>`,
  )
  const changed = {
    '[Content_Types].xml': text('[Content_Types].xml').replace(
      '</Types>',
      `${types.join('')}</Types>`,
    ),
    'xl/workbook.xml': text('xl/workbook.xml').replace(/<sheet [^>]*>/, tags.join('')),
    'xl/_rels/workbook.xml.rels': text('xl/_rels/workbook.xml.rels').replace(
      /<Relationship [^>]*sheet1\.xml"\/>/,
      relations.join(''),
    ),
    ...Object.fromEntries(sheets.map((one, at) => [`xl/worksheets/s${at + 1}.xml`, sheetXml(one)])),
  }
  const { 'xl/worksheets/sheet1.xml': _, ...rest } = parts
  const added = Object.entries(changed).map(([name, xml]) => [name, strToU8(xml)] as const)
  return zipSync({ ...rest, ...Object.fromEntries(added) })
}

const SHEET = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

function sheetXml({ rows, hiddenRows = [], hiddenColumns = [] }: TestSheet): string {
  const cols = hiddenColumns.map(
    (at) => `<col min="${at + 1}" max="${at + 1}" width="9" hidden="1"/>`,
  )
  const data = rows.map((cells, at) => {
    const hidden = hiddenRows.includes(at + 1) ? ' hidden="1"' : ''
    const xml = cells.map((cell, column) => cellXml(`${columnLetters(column)}${at + 1}`, cell))
    return `<row r="${at + 1}"${hidden}>${xml.join('')}</row>`
  })
  const columns = cols.length === 0 ? '' : `<cols>${cols.join('')}</cols>`
  return `<?xml version="1.0"?><worksheet xmlns="${MAIN}">${columns}<sheetData>${data.join('')}</sheetData></worksheet>`
}

/** A number where it looks like one, as a person's typing becomes. */
function cellXml(where: string, text: string): string {
  if (text === '') return ''
  return /^\d+(\.\d+)?$/.test(text)
    ? `<c r="${where}"><v>${text}</v></c>`
    : `<c r="${where}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}
