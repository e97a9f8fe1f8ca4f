/** Bodies of the session API: what people write is normalised, and what is a secret or the browser's own is taken as given. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '@sello/contract'
import { Type } from 'typebox'
import { bodyReader, readAmbiente, Text, textIn, VERBATIM, Verbatim } from './body.ts'

const read = bodyReader({
  nombre: Text,
  comercial: Type.Optional(Type.Union([Text, Type.Null()])),
  clave: Type.Optional(Verbatim),
  frase: Type.Optional(Type.Union([Verbatim, Type.Null()])),
  suelto: Type.Optional(Type.Unknown()),
  servidor: Type.Optional(
    Type.Union([
      Type.Object(
        {
          host: Text,
          contrasena: Type.Union([Verbatim, Type.Null()]),
          llave: Type.Optional(Type.String({ [VERBATIM]: true })),
        },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
  ),
})

/** Spaces, a line end, and an accent in two characters. */
const SAID = ' dos  espacios\ny un\u0301 acento '
const NORMAL = 'dos espacios y un\u0301 acento'.normalize('NFC')

const fieldsOf = (body: unknown): readonly string[] => {
  try {
    read(body)
    return []
  } catch (error) {
    assert.ok(error instanceof Refused)
    const { issues } = error.details as unknown as { issues: readonly { field: string }[] }
    return issues.map(({ field }) => field)
  }
}

test('texts of people are normalised, secrets are not, wherever they stand', () => {
  assert.deepEqual(
    read({
      ...{ nombre: SAID, comercial: SAID, clave: SAID, frase: SAID, suelto: { a: [SAID] } },
      servidor: { host: SAID, contrasena: SAID, llave: SAID },
    }),
    {
      ...{ nombre: NORMAL, comercial: NORMAL, clave: SAID, frase: SAID, suelto: { a: [SAID] } },
      servidor: { host: NORMAL, contrasena: SAID, llave: SAID },
    },
  )
  const nothing = { nombre: 'a', comercial: null, frase: null, servidor: null }
  assert.deepEqual(read(nothing), nothing)
})

test('a character that people cannot see is refused in their texts alone', () => {
  const hidden = 'a\u0007b'
  const secret = { clave: hidden, frase: hidden, suelto: { a: hidden } }
  assert.deepEqual(
    fieldsOf({ nombre: 'a', ...secret, servidor: { host: 'h', contrasena: hidden } }),
    [],
  )
  assert.deepEqual(
    fieldsOf({ nombre: hidden, comercial: hidden, servidor: { host: hidden, contrasena: 'x' } }),
    ['nombre', 'comercial', 'servidor.host'],
  )
  assert.deepEqual(fieldsOf({ nombre: 'a', suelto: [hidden] }), [])
  assert.deepEqual(fieldsOf({ nombre: 'a', '': hidden }), ['""'])
  assert.deepEqual(fieldsOf(hidden), ['body'])
})

test('what is missing, unknown or of another kind is refused, also beside a secret', () => {
  assert.deepEqual(fieldsOf({}), ['nombre'])
  assert.deepEqual(fieldsOf({ nombre: 'a', clave: 1 }), ['clave'])
  assert.deepEqual(fieldsOf({ nombre: 'a', clave2: 'x' }), ['clave2'])
  assert.ok(fieldsOf({ nombre: 'a', servidor: [] }).length > 0)
  assert.ok(fieldsOf([]).length > 0)
  assert.throws(() => read(undefined), { message: /Falta el cuerpo, en JSON\./ })
})

test('an environment is one of two, and a text for the log is bounded', () => {
  assert.deepEqual(
    ['00', '01'].map((ambiente) => readAmbiente({ ambiente })),
    ['00', '01'],
  )
  for (const ambiente of ['', '02', '0', '000']) {
    assert.throws(
      () => readAmbiente({ ambiente }),
      /ambiente: es 00 \(pruebas\) o 01 \(producción\)\./,
    )
  }
  assert.equal(textIn({ a: 'x'.repeat(300) }, 'a'), 'x'.repeat(254))
  for (const body of [null, undefined, {}, { a: 1 }]) assert.equal(textIn(body, 'a'), null)
})
