/** What the ministry is sent of each kind of filing, and asked about it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SALE } from '../../../test/scripted-ministry.ts'
import { LOT, LOT_QUERY, QUERY, SERVICES } from './services.ts'

const [nit, codigoGeneracion] = [SALE.nit, SALE.codigoGeneracion]
const documento = 'a.b.c'
const RECEPCION = {
  path: '/fesv/recepciondte',
  body: { ambiente: '01', idEnvio: 1, version: 1, tipoDte: '01', documento, codigoGeneracion },
  tdte: '01',
  repeated: ['004'],
}

test('each kind has its service, and the rejections by which it may have arrived before', () => {
  const kinds = {
    documento: RECEPCION,
    retorno: RECEPCION,
    operaciones: RECEPCION,
    invalidacion: {
      path: '/fesv/anulardte',
      body: { ambiente: '01', idEnvio: 1, version: 1, documento },
      tdte: '01',
      repeated: ['004', '015'],
    },
    contingencia: {
      path: '/fesv/contingencia',
      body: { nit, documento },
      tdte: null,
      repeated: ['004'],
    },
  }
  const told = Object.entries(SERVICES).map(([kind, service]) => {
    const { path, body, tdte, repeated } = service
    return [kind, { path, body: JSON.parse(body(SALE, documento)), tdte: tdte(SALE), repeated }]
  })
  assert.deepEqual(Object.fromEntries(told), kinds)
})

test('a question names the company, the type and the code; a lot has its own code, and its documents', () => {
  assert.equal(QUERY.path, '/fesv/recepcion/consultadte/')
  assert.deepEqual(JSON.parse(QUERY.body(nit, '01', codigoGeneracion)), {
    ...{ nitEmisor: nit, tdte: '01', codigoGeneracion },
  })
  assert.deepEqual(
    [LOT.path, LOT_QUERY.path],
    ['/fesv/recepcionlote/', '/fesv/recepcion/consultadtelote/'],
  )
  const lot = { companyId: 'c', ambiente: '01', nit, lote: 'L', filings: [SALE, SALE] } as const
  const { documentos, ...envelope } = JSON.parse(LOT.body(lot))
  assert.deepEqual(envelope, { ambiente: '01', idEnvio: 'L', version: 2, nitEmisor: nit })
  assert.equal(documentos.length, 2)
})
