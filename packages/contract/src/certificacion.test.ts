/** What a certification asks, what it is called, and what counts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  CAMPANA,
  CERTIFICACION_ORDER,
  contarTipo,
  type DocumentosContados,
  isCertificada,
  METAS_CERTIFICACION,
  referenciaOfSerie,
  seriePattern,
} from './certificacion.ts'

test('as many documents of each type are asked as the ministry says, and five of each event', () => {
  // biome-ignore format: a table
  assert.deepEqual(Object.fromEntries(METAS_CERTIFICACION), {
    '01': 90, '03': 75, '04': 50, '05': 50, '06': 25, '07': 50, '08': 75, '09': 50, '11': 90, '14': 25, '15': 25,
    contingencia: 5, retorno: 5, invalidacion: 5,
  })
})

test('every type has its turn, and the 03 is made before what corrects or lists it', () => {
  const order = '03 01 04 07 08 09 11 14 15 05 06'
  assert.equal(CERTIFICACION_ORDER.join(' '), order)
})

test('a certification is called by 1 to 20 small letters and digits', () => {
  for (const good of ['a', '7', 'uno2', 'z'.repeat(20)]) assert.match(good, CAMPANA)
  for (const wrong of ['', 'z'.repeat(21), 'Uno', 'a b', 'uno-', '-uno', 'ñ']) {
    assert.doesNotMatch(wrong, CAMPANA)
  }
})

test('a referencia says its certification, its series and its place, and is read again', () => {
  assert.equal(referenciaOfSerie('uno', '03', 7), 'certificacion-uno-03-0007')
  for (const serie of ['01', '15', 'contingencia', 'invalidacion'] as const) {
    const read = new RegExp(seriePattern('uno')).exec(referenciaOfSerie('uno', serie, 9_999))
    assert.deepEqual(read?.slice(1), [serie, '9999'])
  }
  for (const other of [
    'certificacion-dos-03-0007',
    'certificacion-uno-retorno-0007',
    'certificacion-uno-3-0007',
    'certificacion-uno-03-00007',
    'certificacion-uno-03-0007b',
    'a-certificacion-uno-03-0007',
  ]) {
    assert.doesNotMatch(other, new RegExp(seriePattern('uno')))
  }
})

/** Each with a number of its own, so that a sum says which it has. */
// biome-ignore format: a table
const COUNTED: readonly DocumentosContados[] = [
  { tipoDte: '01', estado: 'sellado',      serie: '01',           n: 1 },
  { tipoDte: '01', estado: 'sellado',      serie: 'contingencia', n: 2 },
  { tipoDte: '01', estado: 'sellado',      serie: null,           n: 4 },
  { tipoDte: '01', estado: 'sellado',      serie: 'invalidacion', n: 8 },
  { tipoDte: '01', estado: 'contingencia', serie: '01',           n: 16 },
  { tipoDte: '01', estado: 'firmado',      serie: '01',           n: 32 },
  { tipoDte: '01', estado: 'firmado',      serie: null,           n: 64 },
  { tipoDte: '01', estado: 'firmado',      serie: 'invalidacion', n: 128 },
  { tipoDte: '01', estado: 'rechazado',    serie: '01',           n: 256 },
  { tipoDte: '01', estado: 'invalidado',   serie: null,           n: 512 },
  { tipoDte: '03', estado: 'sellado',      serie: '03',           n: 1_024 },
]

test('sealed documents count, also those made by hand, and those made to be invalidated never', () => {
  const counts = { sellados: 1 + 2 + 4, aparte: 4, enEspera: 16 + 32 }
  assert.deepEqual(contarTipo(COUNTED, '01'), counts)
  assert.deepEqual(contarTipo(COUNTED, '03'), { sellados: 1_024, aparte: 0, enEspera: 0 })
  assert.deepEqual(contarTipo(COUNTED, '15'), { sellados: 0, aparte: 0, enEspera: 0 })
})

test('a company is certified once each goal is reached', () => {
  const reached = { meta: 5, sellados: 5 }
  assert.ok(isCertificada([reached, { meta: 5, sellados: 6 }]))
  assert.ok(!isCertificada([reached, { meta: 5, sellados: 4 }]))
})
