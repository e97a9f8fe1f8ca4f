import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputOf } from '../test/fixtures.ts'
import { buildDocumento, serialise } from './build.ts'
import { lineasDe } from './cuerpo.ts'
import { monto } from './monto.ts'
import { numberDocumento } from './number.ts'
import { type Documento, TIPOS } from './tipos/index.ts'

const { documento } = buildDocumento(
  inputOf({
    tipoDte: '01',
    receptor: { nombre: 'ANA "LA Ñ"', numDocumento: '00016297-5' },
    items: [{ descripcion: 'Café\ty té', cantidad: 3, precioUni: 0.00000035 }],
  }),
)

test('members are written in the order of the structure, whatever order the document has', () => {
  assert.equal(serialise(shuffled(documento) as Documento), serialise(documento))
  const names = [...serialise(documento).matchAll(/"(\w+)":/g)].map(([, name]) => name)
  const { properties } = TIPOS['01'].versions[0].estructura as unknown as {
    properties: Record<string, { properties?: object; items?: { properties: object } }>
  }
  assert.deepEqual(
    names.filter((name) => name !== undefined && name in properties),
    Object.keys(properties),
  )
})

test('numbers are plain and shortest, nulls are explicit, there is no white space', () => {
  const text = serialise(documento)
  assert.match(text, /"cantidad":3,/)
  assert.match(text, /"precioUni":0\.00000035,/)
  assert.match(text, /"ventaGravada":0\.00000105,/)
  assert.match(text, /^\{"identificacion":\{"version":2,/)
  assert.match(text, /"documentoRelacionado":null,/)
  assert.match(text, /"descripcion":"Café\\ty té"/)
})

test('every digit of an amount is written, even those that a double loses', () => {
  const [linea] = lineasDe(documento)
  const big = { ...linea, precioUni: 9_999_999_999_912_345_678n }
  const text = serialise({ ...documento, cuerpoDocumento: [big] } as Documento)
  assert.match(text, /"precioUni":99999999999\.12345678,/)
  assert.equal(monto(1), 100_000_000n)
})

test('a document that lacks a member, or has another thing in its place, is a bug', () => {
  const { apendice: _, ...rest } = documento
  for (const [misplaced, is] of [
    [rest, 'undefined'],
    [{ ...documento, emisor: 'yo' }, 'string'],
    [{ ...documento, apendice: {} }, 'object'],
    [{ ...documento, emisor: { ...documento.emisor, nombre: true } }, 'boolean'],
  ] as const) {
    const message = `bug: a document holds ${is} where its structure has another thing`
    assert.throws(() => serialise(misplaced as unknown as Documento), new Error(message))
  }
})

test('numbering changes the number and the code and nothing else', () => {
  const numbered = numberDocumento(documento, {
    codigoGeneracion: '11111111-2222-4333-8444-555555555555',
    numeroControl: 'DTE-01-M001P001-000000000000077',
  })
  assert.equal(
    serialise(numbered),
    serialise(documento)
      .replace(documento.identificacion.codigoGeneracion, '11111111-2222-4333-8444-555555555555')
      .replace(documento.identificacion.numeroControl, 'DTE-01-M001P001-000000000000077'),
  )
})

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).reverse()
  return Object.fromEntries(members.map(([name, member]) => [name, shuffled(member)]))
}
