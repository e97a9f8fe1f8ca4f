/** The two files of a document are the signed bytes, and what is told of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archivoDte, archivoJson } from './archivo.ts'
import { noDocument } from './find.ts'

test('the buyer’s file is the signed object with two members after its own bytes', () => {
  const payload = '{ "a": 1.50,\n"b": "}" }'
  assert.equal(
    archivoDte(payload, 'j.w.s', 'SELLO"1'),
    '{ "a": 1.50,\n"b": "}" ,"firmaElectronica":"j.w.s","selloRecibido":"SELLO\\"1"}',
  )
  for (const other of ['', '[1]', '{"a":1} ', '"text"'])
    assert.throws(() => archivoDte(other, 'j.w.s', 'S'), /bug: a signed document/)
})

test('the other file identifies the signed bytes; an event has no number', () => {
  const of = { codigoGeneracion: 'C', ambiente: '01', fecEmi: '2026-08-03' } as const
  for (const numeroControl of ['DTE-01-1', null]) {
    assert.deepEqual(JSON.parse(archivoJson({ ...of, numeroControl }, 'j.w.s')), {
      ...{ codigoGeneracion: 'C', ambiente: '01', jws: 'j.w.s' },
      identificacion: { numeroControl, fecEmi: '2026-08-03' },
    })
  }
})

test('an unknown document and another company’s are refused with the same words', () => {
  const { code, message, details } = noDocument()
  assert.deepEqual(
    [code, message, details],
    [...['not_found', 'No hay un documento con ese codigoGeneracion en esta empresa.', {}]],
  )
})
