/** The parts of a workbook that its reader does not tell: the XML of the first sheet, and what is hidden. */
import { unzipSync } from 'fflate'

export interface FirstSheet {
  readonly xml: string
  readonly isHidden: boolean
}

const WORKBOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'
const SHEET = /<(?:\w+:)?sheet\b[^>]*?\b\w+:id\s*=\s*["'][^>]*>/

/** Its XML is empty where the workbook does not say which it is, which its reader refuses. */
export function firstSheetOf(bytes: Uint8Array): FirstSheet {
  const parts = textsOf(bytes, [WORKBOOK, RELATIONS])
  const [sheet = ''] = SHEET.exec(parts(WORKBOOK)) ?? []
  const id = /\b\w+:id\s*=\s*["']([^"']+)["']/.exec(sheet)?.[1]
  const relation = parts(RELATIONS)
    .match(/<(?:\w+:)?Relationship\b[^>]*>/g)
    ?.find((one) => attributeOf(one, 'Id') === id)
  const target = relation && attributeOf(relation, 'Target')
  if (!target) return { xml: '', isHidden: false }
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
  const isHidden = /^(veryH|h)idden$/.test(attributeOf(sheet, 'state') ?? '')
  return { xml: textsOf(bytes, [path])(path), isHidden }
}

export interface Hidden {
  /** Their numbers in the spreadsheet. */
  readonly rows: ReadonlySet<number>
  /** From and to, both counted from 0 and included. */
  readonly columns: readonly (readonly [first: number, last: number])[]
}

/** The hidden rows and columns of a sheet: by hand, by a filter, in a closed group, or of no size. */
export function hiddenIn(xml: string): Hidden {
  const rows = new Set<number>()
  let last = 0
  for (const [tag] of xml.matchAll(/<(?:\w+:)?row\b[^>]*>/g)) {
    last = Number(attributeOf(tag, 'r') ?? last + 1)
    if (isHidden(tag, 'ht')) rows.add(last)
  }
  const columns = [...xml.matchAll(/<(?:\w+:)?col\b[^>]*>/g)]
    .filter(([tag]) => isHidden(tag, 'width'))
    .map(([tag]) => {
      const [min, max] = ['min', 'max'].map((name) => Number(attributeOf(tag, name)) - 1)
      return [min ?? 0, max ?? 0] as const
    })
  return { rows, columns }
}

const isHidden = (tag: string, size: 'ht' | 'width') =>
  /^(1|true)$/.test(attributeOf(tag, 'hidden') ?? '') || Number(attributeOf(tag, size) ?? 1) === 0

const attributeOf = (tag: string, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1]

function textsOf(bytes: Uint8Array, names: readonly string[]): (name: string) => string {
  const parts = unzipSync(bytes, { filter: ({ name }) => names.includes(name) })
  return (name) => Buffer.from(parts[name] ?? []).toString('latin1')
}
