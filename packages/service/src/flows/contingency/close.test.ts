/** In which words a call is told that the ministry rejected its contingency event. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ayudaOf } from '@sello/contract'
import type { RejectedAnswer } from '../../ledger/transmission/answer.ts'
import { rejected } from './close.ts'

test('the ministry’s words are told, or else what it observed, with what to do', () => {
  const evento = { codigoGeneracion: 'E1' } as Parameters<typeof rejected>[0]
  for (const [descripcionMsg, observaciones, said] of [
    ['Validaciones no superadas', ['una', 'otra'], 'Validaciones no superadas.'],
    [null, ['una', 'otra'], 'una; otra.'],
    [null, [], 'no dio razón.'],
  ] as const) {
    const words = { codigoMsg: null, clasificaMsg: null, descripcionMsg, observaciones }
    const answer: RejectedAnswer = { kind: 'rejected', ...words, fhProcesamiento: null }
    const ayuda = ayudaOf(answer, 'evento')
    const { code, message, details } = rejected(evento, answer)
    assert.equal(code, 'mh_rejected')
    assert.equal(
      message,
      `Hacienda rechazó el evento de contingencia: ${said} Sus documentos esperan otro; hay 24 horas para corregirlo. ${ayuda.queHacer}`,
    )
    assert.deepEqual(details, {
      ...{ estado: 'RECHAZADO', ...words, codigoGeneracion: 'E1', numeroControl: null, ayuda },
    })
  }
})
