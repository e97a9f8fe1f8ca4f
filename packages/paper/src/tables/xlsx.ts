/** A table as a workbook of one sheet, whose first row is its heading. */
import type { Celda, Fila } from './csv.ts'
import { createZip } from './zip.ts'

export interface Hoja {
  readonly nombre: string
  readonly rows: readonly Fila[]
  /** Absent: numbers are amounts. */
  readonly columns?: readonly Columna[]
}

export interface Columna {
  readonly width: number
  /** Formatted as text, so that what is written there keeps its zeros. */
  readonly isText: boolean
}

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The file, in pieces. The same table gives the same bytes. */
export function toXlsx({ nombre, rows, columns }: Hoja): readonly Uint8Array<ArrayBuffer>[] {
  const zip = createZip()
  for (const [name, content] of Object.entries(PARTS(nombre))) zip.add(name, XML + content)
  const numbers = columns ? STYLE.general : STYLE.amount
  const lines = rows.map((row, n) => {
    const cells = row.map((value, at) => {
      const text = columns?.[at]?.isText ? STYLE.text : STYLE.general
      const style = n === 0 ? STYLE.heading : typeof value === 'number' ? numbers : text
      return toCell(value, `${columnLetters(at)}${n + 1}`, style)
    })
    return `<row r="${n + 1}">${cells.join('')}</row>`
  })
  const sheet = `${columns ? layout(columns) : ''}<sheetData>${lines.join('')}</sheetData>`
  zip.add('xl/worksheets/sheet1.xml', `${XML}<worksheet xmlns="${MAIN}">${sheet}</worksheet>`)
  return zip.finish()
}

/** 0 is A, 25 is Z, 26 is AA. */
export function columnLetters(at: number): string {
  const rest = Math.floor(at / 26) - 1
  return (rest >= 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + (at % 26))
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Their places in `cellXfs`. */
const STYLE = { general: 0, heading: 1, text: 2, amount: 3 } as const

function toCell(value: Celda, where: string, style: number): string {
  if (value === null || value === '') return ''
  return typeof value === 'number'
    ? `<c r="${where}" s="${style}"><v>${value}</v></c>`
    : `<c r="${where}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`
}

/** The heading stays in sight. */
function layout(columns: readonly Columna[]): string {
  const cols = columns.map(
    ({ width, isText }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1" style="${isText ? STYLE.text : STYLE.general}"/>`,
  )
  return `<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols>`
}

/** Omits characters that XML cannot contain. */
const escapeXml = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are the letters
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

// biome-ignore format: a table
const PARTS = (hoja: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${KIND}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeXml(hoja)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // In the order of STYLE; 49 and 4 are the format's own numbers for text and for amounts with two decimals.
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`,
})
