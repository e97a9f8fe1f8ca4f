/** What is stored of a numbered document besides its bytes: read from it, and from the call that numbered it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildDocumento } from '@sello/fiscal'
import { EMPRESA, SALE } from '../../../test/world.ts'
import { leaseFrom } from '../../ledger/transmission/lease.ts'
import type { Draft } from './draft.ts'
import { numberOne, type Unsigned, unsignedOf } from './number.ts'
import { reservedUntil } from './reserved-until.ts'

const NOW = new Date('2026-11-20T16:00:00Z')
/** It asked the ministry before it joined the queue. */
const SINCE = new Date('2026-11-20T16:00:20Z')
const NAMED = {
  numeroControl: 'DTE-01-M001P001-000000000000007',
  codigoGeneracion: '7A1B9C3D-1234-4ABC-9DEF-0123456789AB',
}
const EMISOR = { ...EMPRESA, codEstable: 'M001', codPuntoVenta: 'P001' }
const sign = (payload: string) => ({ signature: Buffer.from(`signed ${payload.length}`) })

function numbered(draft: object = {}, by: unknown = sign, request: { tipoDte: string } = SALE) {
  const { documento, problems } = buildDocumento({
    ...{ request: request as typeof SALE, emisor: EMISOR },
    ...{ ambiente: '00', fecEmi: '2026-11-20', horEmi: '10:00:00' },
    codigoGeneracion: '00000000-0000-4000-8000-000000000000',
    numeroControl: NAMED.numeroControl.replace('-01-', `-${request.tipoDte}-`),
  } as unknown as Parameters<typeof buildDocumento>[0])
  assert.deepEqual(problems, [])
  const ctx = {
    key: { companyId: 'C1', keyId: 'K1' },
    claim: { idempotencyKey: 'i-1' },
    ...{ now: NOW, clock: { now: () => SINCE }, random: { uuid: () => 'abcdef' } },
  } as unknown as Unsigned['ctx']
  const whole = {
    ...{ documento, year: 2026, referencia: null, corrected: null, sustituye: null },
    ...{ addresses: [], outage: null, ...draft },
  } as unknown as Draft
  return numberOne(unsignedOf(ctx, whole, by as Unsigned['sign']), NAMED, whole)
}

test('a number goes into the document before it is signed, and its identity and totals are read from it', () => {
  const { numerado } = numbered()
  const { payload, signature, ...stored } = numerado
  const { identificacion } = JSON.parse(payload)
  assert.deepEqual(
    [identificacion.numeroControl, identificacion.codigoGeneracion],
    [NAMED.numeroControl, NAMED.codigoGeneracion],
  )
  assert.deepEqual(signature, sign(payload).signature)
  assert.deepEqual(stored, {
    ...{ kind: 'documento', companyId: 'C1', ...NAMED, tipoDte: '01' },
    ...{ version: identificacion.version, ambiente: '00', nit: EMPRESA.nit },
    ...{ fecEmi: '2026-11-20', horEmi: '10:00:00' },
    totales: {
      ...{ totalNoSuj: 0, totalExenta: 0, totalGravada: 11.3, totalDescu: 0, totalIva: 1.3 },
      ...{ montoTotalOperacion: 11.3, totalPagar: 11.3, totalLetras: 'ONCE 30/100 DOLARES' },
    },
  })
  assert.equal(numbered({}, null).numerado.signature, null)
})

const SENT = {
  ...{ beginning: 'issue', keyId: 'K1', idempotencyKey: 'i-1', year: 2026, now: NOW },
  ...{ receptorNombre: null, receptorDocumento: null, tercero: '' },
  ...{ leaseUntil: leaseFrom(SINCE), outageId: null, venceEn: null },
  ...{ referencia: null, sustituye: null, before: [], addresses: [] },
}

test('what is sent now is leased from when it joined the queue, and nothing else is leased', () => {
  assert.deepEqual(numbered().provenance, SENT)
  const outage = { outageId: 'o-1' }
  const waits = { beginning: 'issue_deferred', leaseUntil: null, outageId: 'o-1' }
  assert.deepEqual(numbered({ outage }).provenance, { ...SENT, ...waits })
  const reserved = { beginning: 'prepare', leaseUntil: null, venceEn: reservedUntil(NOW) }
  assert.deepEqual(numbered({}, null).provenance, { ...SENT, ...reserved })
  assert.deepEqual(numbered({ outage }, null).provenance, { ...SENT, ...reserved })
})

test('a correction keeps what happened to the attempt, and a sale its reference and its addresses', () => {
  const historial = [{ estado: 'rechazado', fecha: '2026-11-19T16:00:00.000Z' }]
  const said = { referencia: 'pedido-1', sustituye: 'D1', addresses: ['ana@example.com'] }
  const corrected = { codigoGeneracion: 'R1', historial }
  assert.deepEqual(numbered({ ...said, corrected }).provenance, {
    ...{ ...SENT, ...said, before: historial },
  })
})

test('a buyer is listed by name and number, whatever the type calls it, and the third party by its NIT', () => {
  const receptor = { nombre: 'Ana Ficticia', tipoDocumento: '13', numDocumento: '00016297-5' }
  const direccion = { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' }
  const company = {
    ...{ numDocumento: '0614-010190-002-7', nrc: '765432', nombre: 'Compradora, S.A.' },
    ...{ codActividad: '47190', direccion, correo: 'compras@example.com' },
  }
  const ventaTercero = { nit: '0614-010190-003-5', nombre: 'Mandante', codDomiciliado: 1 }
  const of = (request: object) => {
    const { provenance } = numbered({}, sign, { ...SALE, ...request })
    return [provenance.receptorNombre, provenance.receptorDocumento, provenance.tercero]
  }
  assert.deepEqual(of({ receptor }), ['Ana Ficticia', '000162975', ''])
  assert.deepEqual(of({ receptor: { nombre: 'Ana' } }), ['Ana', null, ''])
  assert.deepEqual(of({ tipoDte: '03', receptor: company, ventaTercero }), [
    ...['Compradora, S.A.', '06140101900027', '06140101900035'],
  ])
})
