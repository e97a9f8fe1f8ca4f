/** How many documents a liquidation lists, how it names them, and where its principal lives. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DteRequest } from '@sello/contract'
import { fitting, listadoOf, withDomicilio } from './complete-liquidated.ts'

const CODIGO = '7a1b9c3d-1234-4abc-9def-0123456789ab'

test('it lists 500 documents, first what takes back, each kind in its order', () => {
  const some = (count: number, invalidado: boolean) =>
    Array.from({ length: count }, (_, n) => ({ n, invalidado }))
  const [sold, back] = [some(499, false), some(2, true)]
  assert.deepEqual(fitting([...sold, ...back]), [...back, ...sold.slice(0, 498)])
  assert.deepEqual(fitting([...sold, ...back.slice(1)]), [...back.slice(1), ...sold])
})

test('a code is the same in small letters, and a number that only has one in it is not', () => {
  const numeroOf = (numeroDocumento: string) => listadoOf({ numeroDocumento }).numero
  assert.equal(numeroOf(CODIGO), CODIGO.toUpperCase())
  for (const other of [`n${CODIGO}`, `${CODIGO}n`, 'p-1']) assert.equal(numeroOf(other), other)
  assert.deepEqual(listadoOf({ tipoDocumento: '03', numeroDocumento: 'P-1', invalidado: true }), {
    ...{ tipoDte: '03', numero: 'P-1', invalidado: true },
  })
  assert.deepEqual(listadoOf({}), { tipoDte: '', numero: '', invalidado: false })
})

test('a principal lives where its documents say, unless the request says it', () => {
  const asked = (receptor?: object | null) =>
    ({ tipoDte: '08', items: [], receptor }) as unknown as DteRequest
  const unsaid = asked({ nombre: 'Mandante' })
  assert.deepEqual(withDomicilio(unsaid, 2), asked({ nombre: 'Mandante', codDomiciliado: 2 }))
  const empty = asked({ codDomiciliado: null })
  assert.deepEqual(withDomicilio(empty, 2), asked({ codDomiciliado: 2 }))
  for (const [request, found] of [
    [asked({ codDomiciliado: 1 }), 2],
    [unsaid, null],
    [asked(null), 2],
    [asked(), 2],
  ] as const) {
    assert.deepEqual(withDomicilio(request, found), request)
  }
})
