import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type { Io } from '../io.ts'
import { COLUMNS } from './columns.ts'
import { likenessToExample } from './example.ts'
import { rowList } from './row-list.ts'
import { readSales } from './sales.ts'
import { assertDecided, findWarnings, settleWarnings, type Warning } from './warnings.ts'
import { hiddenIn } from './workbook.ts'

// biome-ignore format: a table
const LISTS: readonly (readonly [rows: readonly number[], text: string])[] = [
  [[7], 'fila 7'], [[3, 2], 'filas 2 y 3'], [[2, 3, 4, 4], 'filas 2 a 4'], [[2, 4, 5, 6, 9], 'filas 2, 4 a 6 y 9'],
  [[1, 3, 5, 7, 9, 11, 12, 13], 'filas 1, 3, 5, 7, 9 y 3 más'],
]
for (const [rows, text] of LISTS) {
  test(`the rows ${rows.join(', ')} are told as ${text}`, () => assert.equal(rowList(rows), text))
}

const HEADER = ['referencia', 'descripcion', 'cantidad', 'precioUni', 'tipoItem', 'nombre']
const columnsOf = (names: readonly string[]) =>
  names.map((name) => COLUMNS['01'].find((column) => column.name === name)).filter((one) => !!one)
const EXAMPLE = 'Ejemplo: esta fila no se emite'

// biome-ignore format: a table
const ROWS: readonly (readonly [cells: readonly string[], likeness: string])[] = [
  [['EJEMPLO', EXAMPLE, '2', '5.65', '1', ''], 'whole'],
  [['', EXAMPLE, '2', '5.65', '1'], 'whole'],
  [[' ejemplo\u00a0', 'EJEMPLO:esta  fila\nno se emite', '2.00', '$5,65', '1.0', ''], 'whole'],
  [['F-1001', 'Café de altura, 1 lb', '2', '5.65', '1', ''], 'whole'],
  [['F-1001', 'Café de altura, 1 lb', '2', '5.65', '1', 'Ana'], 'none'],
  [['F-1002', 'Café de altura, 1 lb', '2', '5.65', '1', ''], 'none'],
  [['F-7', EXAMPLE, '2', '5.65', '1', ''], 'altered'],
  [['EJEMPLO', EXAMPLE, '2', '5.65', '1', 'Ana'], 'altered'],
  [['EJEMPLO', 'Pan', '3', '1', '', ''], 'altered'],
  [['F-1', 'Pan de ejemplo', '2', '5.65', '1', ''], 'none'],
]
for (const [cells, likeness] of ROWS) {
  test(`the row ${cells.join('|')} is the example: ${likeness}`, () => {
    assert.equal(likenessToExample(cells, columnsOf(HEADER)), likeness)
  })
}

function warningsOf(rows: readonly (readonly string[])[]): readonly Warning[] {
  const sheet = {
    header: HEADER,
    rows: rows.map((cells, at) => ({ row: at + 2, cells })),
    around: null,
  }
  const { sales, examples } = readSales('01', sheet)
  return findWarnings({ sheet, pending: sales, examples })
}

test('equal sales with a referencia each are told, and have to be decided where they have one buyer or no referencia', () => {
  const decided = (rows: readonly (readonly string[])[]) =>
    warningsOf(rows).map(({ aviso, pregunta }) => `${aviso} ${pregunta !== null}`)

  assert.deepEqual(
    decided([
      ['A', 'Pan', '1', '2'],
      ['B', 'Pan', '1', '3'],
    ]),
    [],
  )
  assert.deepEqual(
    decided([
      ['A', 'Pan', '1', '2'],
      ['B', 'Pan', '1', '2'],
    ]),
    ['iguales false'],
  )
  assert.deepEqual(
    decided([
      ['', 'Pan', '1', '2'],
      ['B', 'Pan', '1', '2'],
    ]),
    ['iguales true'],
  )
  assert.deepEqual(
    decided([
      ['A', 'Pan', '1', '2'],
      ['A', 'Pan', '1', '2'],
    ]),
    ['iguales true'],
  )
  const ana = (referencia: string) => [referencia, 'Pan', '1', '2', '', 'Ana']
  assert.deepEqual(decided([ana('A'), ana('B')]), ['iguales true'])
})

test('rows and columns of no size are hidden too, and a row without its number is the next one', () => {
  const { rows, columns } = hiddenIn(
    '<cols><col min="2" max="3" hidden="true"/><col width="0" max="5" min="5"/><col min="6" max="6" width="10"/></cols><sheetData><row/><row ht="0"/><row r="7" hidden="1"><c r="A7"/></row><row r="8" hidden="0"/></sheetData>',
  )
  assert.deepEqual([...rows], [2, 7])
  assert.deepEqual(columns, [
    [1, 2],
    [4, 4],
  ])
})

/** A terminal where somebody types. */
function terminal(answers: readonly string[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const said: string[] = []
  const left = [...answers]
  const io = {
    stdin,
    err(text: string) {
      said.push(text)
      if (text.endsWith('[s/N]')) setImmediate(() => stdin.write(`${left.shift() ?? ''}\n`))
    },
    stopping: { requested: new Promise<void>(() => {}) },
  } as unknown as Io
  return { io, said }
}

const WARNINGS: readonly Warning[] = [
  { aviso: 'ejemplo', mensaje: 'Fila 2.', pregunta: null },
  { aviso: 'hojas', mensaje: 'Otra hoja.', pregunta: '¿Emitir solo «Enero»?' },
  { aviso: 'iguales', mensaje: 'Iguales.', pregunta: '¿Emitir las iguales?' },
]

test('on a terminal each warning is asked for by itself, and a no issues nothing', async () => {
  const yes = terminal(['s', 'sí'])
  await settleWarnings(yes.io, WARNINGS, {})
  const accepted = terminal(['s'])
  await settleWarnings(accepted.io, WARNINGS, { accept: ['hojas'] })
  const no = terminal(['s', ''])

  await assert.rejects(settleWarnings(no.io, WARNINGS, {}), /No se emitió nada/)
  assert.deepEqual(yes.said, [
    'Aviso: Fila 2.',
    'Aviso: Otra hoja.',
    '¿Emitir solo «Enero»? [s/N]',
    'Aviso: Iguales.',
    '¿Emitir las iguales? [s/N]',
  ])
  assert.equal(accepted.said.filter((text) => text.endsWith('[s/N]')).length, 1)
})

test('what has to be decided is refused where nobody can be asked, or where --yes says that nobody is', () => {
  const at = (isTTY: boolean) => ({ stdin: Object.assign(new PassThrough(), { isTTY }) })
  const refused = {
    name: 'CliError',
    message:
      'a.csv: no se emitió nada: antes hay que decidir.\nOtra hoja.\nIguales.\nSi así debe emitirse, repita con --accept hojas,iguales',
  }
  assert.throws(() => assertDecided(at(false), 'a.csv', WARNINGS, {}), refused)
  assert.throws(() => assertDecided(at(true), 'a.csv', WARNINGS, { yes: true }), refused)
  assertDecided(at(true), 'a.csv', WARNINGS, {})
  assertDecided(at(false), 'a.csv', WARNINGS, { yes: true, accept: ['hojas', 'iguales'] })
})
