/** What callers are told of a rejection: the ministry's words, and what it is about. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asSentence, mhRejected } from './rejected.ts'

test('the ministry’s words end in one full stop, and are otherwise as they are', () => {
  // biome-ignore format: a table
  const rows = [
    ['CALCULO INCORRECTO',          'CALCULO INCORRECTO.'],
    ['CALCULO INCORRECTO.',         'CALCULO INCORRECTO.'],
    ['CALCULO INCORRECTO. . \n',    'CALCULO INCORRECTO.'],
    ['1. ESPERADO 1.29, VINO 1.3',  '1. ESPERADO 1.29, VINO 1.3.'],
  ] as const
  for (const [words, sentence] of rows) assert.equal(asSentence(words), sentence)
})

test('a rejection has every word of the ministry, and names its filing', () => {
  const words = {
    ...{ codigoMsg: '020', clasificaMsg: '16', descripcionMsg: 'CALCULO INCORRECTO' },
    observaciones: ['esperado 1.29'],
  }
  const about = {
    ...{ codigoGeneracion: 'C', numeroControl: 'N' },
    ayuda: { causa: 'La suma.', queHacer: 'Súmela.' },
  }
  const { code, message, details } = mhRejected({ ...words, fhProcesamiento: 'a' }, 'No.', about)
  assert.deepEqual(
    [code, message, details],
    [...['mh_rejected', 'No.'], { estado: 'RECHAZADO', ...words, ...about }],
  )
})
