/** Numbers and discounts as people type them: read, asked about, or refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leerDescuento, leerNumero, PREGUNTA } from '../src/emitir/numero.ts'

// biome-ignore format: a table
const READ: readonly (readonly [written: string, read: number | string | null])[] = [
  ['', ''], ['  ', ''], ['$', ''], ['0', 0], ['12', 12], ['12.', 12], ['.5', 0.5], ['1.10', 1.1], ['$ 12.50', 12.5], [' 1 250.50 ', 1250.5],
  ['1,250', 1250], ['1,250.5', 1250.5], ['12,345,678', 12345678], ['0.0000001', 0.0000001], ['123456789012345', 123456789012345],
  ['2,5', '2.5'], ['2,55', '2.55'], ['2,5555', '2.5555'], ['1234,567', null], ['1234,5', '1234.5'],
  ['1,25,0', null], ['1.2.3', null], ['-1', null], ['1e3', null], ['x1', null], ['1x', null], ['12$', null], ['.', null], [',5', null],
  ['x1,250', null], ['1,250x', null], ['x2,5', null], ['2,5x', null], ['12345678901234567890', null], ['0.12345678901234567890', null],
]

const shown = (leido: ReturnType<typeof leerDescuento>) =>
  leido.kind === 'vacio'
    ? ''
    : leido.kind === 'invalido'
      ? null
      : leido.kind === 'duda'
        ? leido.propuesta
        : leido.valor

for (const [written, read] of READ) {
  test(`«${written}» is read as ${read === null ? 'no number' : `«${read}»`}`, () => {
    assert.equal(shown(leerNumero(written)), read)
    assert.equal(shown(leerDescuento(written)), read)
  })
}

test('a discount is a part of the line up to the whole of it', () => {
  for (const [written, valor] of [
    ['10%', 10],
    [' 0.5 % ', 0.5],
    ['100%', 100],
  ] as const) {
    assert.deepEqual(leerDescuento(written), { kind: 'porcentaje', valor })
  }
  assert.deepEqual(leerDescuento('100.01%'), { kind: 'invalido' })
  assert.deepEqual(leerDescuento('%'), { kind: 'vacio' })
  assert.deepEqual(leerDescuento('2,5%'), { kind: 'duda', propuesta: '2.5' })
})

test('a comma that may be the point is asked about', () => {
  assert.equal(PREGUNTA('2.5'), '¿2.5? Escriba el punto decimal.')
})
