/** What is said of data that does not fit its schema. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADDRESSES_MAX, Entrega } from '@sello/contract'
import { shapeOf } from './shape.ts'

const problemsOf = shapeOf(Entrega)
const addresses = (count: number) => Array.from({ length: count }, (_, at) => `a${at}@example.com`)

test('a list that may also be another type is told its limit', () => {
  assert.deepEqual(problemsOf({ correo: addresses(ADDRESSES_MAX) }), [])
  assert.deepEqual(problemsOf({ correo: addresses(ADDRESSES_MAX + 1) }), [
    { field: 'correo', message: 'lleva como máximo 10 elementos.' },
  ])
  assert.deepEqual(problemsOf({ correo: [] }), [
    { field: 'correo', message: 'lleva al menos 1 elemento.' },
  ])
})

test('what is no list is told a type', () => {
  assert.deepEqual(problemsOf({ correo: 'a@example.com' }), [
    { field: 'correo', message: 'debe ser true o false.' },
  ])
})
