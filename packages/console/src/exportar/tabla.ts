/** A table as files for spreadsheets: CSV, and XLSX with numeric amounts. */
import { createZip, utf8 } from './zip.ts'

export type Celda = string | number
export type Fila = readonly Celda[]

/** With a byte order mark, by which spreadsheets detect UTF-8. */
export const toCsv = (rows: readonly Fila[]): Blob =>
  new Blob([`\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`], {
    type: 'text/csv;charset=utf-8',
  })

/** Escapes a text that a spreadsheet would evaluate as a formula. */
function csvCell(value: Celda): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function toXlsx(rows: readonly Fila[], hoja: string): Blob {
  const zip = createZip()
  for (const [name, content] of Object.entries(PARTS(hoja))) zip.add(name, utf8(XML + content))
  const sheet = rows
    .map((row, n) => `<row r="${n + 1}">${row.map((value) => xlsxCell(value, n)).join('')}</row>`)
    .join('')
  zip.add(
    'xl/worksheets/sheet1.xml',
    utf8(`${XML}<worksheet xmlns="${MAIN}"><sheetData>${sheet}</sheetData></worksheet>`),
  )
  return new Blob([zip.finish()], { type: XLSX })
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const xlsxCell = (value: Celda, row: number): string =>
  typeof value === 'number'
    ? `<c s="1"><v>${value}</v></c>`
    : `<c t="inlineStr"${row === 0 ? ' s="2"' : ''}><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`

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
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${KIND}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeXml(hoja)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // 0: general; 1: an amount; 2: a heading.
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="4" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
})
