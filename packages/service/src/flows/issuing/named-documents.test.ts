/** Which of our documents a sale, a retention and a liquidation may name, by type, state, date and party. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DteRequest, ESTADOS, type Estado } from '@sello/contract'
import { problemOf as ofListed } from './complete-liquidated.ts'
import { problemOf as ofOrigin } from './complete-origins.ts'
import type { Origen } from './complete-related.ts'
import { problemOf as ofRetained } from './complete-retained.ts'

const CODIGO = '7A1B9C3D-1234-4ABC-9DEF-0123456789AB'
const DATE = '2026-11-20'
const OWN = '06140101900019'

interface Named {
  readonly estado?: Estado
  readonly tipoDte?: string
  readonly receptor?: object | null
  readonly ventaTercero?: object | null
}

const origen = ({ estado = 'sellado', tipoDte = '04', ...parties }: Named = {}): Origen =>
  ({
    ...{ at: 1, codigoGeneracion: CODIGO, estado },
    documento: { identificacion: { tipoDte, fecEmi: DATE }, receptor: null, ...parties },
  }) as unknown as Origen
/** The second of its list. */
const second = (entry: object) => [{}, entry]

const originOf = (named: Named = {}, entry: object = {}, receptor: object | null = null) => {
  const tipoDocumento = named.tipoDte ?? '04'
  const origenes = second({ tipoDocumento, fechaEmision: DATE, ...entry })
  return ofOrigin(origen(named), { origenes, receptor } as unknown as DteRequest, OWN)
}

test('a sale names what is sealed, and of card settlements also what waits for its seal', () => {
  for (const estado of ESTADOS) {
    const refused = [
      'numeroDocumento',
      `El documento ${CODIGO} está ${estado}: se relaciona uno sellado.`,
    ]
    const isDue = estado === 'firmado' || estado === 'contingencia'
    assert.deepEqual(originOf({ estado }), estado === 'sellado' ? null : refused)
    assert.deepEqual(
      originOf({ estado, tipoDte: '09' }),
      estado === 'sellado' || isDue ? null : refused,
    )
  }
})

test('what a sale says of a document is what was issued', () => {
  assert.deepEqual(originOf({}, { tipoDocumento: '03' }), [
    'tipoDocumento',
    `El documento ${CODIGO} es del tipo 04; corríjalo.`,
  ])
  assert.deepEqual(originOf({}, { fechaEmision: '2026-11-21' }), [
    'fechaEmision',
    `El documento ${CODIGO} es del ${DATE}; corrija la fecha.`,
  ])
})

test('a sale is to the receptor of its document, where both have one and it is not ourselves', () => {
  const refused = ['numeroDocumento', `El documento ${CODIGO} es de otro receptor; corríjalo.`]
  const [one, dashed, other] = ['06140101900027', '0614-010190-002-7', '06140101900035']
  const stated = (numDocumento: string | null) => ({ numDocumento })
  for (const [theirs, ours, isRefused] of [
    [{ nit: one }, stated(dashed), false],
    [{ numDocumento: dashed }, stated(one), false],
    [{ nit: one }, stated(other), true],
    [{ numDocumento: one }, stated(other), true],
    [{ nit: one }, stated(null), false],
    [{ nit: one }, null, false],
    [null, stated(other), false],
    [{ numDocumento: null }, stated(other), false],
    [{ nit: OWN }, stated(other), false],
  ] as const) {
    const found = originOf({ receptor: theirs }, {}, ours)
    assert.deepEqual(found, isRefused ? refused : null, JSON.stringify([theirs, ours]))
  }
})

test('a retention is on a sealed purchase from its subject, of its date', () => {
  const seller = { numDocumento: '000162975' }
  const problem = (
    named: Named = {},
    fechaEmision = DATE,
    numDocumento: string | null = '00016297-5',
  ) => {
    const request = {
      receptor: numDocumento === null ? null : { numDocumento },
      retencion: { documentos: second({ fechaEmision }) },
    } as unknown as DteRequest
    return ofRetained(origen({ tipoDte: '14', receptor: seller, ...named }), request)
  }
  for (const estado of ESTADOS) {
    const refused = `El documento ${CODIGO} está ${estado}: se retiene sobre uno sellado.`
    assert.equal(problem({ estado }), estado === 'sellado' ? null : refused)
  }
  const theirs = `El documento ${CODIGO} es de otro sujeto excluido; haga un comprobante para cada uno.`
  assert.equal(problem({ receptor: { numDocumento: '012345678' } }), theirs)
  assert.equal(problem({}, DATE, null), theirs)
  const dated = `El documento ${CODIGO} es del ${DATE}; corrija la fecha.`
  assert.equal(problem({}, '2026-11-21'), dated)
  assert.equal(
    problem({ tipoDte: '01' }),
    `El documento ${CODIGO} es del tipo 01 y lo emitió esta empresa: se retiene sobre lo que emitió el proveedor, o sobre una factura de sujeto excluido (14).`,
  )
})

test('a liquidation lists what is sealed as sold, what is invalidated as such, and both for its principal', () => {
  const tercero = '06140101900043'
  const ventaTercero = { nit: '0614-010190-004-3' }
  const problem = (named: Named, invalidado = false, principal: string | null = tercero) =>
    ofListed(origen({ ventaTercero, ...named }), {
      entry: { codigoGeneracion: CODIGO } as Parameters<typeof ofListed>[1]['entry'],
      listed: { tipoDte: '03', numero: CODIGO, invalidado },
      tercero: principal,
    })
  for (const estado of ESTADOS) {
    const sold = `El documento ${CODIGO} está ${estado}: se liquida uno sellado.`
    const back = `El documento ${CODIGO} está ${estado}, y se reporta como invalidado; quite invalidado.`
    assert.equal(problem({ estado }), estado === 'sellado' ? null : sold)
    assert.equal(problem({ estado }, true), estado === 'invalidado' ? null : back)
  }
  const foreign = `El documento ${CODIGO} no se emitió por cuenta de este mandante (ventaTercero); quítelo.`
  assert.equal(problem({ ventaTercero: null }), foreign)
  assert.equal(problem({}, false, '06140101900051'), foreign)
  assert.equal(problem({}, false, null), foreign)
  const listed = { tipoDte: '03', numero: CODIGO, invalidado: false }
  assert.equal(ofListed(undefined, { entry: {}, listed, tercero }), null, 'another issuer’s')
  assert.equal(
    ofListed(origen({ ventaTercero }), { entry: {}, listed, tercero }),
    `El documento ${CODIGO} lo emitió esta empresa: nómbrelo por su codigoGeneracion, y sus montos se toman de él.`,
  )
})
