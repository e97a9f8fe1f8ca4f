/** What a person reads of a document: each fact beside its name, and no name without a fact. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Query } from '@sello/client'
import { queryResult } from './get.ts'

const BARE = {
  ...{ estado: 'reservado', tipoDte: '01', ambiente: '00', codigoGeneracion: 'A1' },
  ...{ numeroControl: null, selloRecibido: null, receptor: null, totales: null },
  ...{ fecEmi: '2026-10-05', horEmi: '10:00:00', referencia: null, motivo: null },
  ...{ entregas: [], observaciones: [], historial: [], contingencia: null },
} as unknown as Query

const FULL = {
  ...BARE,
  ...{ estado: 'rechazado', numeroControl: 'DTE-01', selloRecibido: 'S', referencia: 'pedido 1' },
  receptor: { nombre: 'Ana Paz', numDocumento: '016297' },
  totales: { totalPagar: 11.3 },
  motivo: 'No',
  entregas: [
    { destino: 'a@example.com', estado: 'enviada', motivo: null },
    { destino: 'b@example.com', estado: 'fallida', motivo: 'no existe' },
  ],
  contingencia: {
    queHacer: 'Espere.',
    limiteEvento: '2026-10-06T16:00:00.000Z',
    limiteDocumento: '2026-10-07T16:00:00.000Z',
  },
  observaciones: ['una', 'otra'],
  historial: [{ fecha: '2026-10-05T16:00:00.000Z', estado: 'firmado', motivo: null }],
} as unknown as Query

const linesOf = (found: Query) =>
  queryResult(found)
    .text.split('\n')
    .map((line) => line.trim().split(/ {2,}/))

test('every fact of a document stands beside its name', () => {
  assert.deepEqual(linesOf(FULL), [
    ['estado', 'rechazado'],
    ['tipoDte', '01'],
    ['numeroControl', 'DTE-01'],
    ['codigoGeneracion', 'A1'],
    ['emisión', '2026-10-05 10:00:00'],
    ['selloRecibido', 'S'],
    ['receptor', 'Ana Paz, 016297'],
    ['totalPagar', '$11.30'],
    ['referencia', 'pedido 1'],
    ['motivo', 'No'],
    ['correo', 'a@example.com', 'enviada'],
    ['correo', 'b@example.com', 'fallida', 'no existe'],
    ['qué hacer', 'Espere.'],
    ['evento antes de', '2026-10-06 10:00:00'],
    ['transmisión antes de', '2026-10-07 10:00:00'],
    ['observación', 'una'],
    ['observación', 'otra'],
    ['historial', '2026-10-05 10:00:00', 'firmado'],
  ])
})

test('what a document does not have is not named', () => {
  assert.deepEqual(
    linesOf(BARE).map(([name]) => name),
    ['estado', 'tipoDte', 'codigoGeneracion', 'emisión'],
  )
})

test('only a rejected document ends the command as refused', () => {
  assert.deepEqual(
    [FULL, BARE].map((one) => queryResult(one).ending),
    ['refused', undefined],
  )
})
