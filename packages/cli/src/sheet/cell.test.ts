/** What a cell of a sheet means: an amount in every notation of a till, a yes, a code with its zeros. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCell } from './cell.ts'
import { rowList } from './row-list.ts'

type Kind = 'amount' | 'integer' | 'boolean' | 'text'
const columnOf = (kind: Kind, digits?: number) => ({ kind, digits }) as never

// biome-ignore format: a table
const READ: readonly (readonly [kind: Kind, text: string, value: unknown])[] = [
  ['amount', '5.65', 5.65], ['amount', '$1,234.50', 1234.5], ['amount', '- $ 5', -5], ['amount', '5,65', 5.65],
  ['amount', '1,234,567', 1_234_567], ['amount', '1,234,567.8', 1_234_567.8], ['amount', '1 234.5', 1234.5],
  ['amount', '1\u00a0234.5', 1234.5], ['amount', '1234,567', 1234.567], ['amount', '1.234', 1.234],
  ['amount', '5.6500000000000004', 5.65], ['amount', '1.1E2', 110], ['amount', '1E-5', 0.00001],
  ['amount', '0.12345678', 0.12345678], ['amount', '123456789012345', 123_456_789_012_345],
  ['amount', '0000123456789012345', 123_456_789_012_345],
  ['integer', '7', 7], ['integer', '-7', -7], ['integer', '7.0', 7], ['integer', '7.00', 7], ['integer', '999999999', 999_999_999],
  ['boolean', '1', true], ['boolean', 'Sí', true], ['boolean', 'si', true], ['boolean', 'X', true], ['boolean', 'TRUE', true], ['boolean', 'verdadero', true],
  ['boolean', '0', false], ['boolean', 'No', false], ['boolean', 'false', false], ['boolean', 'FALSO', false],
  ['text', '1.23', '1.23'], ['text', 'Silla', 'Silla'],
]

test('a value is read in every form that its column has', () => {
  for (const [kind, text, value] of READ) {
    assert.deepEqual(readCell(columnOf(kind), text), { value }, `${kind} ${text}`)
  }
})

// biome-ignore format: a table
const REFUSED: readonly (readonly [kind: Kind, texts: readonly string[], problem: string])[] = [
  ['amount',  ['x', '1.2.3', '--1', '1,2,3', '12,34,567', '1E999', '$', 'x1', '1x'], '"…" no es un monto: escriba 1234.50.'],
  ['amount',  ['1,234', '-123,456', '12,345'], '"…" puede ser dos montos distintos: escriba 1234 o 1.234.'],
  ['amount',  ['0.123456789'],                 '"…" lleva más de 8 decimales.'],
  ['amount',  ['1234567890123456'],            '"…" lleva más de 15 cifras.'],
  ['integer', ['1.5', '1234567890', 'x', '1x', 'x1', '--1', '7.'], '"…" no es un número entero.'],
  ['boolean', ['2', 'sip', 'ono', 'nop', 'xx'], '"…" no es sí ni no.'],
  ['text',    ['6.14E+13', '6,14e+13'],        'la hoja de cálculo cambió el número (…): dé a la columna formato de texto.'],
  ['text',    ['#N/D', '#¡REF!', '#VALUE!', '#DIV/0!', '#CÁLC!'], 'dice …, que es un error de la hoja de cálculo: corrija la fórmula o escriba el valor.'],
  ['amount',  ['#N/A'],                        'dice …, que es un error de la hoja de cálculo: corrija la fórmula o escriba el valor.'],
]

test('anything else is refused with what to write', () => {
  for (const [kind, texts, problem] of REFUSED) {
    for (const text of texts) {
      const said = { problem: problem.replace('…', text) }
      assert.deepEqual(readCell(columnOf(kind), text), said, `${kind} ${text}`)
    }
  }
})

test('a code gets back the zeros that a spreadsheet took, and text is left alone', () => {
  assert.deepEqual(readCell(columnOf('text', 2), '6'), { value: '06' })
  assert.deepEqual(readCell(columnOf('text', 2), '06'), { value: '06' })
  assert.deepEqual(readCell(columnOf('text', 2), 'A'), { value: 'A' })
  assert.deepEqual(readCell(columnOf('text'), '6'), { value: '6' })
})

// biome-ignore format: a table
const LISTS: readonly (readonly [rows: readonly number[], text: string])[] = [
  [[7], 'fila 7'], [[7, 7], 'fila 7'], [[2, 3], 'filas 2 y 3'], [[2, 3, 4], 'filas 2 a 4'],
  [[9, 2, 5], 'filas 2, 5 y 9'], [[2, 3, 4, 9], 'filas 2 a 4 y 9'],
  [[2, 4, 6, 8, 10], 'filas 2, 4, 6, 8 y 10'],
  [[2, 4, 6, 8, 10, 12, 13, 14], 'filas 2, 4, 6, 8, 10 y 3 más'],
]

test('rows are listed as a person would, and many of them shortened', () => {
  for (const [rows, text] of LISTS) assert.equal(rowList(rows), text)
})
