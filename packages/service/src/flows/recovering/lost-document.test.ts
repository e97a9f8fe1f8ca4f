/** Which file is a signed document: every form in which one is kept, and whose signature counts. */
import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { compactJws } from '@sello/vault'
import { instantOf, jwsIn, readLost, readOrNull, readSigned } from './lost-document.ts'
import { readLostEvent } from './lost-event.ts'

const fileOf = (value: unknown) => Buffer.from(JSON.stringify(value))

test('the signed text is found in each form that Sello writes, and in nothing else', () => {
  const forms = [
    { firmaElectronica: 'a.b.c', jws: 5 },
    { jws: 'a.b.c' },
    { documento: { firmaElectronica: 'a.b.c' } },
    { documento: '{"firmaElectronica":"a.b.c"}' },
  ]
  for (const form of forms) assert.equal(jwsIn(fileOf(form)), 'a.b.c', JSON.stringify(form))
  const others = [null, 5, 'a.b.c', [], {}, { jws: 5 }, { documento: null }, { documento: '{' }]
  for (const other of others) assert.equal(jwsIn(fileOf(other)), null, JSON.stringify(other))
  assert.equal(jwsIn(Buffer.from('%PDF-1.7')), null)
})

const pairOf = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

test('a text counts if one of the company’s keys signed exactly it', () => {
  const [mine, other] = [pairOf(), pairOf()]
  const payload = '{"identificacion":{}}'
  const input = compactJws(payload, Buffer.alloc(0)).replace(/\.$/, '')
  const signature = sign('RSA-SHA512', Buffer.from(input), mine.privateKey)
  const jws = compactJws(payload, signature)
  const keys = [other.publicKey, mine.publicKey]
  assert.deepEqual(readSigned(jws, keys), { payload, signature })
  assert.equal(readSigned(jws, [other.publicKey]), null)
  assert.equal(readSigned(jws, []), null)
  assert.equal(readSigned(compactJws(`${payload} `, signature), keys), null)
  assert.equal(readSigned(`${jws}.`, keys), null, 'another form of the same text')
  assert.equal(readSigned('', keys), null)
  assert.equal(readLost(fileOf({ jws }), keys), null, 'signed, and no document')
  assert.equal(readLost(fileOf({}), keys), null)
  assert.equal(readLostEvent(jws, keys), null, 'signed, and no event')
  assert.equal(readLostEvent(jws, [other.publicKey]), null)
})

test('what cannot be read is nothing, and a bug stays one', () => {
  const failing = (error: Error) => () => {
    throw error
  }
  for (const error of [new RangeError(), new SyntaxError(), new TypeError()]) {
    assert.equal(readOrNull(failing(error), ''), null)
  }
  assert.throws(() => readOrNull(failing(new Error('bug: x')), ''), /bug: x/)
  assert.equal(readOrNull(Number, '7'), 7)
})

test('the instant that a document states is of El Salvador', () => {
  const stated = instantOf({ fecEmi: '2026-12-31', horEmi: '23:30:00' })
  assert.equal(stated.toISOString(), '2027-01-01T05:30:00.000Z')
})
