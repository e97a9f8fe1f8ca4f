/** Why a document cannot replace a cancelled one: each reason alone, and the first of several. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkReemplazo, type Reemplazo } from './reemplazo.ts'

const TARGET = { codigoGeneracion: 'A', tipoDte: '01' }
const GOOD: Reemplazo = {
  codigoGeneracion: 'B',
  tipoDte: '01',
  selloRecibido: 'S',
  invalidado: false,
  invalidacionEnCurso: null,
  reemplazaA: null,
}

// biome-ignore format: a table, each row with what is wrong in all rows above it
const REFUSED: readonly (readonly [Partial<Reemplazo>, string])[] = [
  [{ reemplazaA: 'C' },          'Ese documento ya reemplaza al C; emita otro y escriba su código.'],
  [{ selloRecibido: null },      'El reemplazo todavía no tiene sello de Hacienda; consúltelo y repita la anulación cuando esté sellado.'],
  [{ invalidacionEnCurso: 'D' }, 'El reemplazo tiene en curso su propia invalidación (D); espere su respuesta o use otro.'],
  [{ invalidado: true },         'El reemplazo está anulado; emita otro y escriba su código.'],
  [{ tipoDte: '03' },            'El reemplazo es de tipo 03 y el documento que se anula de tipo 01; emita uno del mismo tipo.'],
  [{ codigoGeneracion: 'A' },    'Un documento no se reemplaza a sí mismo; escriba el código del que lo reemplaza.'],
]

test('a sealed document of the same type replaces another, and may replace it again', () => {
  assert.equal(checkReemplazo(GOOD, TARGET), null)
  assert.equal(checkReemplazo({ ...GOOD, reemplazaA: 'A' }, TARGET), null)
})

for (const [n, [wrong, message]] of REFUSED.entries()) {
  test(`refused: ${message}`, () => {
    const problem = { field: 'codigoGeneracionReemplazo', rule: 'MF-10', message }
    assert.deepEqual(checkReemplazo({ ...GOOD, ...wrong }, TARGET), problem)
    const above = Object.assign({}, ...REFUSED.slice(0, n).map(([one]) => one))
    assert.deepEqual(checkReemplazo({ ...GOOD, ...above, ...wrong }, TARGET), problem)
  })
}

test('an unknown document replaces none', () => {
  assert.deepEqual(checkReemplazo(null, TARGET), {
    field: 'codigoGeneracionReemplazo',
    rule: 'MF-10',
    message: 'No hay un documento con ese código en la empresa y el ambiente; revíselo.',
  })
})
