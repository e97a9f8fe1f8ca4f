import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Settings } from 'typebox/system'
import { inputOf } from '../../test/fixtures.ts'
import { buildDocumento, serialise } from '../build.ts'
import { monto } from '../monto.ts'
import { TIPOS } from '../tipos/index.ts'
import { amount } from './schema.ts'

const { check, estructura } = TIPOS['01'].versions[0]
const SALE = {
  tipoDte: '01',
  items: [{ descripcion: 'Café', cantidad: 2, precioUni: 11.3 }],
} as const
const { documento } = buildDocumento(inputOf(SALE))
const plain = JSON.parse(serialise(documento))

test('a document with Montos and the JSON written from it conform equally', () => {
  assert.deepEqual(check(documento), [])
  assert.deepEqual(check(plain), [])
})

test('problems have the member, the keyword and what to do', () => {
  const { apendice: _, ...rest } = plain
  const broken = {
    ...rest,
    extra: 1,
    resumen: { ...plain.resumen, totalIva: 2.601, totalPagar: -1, observaciones: '' },
    identificacion: { ...plain.identificacion, fecEmi: '2026-02-30', ambiente: '02' },
  }
  const said = check(broken).map(({ field, rule }) => `${field} ${rule}`)
  assert.deepEqual(said.sort(), [
    'apendice required',
    'extra additionalProperties',
    'identificacion.ambiente enum',
    'identificacion.fecEmi format',
    'resumen.observaciones minLength',
    'resumen.totalIva multipleOf',
    'resumen.totalPagar minimum',
  ])
  for (const { message } of check(broken)) assert.match(message, /^[\w.]+ [^%{}]+\.$/)
})

test('the library’s error limit is only raised while errors are listed', () => {
  const before = Settings.Get().maxErrors
  check({})
  assert.equal(Settings.Get().maxErrors, before)
})

test('a structure prints as JSON Schema, with the keywords of its amounts', () => {
  const schema = JSON.parse(JSON.stringify(estructura))
  assert.deepEqual(schema.properties.resumen.properties.totalPagar, {
    type: 'number',
    minimum: 0,
    exclusiveMaximum: 100_000_000_000,
    multipleOf: 0.01,
  })
})

test('decimals are counted exactly, where a floating-point multipleOf is wrong', () => {
  const [{ check: isCents }] = (
    amount(2, { minimum: 0 }) as unknown as { '~refine': [{ check: (v: unknown) => boolean }] }
  )['~refine']
  for (const n of [0.07, 1.1, 4.35, 90.68, 9_999_999.99]) {
    assert.ok(isCents(n))
    assert.ok(isCents(monto(n)))
  }
  for (const n of [0.071, 1e-7]) {
    assert.ok(!isCents(n))
    assert.ok(!isCents(monto(n)))
  }
  for (const n of ['1', null, Number.NaN, Number.POSITIVE_INFINITY]) assert.ok(!isCents(n))
})
