/** In which words a correction is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '@sello/contract'
import { exceeds } from './balance.ts'
import { refuse } from './refuse.ts'

const issue = (n: number) => ({ field: `items[${n}]`, rule: 'X-1', message: `El ${n} no va.` })

test('the first problem is told in full, the others are counted, and all are in the details', () => {
  refuse([])
  for (const [count, message] of [
    [1, 'El 0 no va. No se firmó nada.'],
    [2, 'El 0 no va. Hay 1 más en details.issues. No se firmó nada.'],
    [3, 'El 0 no va. Hay 2 más en details.issues. No se firmó nada.'],
  ] as const) {
    const issues = Array.from({ length: count }, (_, n) => issue(n))
    assert.throws(
      () => refuse(issues),
      (error) => {
        assert.ok(error instanceof Refused)
        assert.deepEqual(
          [error.code, error.message, error.details],
          ['validation_failed', message, { issues }],
        )
        return true
      },
    )
  }
})

test('a return of more than is left says of its first line how much, and counts the others', () => {
  const said = (...lines: readonly (readonly [disponible: number, solicitado: number])[]) => {
    const lineas = lines.map(([disponible, solicitado], i) => ({
      ...{ linea: i + 3, disponible, solicitado },
    }))
    const refused = exceeds(lineas)
    assert.deepEqual([refused.code, refused.details], ['return_exceeds_available', { lineas }])
    return refused.message
  }
  assert.equal(said([1, 2]), 'De la línea 3 queda 1 por devolver y se piden 2. No se firmó nada.')
  assert.equal(
    said([0, 1], [2, 5]),
    'De la línea 3 quedan 0 por devolver y se pide 1 (y 1 línea más). No se firmó nada.',
  )
  assert.equal(
    said([2, 2.5], [2, 5], [0, 1]),
    'De la línea 3 quedan 2 por devolver y se piden 2.5 (y 2 líneas más). No se firmó nada.',
  )
})
