import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputOf } from '../test/fixtures.ts'
import { listGoldens } from '../test/goldens.ts'
import { buildDocumento, serialise } from './build.ts'
import { readDocumento } from './read-documento.ts'
import type { Factura } from './tipos/01/estructura.ts'

const { documento } = buildDocumento(
  inputOf({
    tipoDte: '01',
    items: [{ descripcion: 'A "1.50" {2}', cantidad: 2, precioUni: 11.3 }],
  }),
)
const TEXT = serialise(documento)

test('every example is read back as it was written', () => {
  for (const { name, request } of listGoldens().filter(({ rejected }) => !rejected)) {
    const text = serialise(buildDocumento(inputOf(request)).documento)
    assert.equal(serialise(readDocumento(text)), text, name)
  }
  assert.deepEqual(readDocumento(TEXT), documento)
})

test('an amount of 19 digits is read exactly', () => {
  const text = TEXT.replace('"precioUni":11.3', '"precioUni":12345678901.12345678')
  const { cuerpoDocumento } = readDocumento(text) as Factura
  assert.equal(cuerpoDocumento[0]?.precioUni, 1_234_567_890_112_345_678n)
})

test('a text of digits stays a text, and an integer a number', () => {
  const { emisor, identificacion, cuerpoDocumento } = readDocumento(TEXT) as Factura
  assert.equal(emisor.nit, '06140101900019')
  assert.equal(identificacion.version, 2)
  assert.equal(cuerpoDocumento[0]?.uniMedida, 59)
  assert.equal(cuerpoDocumento[0]?.descripcion, 'A "1.50" {2}')
})

// biome-ignore format: a table
const REFUSED = [
  ['another type',                 TEXT.replace('"tipoDte":"01"', '"tipoDte":"99"')],
  ['a name of every object',       TEXT.replace('"tipoDte":"01"', '"tipoDte":"constructor"')],
  ['a version that is not issued', TEXT.replace('"version":2', '"version":1')],
  ['a member that is missing',     TEXT.replace('"apendice":null', '"apendice":1')],
  ['an amount of 9 decimals',      TEXT.replace('"precioUni":11.3', '"precioUni":11.300000001')],
] as const
for (const [what, text] of REFUSED) {
  test(`${what} is refused`, () => {
    assert.notEqual(text, TEXT)
    assert.throws(() => readDocumento(text), RangeError)
  })
}
