import assert from 'node:assert/strict'
import { test } from 'node:test'
import { XMLParser } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import { toCsv } from './csv.ts'
import { columnLetters, toXlsx } from './xlsx.ts'
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
  ['a call',                   '@SUM(A1)',     `'@SUM(A1)`],
  ['a formula after a tab',    '\t=1',         `'\t=1`],
  ['a formula in a new line',  '\n=1',         `"'\n=1"`],
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
]
const contentOf = (pieces: readonly Uint8Array[]) => unzipSync(Buffer.concat(pieces))

test('a workbook has each cell at its place: amounts as numbers, formulas as texts, only what XML allows', () => {
  const parts = contentOf(toXlsx({ nombre: 'Uno & dos', rows: ROWS }))
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false })
  const [sheet, book] = ['xl/worksheets/sheet1.xml', 'xl/workbook.xml'].map((name) =>
    parser.parse(strFromU8(parts[name] ?? new Uint8Array()), true),
  )
  assert.equal(book.workbook.sheets.sheet['@_name'], 'Uno & dos')
  const rows = sheet.worksheet.sheetData.row as readonly { c: object | readonly object[] }[]
  const cells = rows.map(({ c }) => (Array.isArray(c) ? c : [c]))
  const shown = cells.flat().map((c) => [c['@_r'], c.v ?? c.is.t['#text'], c['@_s']])
  assert.deepEqual(shown, [
    ['A1', 'Nombre', '1'],
    ['B1', 'Monto', '1'],
    ['A2', 'A & <B> "C" \uFFFD', '0'],
    ['B2', '1234.5', '3'],
    ['A3', '=1+1', '0'],
  ])
  assert.ok(!strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array()).includes('<f>'))
})

test('equal tables make equal workbooks, and a long one is compressed', () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => [`Cliente ${n}`, n / 100])
  const [one, other] = [0, 1].map(() => Buffer.concat(toXlsx({ nombre: 'Uno', rows })))
  assert.ok(one?.equals(other ?? Buffer.alloc(0)))
  assert.ok(one && one.length < 100_000, String(one?.length))
})

test('a column of text says so, and its numbers are no amounts', () => {
  const columns = [
    { width: 12, isText: true },
    { width: 20, isText: false },
  ]
  const rows = [
    ['nit', 'cantidad'],
    ['0614', 2],
  ]
  const parts = contentOf(toXlsx({ nombre: 'Ventas', rows, columns }))
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  assert.match(sheet, /<col min="1" max="1" width="12" customWidth="1" style="2"\/>/)
  assert.match(sheet, /<c r="A2" s="2" t="inlineStr">.*<c r="B2" s="0"><v>2<\/v>/)
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

test('ten thousand files do not each keep the memory of their compression', () => {
  const zip = createZip()
  const before = process.memoryUsage().arrayBuffers
  for (let n = 0; n < 10_000; n++) zip.add(`${n}.json`, '{"a":1}')
  // The library's own entries would keep a gigabyte.
  assert.ok(process.memoryUsage().arrayBuffers - before < 200 * 1024 * 1024)
  assert.equal(Object.keys(contentOf(zip.finish())).length, 10_000)
})
