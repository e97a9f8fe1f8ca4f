import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { readXlsx } from '../../test/read-xlsx.ts'
import { toCsv } from './csv.ts'
import { columnLetters, type Hoja, toXlsx } from './xlsx.ts'
import { createZip } from './zip.ts'

const MARK = '\uFEFF'

// biome-ignore format: a table
const CELLS: readonly (readonly [what: string, value: string | number | null, cell: string])[] = [
  ['a text',                   'café',         'café'],
  ['an amount',                1.5,            '1.5'],
  ['a negative amount',        -3,             '-3'],
  ['nothing',                  null,           ''],
  ['a formula',                '=1+1',         `'=1+1`],
  ['a formula by its sign',    '-1+1',         `'-1+1`],
  ['a formula by plus',        '+1+1',         `'+1+1`],
  ['a call',                   '@SUM(A1)',     `'@SUM(A1)`],
  ['a formula after a tab',    '\t=1',         `'\t=1`],
  ['a formula in a new line',  '\n=1',         `"'\n=1"`],
  ['a formula after a return', '\r=1',         `"'\r=1"`],
  ['a comma',                  'a,b',          '"a,b"'],
  ['a semicolon',              'a;b',          '"a;b"'],
  ['quotes',                   'a "b"',        '"a ""b"""'],
  ['lines',                    'a\r\nb',       '"a\r\nb"'],
]

for (const [what, value, cell] of CELLS) {
  test(`a CSV shows ${what} as it is, and a spreadsheet evaluates nothing`, () => {
    assert.equal(toCsv([[value, 'x']]), `${MARK}${cell},x\r\n`)
  })
}

test('a CSV without rows is only its mark', () => assert.equal(toCsv([]), MARK))

const ROWS = [
  ['Nombre', 'Monto'],
  ['A & <B> "C" \u0001\ud800', 1234.5],
  ['=1+1', ''],
  ['  al centro  ', null],
]
const fileOf = (hoja: Hoja) => Buffer.concat(toXlsx(hoja))
const contentOf = (pieces: readonly Uint8Array[]) => unzipSync(Buffer.concat(pieces))

test('a workbook has each cell at its place: amounts as numbers, formulas as texts, only what XML allows', () => {
  const { nombre, cells, columns, frozen } = readXlsx(fileOf({ nombre: 'Uno & dos', rows: ROWS }))
  assert.equal(nombre, 'Uno & dos')
  const plain = { isBold: false, format: 'General' }
  assert.deepEqual(cells, [
    { at: 'A1', text: 'Nombre', kind: 'text', isBold: true, format: 'General' },
    { at: 'B1', text: 'Monto', kind: 'text', isBold: true, format: 'General' },
    { at: 'A2', text: 'A & <B> "C" \uFFFD', kind: 'text', ...plain },
    { at: 'B2', text: '1234.5', kind: 'number', isBold: false, format: '#,##0.00' },
    { at: 'A3', text: '=1+1', kind: 'text', ...plain },
    { at: 'A4', text: '  al centro  ', kind: 'text', ...plain },
  ])
  assert.deepEqual({ columns, frozen }, { columns: [], frozen: null })
})

test('equal tables make equal workbooks, and a long one is compressed', () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => [`Cliente ${n}`, n / 100])
  const [one, other] = [0, 1].map(() => Buffer.concat(toXlsx({ nombre: 'Uno', rows })))
  assert.ok(one?.equals(other ?? Buffer.alloc(0)))
  assert.ok(one && one.length < 100_000, String(one?.length))
})

test('a column of text says so, its numbers are no amounts, and the heading stays in sight', () => {
  const columns = [
    { width: 12, isText: true },
    { width: 20, isText: false },
  ]
  const rows = [
    ['nit', 'cantidad'],
    ['0614', 2],
  ]
  const book = readXlsx(fileOf({ nombre: 'Ventas', rows, columns }))
  assert.deepEqual(book.columns, [
    { width: 12, format: '@' },
    { width: 20, format: 'General' },
  ])
  assert.deepEqual(
    book.cells.map(({ at, text, kind, format, isBold }) => [at, text, kind, format, isBold]),
    [
      ['A1', 'nit', 'text', 'General', true],
      ['B1', 'cantidad', 'text', 'General', true],
      ['A2', '0614', 'text', '@', false],
      ['B2', '2', 'number', 'General', false],
    ],
  )
  assert.deepEqual(book.frozen, { rows: 1, below: 'A2' })
})

test('letters of columns go on after Z', () => {
  assert.deepEqual([0, 25, 26, 701, 702].map(columnLetters), ['A', 'Z', 'AA', 'ZZ', 'AAA'])
})

test('a ZIP gives back every file byte for byte, under names with any letter', () => {
  const zip = createZip()
  const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => (n * n) % 251)
  zip.add('2026-11/ñandú.bin', bytes)
  zip.add('vacío', '')
  const parts = contentOf(zip.finish())
  assert.deepEqual(Object.keys(parts), ['2026-11/ñandú.bin', 'vacío'])
  assert.deepEqual(parts['2026-11/ñandú.bin'], bytes)
})

test('nothing is added to a ZIP that is finished', () => {
  const zip = createZip()
  zip.add('a', 'a')
  zip.finish()
  assert.throws(() => zip.add('b', 'b'), { message: 'stream finishing' })
})

test('ten thousand files do not each keep the memory of their compression', () => {
  const zip = createZip()
  const before = process.memoryUsage().arrayBuffers
  for (let n = 0; n < 10_000; n++) zip.add(`${n}.json`, '{"a":1}')
  // The library's own entries would keep a gigabyte.
  assert.ok(process.memoryUsage().arrayBuffers - before < 200 * 1024 * 1024)
  assert.equal(Object.keys(contentOf(zip.finish())).length, 10_000)
})
