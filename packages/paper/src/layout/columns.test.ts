/** The description stays readable beside amounts of any width, and the letters are as large as that allows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { widthOf } from '../drawing.ts'
import { loadFaces } from '../pdf/faces.ts'
import type { Column, Table } from '../sheets/sheet.ts'
import { createType } from './block.ts'
import { placeColumns } from './columns.ts'

const type = createType(loadFaces())
const WIDTH = 500
const LARGEST = 8
const SMALLEST = 5
/** A readable description, and the distance of columns, in units of the size of the letters. */
const READABLE = 15
const GAP = 1.05

/** A description and so many amounts, with heads that are narrower than any amount. */
function tableOf(amounts: number): Table {
  const amount = { label: 'M', align: 'right', width: 'fit' } as const
  const columns: readonly Omit<Column<never>, 'value' | 'sum'>[] = [
    { label: 'D', align: 'left', width: 'fill' },
    ...Array.from({ length: amounts }, () => amount),
  ]
  return {
    ...{ title: 'Detalle', clase: 'A', columns, cells: () => [], under: null, sums: null },
    prominent: false,
  }
}

function place(amounts: number, digits: number) {
  const cell = type.letters('9'.repeat(digits))
  const row = [type.letters('Descripción'), ...Array.from({ length: amounts }, () => cell)]
  const { placed, body } = placeColumns(type, tableOf(amounts), [row], WIDTH)
  const [fill, ...fitting] = placed.map(({ width }) => width)
  return { placed, size: body.size, fill: fill ?? 0, fitting, cell }
}

const CASES = Array.from({ length: 9 }, (_, n) => n + 2).flatMap((amounts) =>
  Array.from({ length: 14 }, (_, n) => ({ amounts, digits: n + 3 })),
)

test('the description is wide enough unless the letters are the smallest, and they are not smaller than needed', () => {
  const sizes = new Set<number>()
  for (const { amounts, digits } of CASES) {
    const { size, fill, fitting } = place(amounts, digits)
    sizes.add(size)
    const what = `${amounts} amounts of ${digits} digits: ${fill} at ${size}`
    if (size > SMALLEST) assert.ok(fill >= READABLE * size - 0.01, what)
    if (size === LARGEST) continue
    const larger = size + 0.5
    const taken = fitting.reduce((sum, width) => sum + ((width - 0.02) * larger) / size, 0)
    const room = WIDTH - taken - GAP * larger * amounts
    // The widest columns wrap their amounts only at the smallest size.
    if (size > SMALLEST) assert.ok(room < READABLE * larger + 0.3, `${what}: ${larger} fits too`)
  }
  assert.deepEqual([...sizes].sort(), [5, 5.5, 6, 6.5, 7, 7.5, 8])
})

test('an amount has its column to itself, in the heavier weight too, and the columns fill the width', () => {
  for (const { amounts, digits } of CASES) {
    const { placed, size, fitting, cell } = place(amounts, digits)
    if (size > SMALLEST) {
      const needed = widthOf(type.faces, cell, { weight: 'semibold', size, color: '0 0 0' })
      for (const width of fitting) assert.ok(width >= needed)
    }
    for (const [n, { x, width }] of placed.entries()) {
      const end = placed[n + 1]?.x ?? WIDTH + size * GAP
      assert.ok(Math.abs(x + width + size * GAP - end) < 0.01, `column ${n + 1}`)
    }
  }
})

test('where even the smallest letters leave no room, the widest columns give way and the description keeps 40 points', () => {
  const { fill, fitting } = place(10, 16)
  assert.ok(Math.abs(fill - 40) < 0.01, String(fill))
  assert.equal(new Set(fitting).size, 1)
  const narrow = type.letters('9')
  const wide = type.letters('9'.repeat(60))
  const row = [type.letters('D'), wide, narrow, wide, wide]
  const { placed, under, body, strong } = placeColumns(type, tableOf(4), [row], WIDTH)
  const [rest, first, least, ...others] = placed.map(({ width }) => width)
  assert.ok(Math.abs((rest ?? 0) - 40) < 0.01, 'the description keeps as much')
  assert.ok((least ?? 0) < 10, 'a narrow column keeps its width')
  assert.equal(new Set([first, ...others].map((width) => width?.toFixed(6))).size, 1)
  assert.deepEqual([under.x, under.width], [0, WIDTH], 'a text below the cells has all of it')
  assert.deepEqual([body.size, strong.size], [SMALLEST, SMALLEST])
})
