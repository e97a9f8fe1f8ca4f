/** The first invoice in five languages, and the bytes of a file as text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileToBase64 } from '../src/base64url.ts'
import { EJEMPLOS } from '../src/paginas/ajustes/ejemplos.ts'

const GIVEN = { url: 'https://sello.example.com', apiKey: 'sello_abc', signKey: 'sellosk_def' }
const BODY = {
  tipoDte: '01',
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }],
}

test('each example has the address, both keys, a key of its own and the same invoice', () => {
  assert.deepEqual(Object.keys(EJEMPLOS), ['curl', 'JavaScript', 'Python', 'PHP', 'C#'])
  for (const [language, write] of Object.entries(EJEMPLOS)) {
    const text = write(GIVEN)
    assert.ok(text.includes(`${GIVEN.url}/v1/dte`), language)
    assert.match(text, /X-Service-Key\W+sello_abc\W/, language)
    assert.match(text, /X-Service-Sign-Key\W+sellosk_def\W/, language)
    assert.match(text, /Idempotency-Key\W+\w/, language)
    assert.deepEqual(JSON.parse(/\{"tipoDte".*\}\]\}/.exec(text)?.[0] ?? ''), BODY, language)
    const without = write({ ...GIVEN, signKey: null })
    assert.equal(without, text.replace(GIVEN.signKey, '…'), language)
  }
})

test('a file of any length is written in base64', async () => {
  for (const length of [0, 1, 0x7fff, 0x8000, 0x8001, 0x10001]) {
    const bytes = Buffer.from(Array.from({ length }, (_, at) => at % 251))
    assert.equal(await fileToBase64(new Blob([bytes])), bytes.toString('base64'), `${length}`)
  }
})
