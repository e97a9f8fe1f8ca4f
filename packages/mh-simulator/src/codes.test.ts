/** How a refusal is classified and worded: by its code, or by the section of the document that it is about. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CodigoMsg, MENSAJES, reception, refusal } from './codes.ts'

// biome-ignore format: a table
const CLASSES: readonly (readonly [code: CodigoMsg, path: string, clasificaMsg: string])[] = [
  ['020', 'identificacion.fecEmi',                 '11'],
  ['020', 'emisor.nit',                            '12'],
  ['020', 'receptor',                              '13'],
  ['020', 'documento.tipoDte',                     '13'],
  ['020', 'detalleDTE[0].tipoDoc',                 '14'],
  ['020', 'motivo.tipoContingencia',               '11'],
  ['020', 'documentoRelacionado[0].tipoDocumento', '14'],
  ['020', 'cuerpoDocumento[1].cantidad',           '15'],
  ['020', 'resumen.totalIva',                      '16'],
  ['020', 'extension.nombEntrega',                 '17'],
  ['020', 'apendice[0].campo',                     '18'],
  ['020', 'ventaTercero.nit',                      '21'],
  ['020', 'otra.cosa',                             '99'],
  ['020', '',                                      '99'],
  ['096', 'resumen.totalIva',                      '98'],
  ['098', '',                                      '98'],
  ['801', 'emisor.nit',                            '20'],
  ['802', '',                                      '20'],
]

test('a refusal names its field, and is classified by its code or its section', () => {
  for (const [code, path, clasificaMsg] of CLASSES) {
    assert.deepEqual(refusal(code, path, ['x']), {
      ...{ clasificaMsg, codigoMsg: code, observaciones: ['x'] },
      descripcionMsg: `${path === '' ? '' : `[${path}] `}${MENSAJES[code]}`,
    })
  }
})

test('each code has words of its own, in the ministry’s capitals', () => {
  const words = Object.values(MENSAJES)
  for (const one of words) assert.match(one, /^[A-Z]{2,}( [A-Z]+)*$/)
  assert.equal(new Set(words).size, words.length)
})

test('what is received is 001, or 002 with its remarks', () => {
  const said = { clasificaMsg: '10', codigoMsg: '001', descripcionMsg: 'RECIBIDO' }
  assert.deepEqual(reception([]), { ...said, observaciones: [] })
  assert.deepEqual(reception(['uno']), {
    ...{ clasificaMsg: '10', codigoMsg: '002', observaciones: ['uno'] },
    descripcionMsg: 'RECIBIDO CON OBSERVACIONES',
  })
})
