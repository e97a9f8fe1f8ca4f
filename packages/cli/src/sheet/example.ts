/** Recognises the template's example row, which is never issued, wherever and however often it was copied. */
import { readCell } from './cell.ts'
import type { Column } from './columns.ts'

/** `whole`: exactly the example, which is skipped. `altered`: it may hide a sale, so somebody has to decide. */
export type Likeness = 'whole' | 'altered' | 'none'

/** The example of templates written before it said that it is one. A real sale may resemble it, so only all of it counts. */
const FORMER: ReadonlyMap<string, string> = new Map([
  ['referencia', 'F-1001'],
  ['descripcion', 'Café de altura, 1 lb'],
  ['cantidad', '2'],
  ['precioUni', '5.65'],
  ['tipoItem', '1'],
])

/** The columns whose examples no sale has. */
const MARKED: ReadonlySet<string> = new Set(['referencia', 'descripcion'])

export function likenessToExample(cells: readonly string[], columns: readonly Column[]): Likeness {
  const current = new Map(
    columns.flatMap(({ name, example }) => (example ? [[name, example]] : [])),
  )
  if (isWhole(cells, columns, current) || isWhole(cells, columns, FORMER)) return 'whole'
  const isMarked = columns.some(
    (column, at) =>
      MARKED.has(column.name) && isSame(column, cells[at] ?? '', column.example ?? ''),
  )
  return isMarked ? 'altered' : 'none'
}

/** Every cell is the example's, and at least its description. The referencia may have been cleared. */
function isWhole(
  cells: readonly string[],
  columns: readonly Column[],
  example: ReadonlyMap<string, string>,
): boolean {
  return (
    columns.some(({ name }, at) => name === 'descripcion' && (cells[at] ?? '') !== '') &&
    columns.every((column, at) => {
      const text = cells[at] ?? ''
      if (column.name === 'referencia' && text === '') return true
      return isSame(column, text, example.get(column.name) ?? '')
    })
  )
}

/** Amounts by their value, texts by their letters and digits, whatever spaces and capitals became of them. */
function isSame(column: Column, text: string, example: string): boolean {
  if (example === '' || text === '') return example === text
  if (column.kind === 'text') return lettersOf(text) === lettersOf(example)
  const read = readCell(column, text)
  return 'value' in read && read.value === Number(example)
}

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
