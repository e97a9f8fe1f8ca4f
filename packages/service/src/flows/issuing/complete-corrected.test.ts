/** Which rejected document a correction takes over: by state, type, series, age and reason. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DteRequest, ESTADOS } from '@sello/contract'
import { DAY_MS, HOUR_MS } from '../../base/time/durations.ts'
import type { Stored } from '../../ledger/documents/find.ts'
import type { Caller } from '../context.ts'
import { problemOf } from './complete-corrected.ts'

const NOW = new Date('2026-11-20T16:00:00Z')
const CODIGO = '7A1B9C3D-1234-4ABC-9DEF-0123456789AB'
const NUMERO = 'DTE-01-M001P001-000000000000007'
const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString()

/** It was signed long before the ministry rejected it. */
const rejected = (ms: number) => ({
  historial: [
    { estado: 'firmado', fecha: ago(30 * HOUR_MS), motivo: null },
    { estado: 'rechazado', fecha: ago(ms), motivo: null },
  ],
})

function said(change: Partial<Record<keyof Stored, unknown>> = {}, tipoDte = '01') {
  const emisor = { codEstable: 'M001', codPuntoVenta: 'P001' }
  const stored = {
    ...{ codigoGeneracion: CODIGO, numeroControl: NUMERO, tipoDte: '01', fecEmi: '2026-11-19' },
    ...{ estado: 'rechazado', rechazo: { codigoMsg: '020' }, dudoso: false },
    ...rejected(DAY_MS - 1),
    ...change,
  } as unknown as Stored
  const ctx = { now: NOW, key: { emisor } } as unknown as Caller
  return problemOf(ctx, { tipoDte } as DteRequest, stored)
}

const LATE = 'Pasaron más de 24 horas desde el rechazo; emita uno nuevo sin corrige.'
const EXISTS =
  'Hacienda lo rechazó porque su código o su número ya existe; emita uno nuevo sin corrige.'
const TYPE =
  'El documento rechazado es del tipo 01; corríjalo con uno del mismo tipo, o emita uno nuevo sin corrige.'
const ofAnotherSeries = (numero: string) =>
  `El número ${numero} es de otra serie (punto de venta o año); emita uno nuevo sin corrige.`

test('a rejection is corrected for less than 24 hours, whenever it was signed', () => {
  assert.equal(said(), null)
  assert.equal(said(rejected(DAY_MS)), LATE)
  assert.equal(said({ historial: [] }), LATE)
})

test('only what is rejected is corrected, by its own type', () => {
  for (const estado of ESTADOS) {
    const message = `El documento ${CODIGO} está ${estado}: solo se corrige uno rechazado por Hacienda.`
    assert.equal(said({ estado }), estado === 'rechazado' ? null : message)
  }
  assert.equal(said({}, '03'), TYPE)
})

test('a number stays in its series: of its point of sale, and of its year', () => {
  for (const numero of [NUMERO.replace('M001', 'M002'), NUMERO.replace('P001', 'P002')]) {
    assert.equal(said({ numeroControl: numero }), ofAnotherSeries(numero))
  }
  assert.equal(said({ fecEmi: '2025-11-20' }), ofAnotherSeries(NUMERO))
})

test('what exists at the ministry, or is another’s there, is not sent under its code again', () => {
  assert.equal(said({ rechazo: { codigoMsg: '004' } }), EXISTS)
  assert.equal(said({ rechazo: { codigoMsg: null, ajeno: true } }), EXISTS)
  assert.equal(said({ rechazo: { codigoMsg: null } }), null)
  assert.equal(said({ rechazo: null }), null)
})

test('a doubtful one gets another code and number, so that neither its age nor its series stops it', () => {
  const numeroControl = NUMERO.replace('P001', 'P002')
  const old = { ...rejected(9 * DAY_MS), numeroControl, rechazo: { codigoMsg: '004' } }
  assert.equal(said({ ...old, dudoso: true }), null)
  assert.equal(said({ ...old, dudoso: true }, '03'), TYPE)
})
