import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPageCache } from './page-cache.ts'

const sheet = (selloRecibido: string | null, payload = '{}') => ({
  payload,
  selloRecibido,
  fhProcesamiento: '22/11/2026 10:00:00',
})
const letter = (byte: number) => new Uint8Array(10).fill(byte)

test('a letter is returned once, for the same document and seal', () => {
  const pageCache = createPageCache()
  pageCache.keep(sheet('S1'), letter(1))

  assert.equal(pageCache.take(sheet('S2')), null)
  assert.equal(pageCache.take(sheet('S1', '{"other":1}')), null)
  assert.equal(pageCache.take({ ...sheet('S1'), fhProcesamiento: 'later' }), null)
  const cancelled = { codigoGeneracion: 'X', fhProcesamiento: null }
  assert.equal(pageCache.take({ ...sheet('S1'), invalidado: cancelled }), null)
  assert.deepEqual(pageCache.take({ ...sheet('S1'), invalidado: null }), letter(1))
  assert.equal(pageCache.take(sheet('S1')), null)
})

test('a letter without a seal is not cached', () => {
  const pageCache = createPageCache()
  pageCache.keep(sheet(null), letter(1))
  assert.equal(pageCache.take(sheet(null)), null)
})

test('the oldest letters are evicted when the cache is full', () => {
  const pageCache = createPageCache(25)
  for (const n of [1, 2, 3]) pageCache.keep(sheet(`S${n}`), letter(n))
  pageCache.keep(sheet('S4'), new Uint8Array(26))

  assert.equal(pageCache.take(sheet('S1')), null)
  assert.deepEqual(pageCache.take(sheet('S2')), letter(2))
  assert.deepEqual(pageCache.take(sheet('S3')), letter(3))
  assert.equal(pageCache.take(sheet('S4')), null)
})
