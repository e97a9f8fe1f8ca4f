import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAtHand } from './at-hand.ts'

const sheet = (selloRecibido: string | null, payload = '{}') => ({
  payload,
  selloRecibido,
  fhProcesamiento: '22/11/2026 10:00:00',
})
const letter = (byte: number) => new Uint8Array(10).fill(byte)

test('a letter is given to the same document with the same seal, once', () => {
  const atHand = createAtHand()
  atHand.keep(sheet('S1'), letter(1))

  assert.equal(atHand.take(sheet('S2')), null)
  assert.equal(atHand.take(sheet('S1', '{"other":1}')), null)
  assert.equal(atHand.take({ ...sheet('S1'), fhProcesamiento: 'later' }), null)
  const cancelled = { codigoGeneracion: 'X', fhProcesamiento: null }
  assert.equal(atHand.take({ ...sheet('S1'), invalidado: cancelled }), null)
  assert.deepEqual(atHand.take({ ...sheet('S1'), invalidado: null }), letter(1))
  assert.equal(atHand.take(sheet('S1')), null)
})

test('a letter without a seal is not kept', () => {
  const atHand = createAtHand()
  atHand.keep(sheet(null), letter(1))
  assert.equal(atHand.take(sheet(null)), null)
})

test('the oldest give way where the room is full', () => {
  const atHand = createAtHand(25)
  for (const n of [1, 2, 3]) atHand.keep(sheet(`S${n}`), letter(n))
  atHand.keep(sheet('S4'), new Uint8Array(26))

  assert.equal(atHand.take(sheet('S1')), null)
  assert.deepEqual(atHand.take(sheet('S2')), letter(2))
  assert.deepEqual(atHand.take(sheet('S3')), letter(3))
  assert.equal(atHand.take(sheet('S4')), null)
})
