/**
 * Reads a workbook as a spreadsheet program finds its way through it (ECMA-376, parts 1 and 2): from the package's
 * relationships to the workbook, from its own to the sheet and the styles, each of the content type that the package
 * names. Refuses a file in which any of that is missing.
 */
import { posix } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'

export interface ReadCell {
  readonly at: string
  readonly text: string
  readonly kind: 'number' | 'text'
  readonly isBold: boolean
  readonly format: string
}

export interface ReadWorkbook {
  readonly nombre: string
  readonly cells: readonly ReadCell[]
  /** Of the columns that the sheet describes: their number format. */
  readonly columns: readonly { readonly width: number; readonly format: string }[]
  /** Rows that stay while the others scroll, and the first cell below them. */
  readonly frozen: { readonly rows: number; readonly below: string } | null
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** The numbers of ECMA-376 18.8.30 that are in use. */
const FORMATS: Readonly<Record<string, string>> = { 0: 'General', 4: '#,##0.00', 49: '@' }

// biome-ignore lint/suspicious/noExplicitAny: what a parser returns has the shape of its file
type Xml = any
const MANY = new Set(
  ['Default', 'Override', 'Relationship', 'row', 'c', 'col', 'sheet'].concat('font', 'xf'),
)
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) => MANY.has(name),
})

export function readXlsx(file: Uint8Array): ReadWorkbook {
  const parts = unzipSync(file)
  const part = (name: string, root: string, namespace: string): Xml => {
    const text = strFromU8(parts[name] ?? new Uint8Array())
    if (!text.startsWith('<?xml version="1.0" encoding="UTF-8"')) throw new Error(`no part ${name}`)
    const xml = parser.parse(text, true)[root]
    if (xml?.xmlns !== namespace) throw new Error(`${name} is no ${root}`)
    return xml
  }
  const types = part('[Content_Types].xml', 'Types', `${PACKAGE}/content-types`)
  const typeOf = (name: string) =>
    types.Override.find((one: Xml) => one.PartName === `/${name}`)?.ContentType ??
    types.Default.find((one: Xml) => name.endsWith(`.${one.Extension}`))?.ContentType
  const follow = (from: string, kind: string, type: string): { name: string; id: string } => {
    const rels = posix.join(posix.dirname(from), '_rels', `${posix.basename(from)}.rels`)
    if (typeOf(rels) !== 'application/vnd.openxmlformats-package.relationships+xml') {
      throw new Error(`${rels} has no content type`)
    }
    const { Relationship } = part(rels, 'Relationships', `${PACKAGE}/relationships`)
    const found = Relationship.find(({ Type }: Xml) => Type === `${OFFICE}/${kind}`)
    const name = posix.join(posix.dirname(from), found?.Target ?? '')
    if (typeOf(name) !== `${KIND}.${type}+xml`) throw new Error(`${name} is no ${type}`)
    return { name, id: found.Id }
  }
  const book = follow('', 'officeDocument', 'sheet.main').name
  const [listed] = part(book, 'workbook', MAIN).sheets.sheet
  const sheet = follow(book, 'worksheet', 'worksheet')
  if (listed['r:id'] !== sheet.id) throw new Error('the workbook lists another sheet')
  const styles = part(follow(book, 'styles', 'styles').name, 'styleSheet', MAIN)
  const { sheetViews, cols, sheetData } = part(sheet.name, 'worksheet', MAIN)
  const pane = sheetViews?.sheetView.pane
  return {
    nombre: listed.name,
    cells: (sheetData.row ?? []).flatMap(({ c = [] }: Xml) => c.map(cellOf(styles))),
    columns: (cols?.col ?? []).map(({ width, style }: Xml) => ({
      width: Number(width),
      format: styleOf(styles, style).format,
    })),
    frozen:
      pane?.state === 'frozen' && pane.activePane === 'bottomLeft'
        ? { rows: Number(pane.ySplit), below: pane.topLeftCell }
        : null,
  }
}

const cellOf =
  (styles: Xml) =>
  ({ r, s, t, v, is }: Xml): ReadCell => ({
    at: r,
    text: t === 'inlineStr' ? textOf(is.t) : v,
    kind: t === 'inlineStr' ? 'text' : 'number',
    ...styleOf(styles, s),
  })

const textOf = (t: Xml): string =>
  t['xml:space'] === 'preserve' ? t['#text'] : String(t['#text'] ?? t).trim()

function styleOf({ cellXfs, fonts }: Xml, style: string): { isBold: boolean; format: string } {
  if (Number(cellXfs.count) !== cellXfs.xf.length || Number(fonts.count) !== fonts.font.length) {
    throw new Error('the styles are others than counted')
  }
  const xf = cellXfs.xf[Number(style)]
  if (xf === undefined) throw new Error(`there is no style ${style}`)
  const font = xf.applyFont === '1' ? fonts.font[Number(xf.fontId)] : fonts.font[0]
  const format = xf.applyNumberFormat === '1' ? xf.numFmtId : '0'
  return { isBold: 'b' in font, format: FORMATS[format] ?? '' }
}
