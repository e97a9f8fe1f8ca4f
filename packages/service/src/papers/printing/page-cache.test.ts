import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPageCache } from './page-cache.ts'

const sheet = (selloRecibido: string | null, payload = '{}') => ({
  payload,
  selloRecibido,
  fhProcesamiento: '22/11/2026 10:00:00',
})
const letter = async (byte: number, size = 10) => new Uint8Array(size).fill(byte)

test('a letter is returned once, for the same document and seal', async () => {
  const pageCache = createPageCache()
  pageCache.keep(sheet('S1'), letter(1))

  assert.equal(pageCache.take(sheet('S2')), null)
  assert.equal(pageCache.take(sheet('S1', '{"other":1}')), null)
  assert.equal(pageCache.take({ ...sheet('S1'), fhProcesamiento: 'later' }), null)
  const cancelled = { codigoGeneracion: 'X', fhProcesamiento: null }
  assert.equal(pageCache.take({ ...sheet('S1'), invalidado: cancelled }), null)
  assert.deepEqual(await pageCache.take({ ...sheet('S1'), invalidado: null }), await letter(1))
  assert.equal(pageCache.take(sheet('S1')), null)
})

test('a letter without a seal, or of what is cancelled, is not cached', () => {
  const pageCache = createPageCache()
  pageCache.keep(sheet(null), letter(1))
  assert.equal(pageCache.take(sheet(null)), null)
  const invalidado = { codigoGeneracion: 'X', fhProcesamiento: null }
  pageCache.keep({ ...sheet('S1'), invalidado }, letter(1))
  assert.equal(pageCache.take(sheet('S1')), null)
})

test('the oldest letters are evicted when the cache is full', async () => {
  const pageCache = createPageCache(25)
  for (const n of [1, 2, 3]) pageCache.keep(sheet(`S${n}`), letter(n))
  pageCache.keep(sheet('S4'), letter(4, 26))
  await new Promise(setImmediate)

  assert.equal(pageCache.take(sheet('S1')), null)
  assert.deepEqual(await pageCache.take(sheet('S2')), await letter(2))
  assert.deepEqual(await pageCache.take(sheet('S3')), await letter(3))
  assert.equal(pageCache.take(sheet('S4')), null)
})

test('a letter that is still being rendered is taken, and then not counted', async () => {
  const pageCache = createPageCache(10)
  let end = (_: Uint8Array) => {}
  pageCache.keep(sheet('S1'), new Promise((resolve) => (end = resolve)))
  const taken = pageCache.take(sheet('S1'))
  pageCache.keep(sheet('S2'), letter(2))
  end(await letter(1))

  assert.deepEqual(await taken, await letter(1))
  assert.deepEqual(await pageCache.take(sheet('S2')), await letter(2), 'there is room for it')
})

test('a letter that could not be rendered is not cached', async () => {
  const pageCache = createPageCache()
  pageCache.keep(sheet('S1'), Promise.reject(new Error('no page')))
  await new Promise(setImmediate)
  assert.equal(pageCache.take(sheet('S1')), null)
})

test('of all letters 32 MiB are kept, unless another limit is given', async () => {
  const pageCache = createPageCache()
  const whole = new Uint8Array(32 * 1024 * 1024)
  pageCache.keep(sheet('S1'), Promise.resolve(whole))
  pageCache.keep(sheet('S2'), Promise.resolve(new Uint8Array(whole.length + 1)))
  await new Promise(setImmediate)
  assert.equal(pageCache.take(sheet('S2')), null)
  assert.equal(await pageCache.take(sheet('S1')), whole)
})

test('a letter that is kept again takes the place of the one before', async () => {
  const pageCache = createPageCache(25)
  pageCache.keep(sheet('S1'), letter(1, 20))
  await new Promise(setImmediate)
  pageCache.keep(sheet('S1'), letter(2, 20))
  await new Promise(setImmediate)
  pageCache.keep(sheet('S2'), letter(3, 5))
  await new Promise(setImmediate)
  assert.deepEqual(await pageCache.take(sheet('S1')), await letter(2, 20))
  assert.deepEqual(await pageCache.take(sheet('S2')), await letter(3, 5))
})

test('a byte too many evicts, whatever was taken before it was rendered', async () => {
  const pageCache = createPageCache(25)
  pageCache.keep(sheet('S1'), letter(1))
  void pageCache.take(sheet('S1'))
  pageCache.keep(sheet('S2'), letter(2, 20))
  pageCache.keep(sheet('S3'), letter(3, 6))
  await new Promise(setImmediate)
  assert.equal(pageCache.take(sheet('S2')), null)
  assert.deepEqual(await pageCache.take(sheet('S3')), await letter(3, 6))
})
