/** Row numbers for people: `fila 7`, `filas 2 a 301`, `filas 2, 5, 9 y 12 más`. */

const RANGES_MAX = 5

export function rowList(rows: readonly number[]): string {
  const ranges = rangesOf([...new Set(rows)].toSorted((a, b) => a - b))
  const shown = ranges.slice(0, RANGES_MAX)
  const count = (some: readonly Range[]) =>
    some.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  const more = count(ranges) - count(shown)
  const texts = shown.map(({ first, last }) => (first === last ? `${first}` : `${first} a ${last}`))
  const [end = ''] = more > 0 ? [`${more} más`] : texts.splice(-1)
  const list = texts.length === 0 ? end : `${texts.join(', ')} y ${end}`
  return `${count(ranges) === 1 ? 'fila' : 'filas'} ${list}`
}

interface Range {
  readonly first: number
  readonly last: number
}

function rangesOf(rows: readonly number[]): readonly Range[] {
  const ranges: Range[] = []
  for (const row of rows) {
    const open = ranges.at(-1)
    if (open && row === open.last + 1) ranges[ranges.length - 1] = { first: open.first, last: row }
    else ranges.push({ first: row, last: row })
  }
  return ranges.flatMap(({ first, last }) =>
    last === first + 1 ? [only(first), only(last)] : [{ first, last }],
  )
}

/** Two rows read better as two than as a range. */
const only = (row: number): Range => ({ first: row, last: row })
