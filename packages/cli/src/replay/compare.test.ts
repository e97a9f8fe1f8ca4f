/** By what two answers differ, what each says in a word, and which documents a paper names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareAnswers, compareVerdicts, summaryOf } from './compare.ts'
import { papersOf } from './mentions.ts'
import type { Exchange } from './read.ts'

// biome-ignore format: a table
const WORDS: readonly (readonly [verdict: object, word: string])[] = [
  [{},                                                                              'sin estado'],
  [{ estado: 'PROCESADO', selloRecibido: 'S', codigoMsg: '001', descripcionMsg: '[a] B' }, 'PROCESADO'],
  [{ estado: 'RECIBIDO', codigoMsg: '001' },                                        'RECIBIDO 001'],
  [{ estado: 'RECHAZADO', codigoMsg: '020', descripcionMsg: '[resumen.totalIva] NO' }, 'RECHAZADO 020 resumen.totalIva'],
  [{ estado: 'RECHAZADO', codigoMsg: '003', descripcionMsg: '[a[12].b[].c] NO' },   'RECHAZADO 003 a[].b[].c'],
  [{ estado: 'RECHAZADO', descripcionMsg: '[a]' },                                  'RECHAZADO a'],
  [{ estado: 'RECHAZADO', descripcionMsg: 'Campo [a] NO' },                         'RECHAZADO'],
  [{ estado: 'RECHAZADO', descripcionMsg: '[a]B' },                                 'RECHAZADO'],
  [{ estado: 'RECHAZADO', observaciones: [null, '', '[b] NO', '[a] NO'] },          'RECHAZADO a'],
  [{ estado: 'RECHAZADO', numValidacion: 'S', codigoMsg: '020' },                   'RECHAZADO'],
]
for (const [verdict, word] of WORDS) {
  test(`in a word: ${word}, for ${JSON.stringify(verdict)}`, () => {
    assert.equal(summaryOf(verdict as never), word)
  })
}

const SAID = {
  ...{ estado: 'PROCESADO', clasificaMsg: '10', codigoMsg: '001', descripcionMsg: 'RECIBIDO' },
  ...{ mensaje: 'x', observaciones: ['a', 'b'], selloRecibido: 'S', fhProcesamiento: '1' },
}
// biome-ignore format: a table
const CHANGED: readonly (readonly [change: object, campos: readonly string[]])[] = [
  [{},                                                                  []],
  [{ fhProcesamiento: '2', versionApp: 9, selloRecibido: 'OTRO' },      []],
  [{ observaciones: ['b', '', null, 'a', 'a'] },                        []],
  [{ estado: 'RECHAZADO' },                                             ['estado']],
  [{ clasificaMsg: '11' },                                              ['clasificaMsg']],
  [{ codigoMsg: '002' },                                                ['codigoMsg']],
  [{ descripcionMsg: 'x' },                                             ['descripcionMsg']],
  [{ mensaje: undefined },                                              ['mensaje']],
  [{ observaciones: 'a' },                                              ['observaciones']],
  [{ selloRecibido: '' },                                               ['selloRecibido']],
]
for (const [change, campos] of CHANGED) {
  test(`answers differ by ${campos.join(', ') || 'nothing'}: ${JSON.stringify(change)}`, () => {
    const differences = compareVerdicts(SAID, { ...SAID, ...change })
    assert.deepEqual(
      differences.map(({ campo }) => campo),
      campos,
    )
  })
}

test('the status is compared too, and an answer without an object says nothing', () => {
  const [theirs, ours] = [
    { status: 200, json: SAID },
    { status: 400, json: null },
  ]
  assert.deepEqual(compareAnswers(theirs, { ...theirs, status: 201 }), [
    { campo: 'HTTP', hacienda: 200, simulador: 201 },
  ])
  assert.deepEqual(compareAnswers(theirs, ours)[1], {
    ...{ campo: 'estado', hacienda: 'PROCESADO', simulador: null },
  })
  assert.deepEqual(compareAnswers(ours, { status: 400, json: {} }), [])
})

const [A, B, C] = ['A', 'B', 'C'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`)
const papers = (request: object) => papersOf({ request } as unknown as Exchange)

test('a paper is known by its own code, its number and its issuer, and names documents where it may', () => {
  const identificacion = { codigoGeneracion: A, numeroControl: 'N', tipoDte: '05' }
  const documento = JSON.stringify({
    ...{ identificacion, emisor: { nit: '1', numDocumento: '2' } },
    documentoRelacionado: [{ numeroDocumento: B }, { numeroDocumento: `x${B}` }, null],
    cuerpoDocumento: [{ numeroDocumento: B, descripcion: C }],
    ...{ detalleDTE: [{ codigoGeneracion: `${C}0` }], apendice: { valor: C } },
  })
  assert.deepEqual(papers({ documento }), [
    { text: documento, codigoGeneracion: A, tipo: '05', numeroControl: 'N', nit: '1', named: [B] },
  ])
  for (const name of [
    'codigoGeneracion',
    'codigoGeneracionR',
    'codigoGeneracionRef',
    'numDocumento',
  ]) {
    const [paper] = papers({ documento: JSON.stringify({ documento: { [name]: C } }) })
    assert.deepEqual(paper?.named, [C], name)
  }
})

test('an event has a type of its own, and a text that is no JSON says nothing', () => {
  const event = JSON.stringify({
    identificacion: { tipoEvento: '01' },
    emisor: { numDocumento: '2' },
  })
  const nothing = { codigoGeneracion: null, tipo: null, numeroControl: null, nit: null, named: [] }
  assert.deepEqual(papers({ documentos: [event, '', 7, '<xml>'] }), [
    { ...nothing, text: event, tipo: '01', nit: '2' },
    { ...nothing, text: '<xml>' },
  ])
  assert.deepEqual(papers({}), [])
})
