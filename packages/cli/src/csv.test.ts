import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CsvBroken, readCsv } from './csv.ts'

const cells = (text: string) => readCsv(text).map((row) => row.cells)

// biome-ignore format: a table
const CASES: readonly (readonly [what: string, text: string, rows: readonly (readonly string[])[]])[] = [
  ['plain rows',                          'a,b\n1,2\n',                  [['a', 'b'], ['1', '2']]],
  ['no line end at the end',              'a,b\n1,2',                    [['a', 'b'], ['1', '2']]],
  ['the line ends of Windows',            'a,b\r\n1,2\r\n',              [['a', 'b'], ['1', '2']]],
  ['the line ends of an old Mac',         'a,b\r1,2\r',                  [['a', 'b'], ['1', '2']]],
  ['a byte order mark',                   '\uFEFFa,b\n1,2',              [['a', 'b'], ['1', '2']]],
  ['semicolons',                          'a;b\n1;2,5',                  [['a', 'b'], ['1', '2,5']]],
  ['tabulators',                          'a\tb\n1;\t2,5',               [['a', 'b'], ['1;', '2,5']]],
  ['one column',                          'a\n1\n',                      [['a'], ['1']]],
  ['empty cells',                         'a,b,c\n,,1\n1,,\n',           [['a', 'b', 'c'], ['', '', '1'], ['1', '', '']]],
  ['an empty last cell without line end', 'a,b\n1,',                     [['a', 'b'], ['1', '']]],
  ['rows without anything',               'a,b\n\n,\n  \n1,2\n\n',       [['a', 'b'], ['  '], ['1', '2']]],
  ['quotes',                              '"a","b"\n"1","2"',            [['a', 'b'], ['1', '2']]],
  ['separators in quotes',                'a;b\n"1;2";3',                [['a', 'b'], ['1;2', '3']]],
  ['a separator in a quoted header',      '"a;x;y;z",b\n1,2',            [['a;x;y;z', 'b'], ['1', '2']]],
  ['doubled quotes',                      'a,b\n"El ""Clavo""",""""',    [['a', 'b'], ['El "Clavo"', '"']]],
  ['a quote inside a plain cell',         'a,b\n5" largo,2',             [['a', 'b'], ['5" largo', '2']]],
  ['line ends in quotes',                 'a,b\n"uno\r\ndos",2\n3,4',    [['a', 'b'], ['uno\r\ndos', '2'], ['3', '4']]],
  ['an empty quoted cell',                'a,b\n"",2',                   [['a', 'b'], ['', '2']]],
  ['spaces, which belong to the cell',    'a,b\n 1 , 2',                 [['a', 'b'], [' 1 ', ' 2']]],
  ['nothing',                             '',                            []],
]

for (const [what, text, rows] of CASES) {
  test(`a table with ${what} is read`, () => assert.deepEqual(cells(text), rows))
}

test('a row has the number of its first line', () => {
  const rows = readCsv('a,b\n"uno\ndos\n",2\r\n\n3,4')
  assert.deepEqual(
    rows.map(({ line }) => line),
    [1, 2, 6],
  )
})

const OPEN = 'se abren comillas y no se cierran'
const BEHIND = 'hay texto después de unas comillas que cierran'

for (const [text, line, message] of [
  ['a,b\n"1,2\n3', 2, OPEN],
  ['a,b\n1,2\n"1"x,2', 3, BEHIND],
  ['a,b\n"1\n2" ,2', 3, BEHIND],
] as const) {
  test(`a table broken in line ${line} is refused, naming it`, () => {
    assert.throws(
      () => readCsv(text),
      (error) => error instanceof CsvBroken && error.line === line && error.message === message,
    )
  })
}
