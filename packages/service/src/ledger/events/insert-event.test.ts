/** What stands in the way of an event among rows of its neighbours, and what is stored with it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseMonto } from '@sello/fiscal'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, namesIn, withRows } from '../../../test/neighbours.ts'
import {
  at,
  codeOf,
  dataKeyOf,
  documentRow,
  eventRow,
  fillTwoCompanies,
  HOUR_MS,
  NITS,
  sealed,
  voids,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom as random } from '../../base/clock.ts'
import { transaction } from '../../base/db/tx.ts'
import type { EventKind, Evento, Signed } from './event.ts'
import { findEvento } from './find-events.ts'
import {
  findInTheWay,
  findInvalidacionDe,
  findReplaced,
  insertEvento,
  insertReturnLines,
} from './insert-event.ts'
import { insertReported, type Reported } from './vouchers.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

type Row = Readonly<Record<string, unknown>>

const [UNO, DOS] = [idOf('uno'), idOf('dos')]
const FAR = { company_id: DOS }
const nameOf = (code: string | null) => code && namesIn(code.toLowerCase())

before(() => fillTwoCompanies(pool, newSecrets()))

const firmado = { estado: 'firmado', sello_recibido: null }
const rechazado = { estado: 'rechazado', sello_recibido: null }
const OTHERS = ['rechazado', 'abandonado', 'invalidado'] as const

test('in the way of an event are what is signed or sealed about its own document, the newest first', async () => {
  const note = (nota: string, origen: string, given: Row = {}) => ({
    ...{ company_id: UNO, origen: idOf(origen), nota: idOf(nota), gravados: '{}' },
    ...{ no_sujetas: '0', exentas: '0', gravadas: '0', ...given },
  })
  const documents = [
    ...[sealed('doc'), sealed('other'), sealed('third'), sealed('none')],
    ...[sealed('doc', FAR), sealed('third', FAR), documentRow('nfar', FAR)],
    ...[documentRow('n1', { created_at: at(1) }), documentRow('n3', { created_at: at(3) })],
    documentRow('n2', { estado: 'contingencia', created_at: at(2) }),
    ...[documentRow('nno', rechazado), documentRow('nno', FAR)],
    sealed('nvoid', { estado: 'invalidado' }),
    documentRow('nother'),
  ]
  const events = [
    ...[eventRow('r1', 'doc', { created_at: at(1) }), eventRow('r1', 'doc', FAR)],
    ...[eventRow('r3', 'doc', { created_at: at(3) })],
    ...[eventRow('r2', 'doc', { ...firmado, created_at: at(2) }), eventRow('ro', 'other')],
    ...OTHERS.map((estado) => eventRow(estado.slice(0, 5), 'doc', { estado })),
    ...[voids('v', 'doc', { ...firmado, reemplazo: idOf('third') })],
    ...[voids('vno', 'doc', { ...rechazado, reemplazo: idOf('other') })],
    ...[
      voids('vo', 'other', { reemplazo: idOf('none') }),
      voids('vr', 'doc', { evento: idOf('r1') }),
    ],
    ...[voids('vro', 'other', { ...firmado, evento: idOf('ro') })],
    ...[voids('vr2', 'doc', { ...rechazado, evento: idOf('r2') })],
    voids('vfar', 'third', { ...FAR, reemplazo: idOf('doc') }),
  ]
  const related_documents = [
    ...['n1', 'n2', 'n3', 'nno', 'nvoid'].map((nota) => note(nota, 'doc')),
    ...[note('nother', 'other'), note('nfar', 'doc', FAR)],
  ]
  await withRows(pool, { documents, events, related_documents }, async () => {
    const inTheWay = async (documento: string, evento: string | null, companyId = UNO) => {
      const found = await findInTheWay(pool, companyId, idOf(documento), evento && idOf(evento))
      const { invalidacion, retornos, notas } = found
      return [nameOf(invalidacion), retornos.map(nameOf).join(' '), notas.map(nameOf).join(' ')]
    }
    const ofDoc = ['r3 r2 r1', 'n3 n2 n1']
    assert.deepEqual(await inTheWay('doc', null), ['v', ...ofDoc])
    assert.deepEqual(await inTheWay('doc', 'r1'), ['vr', ...ofDoc])
    assert.deepEqual(await inTheWay('doc', 'r2'), [null, ...ofDoc], 'its invalidation was rejected')
    assert.deepEqual(await inTheWay('other', null), ['vo', 'ro', 'nother'])
    assert.deepEqual(await inTheWay('none', null), [null, '', ''])
    assert.deepEqual(await inTheWay('doc', null, DOS), [null, 'r1', 'nfar'])
    assert.deepEqual(await inTheWay('third', null, DOS), ['vfar', '', ''])
    const cancelled = async (evento: string, companyId = UNO) =>
      nameOf(await findInvalidacionDe(pool, companyId, idOf(evento)))
    const cancelling = [await cancelled('r1'), await cancelled('ro'), await cancelled('r2')]
    assert.deepEqual([...cancelling, await cancelled('r1', DOS)], ['vr', 'vro', null, null])
    const replaced = async (documento: string, companyId = UNO) =>
      nameOf(await findReplaced(pool, companyId, idOf(documento)))
    assert.deepEqual(
      await Promise.all(['third', 'none', 'other', 'doc'].map((name) => replaced(name))),
      ['doc', 'other', null, null],
    )
    assert.deepEqual([await replaced('doc', DOS), await replaced('third', DOS)], ['third', null])
  })
})

const READER = { companyId: UNO, ambiente: '00', nit: NITS.uno, dataKey: dataKeyOf('uno') } as const
const TOTALES = {
  ...{ totalNoSuj: 0, totalExenta: 0, totalGravada: 1, totalDescu: 0, totalIva: 0.13 },
  ...{ montoTotalOperacion: 1.13, totalPagar: 1.13, totalLetras: 'UNO 13/100 DOLARES' },
}
const eventoOf = (name: string, kind: EventKind, given: Partial<Evento> = {}): Evento & Signed => ({
  ...{ kind, companyId: UNO, ambiente: '00', nit: NITS.uno, codigoGeneracion: codeOf(name) },
  ...{ tipoDte: '03', version: 3, payload: `{"${name}":1}`, signature: Buffer.from('x') },
  ...{ documento: null, evento: null, reemplazo: null, totales: null },
  ...{ fecEmi: '2026-08-02', horEmi: '10:11:12', keyId: 'k1', idempotencyKey: name },
  ...{ intencion: Buffer.from('i'), createdAt: at(1), ...given },
})

test('an event is stored as it was signed, leased by its call, with the lines that it takes', async () => {
  const [documento, leaseUntil] = [codeOf('doc'), at(HOUR_MS)]
  const signed = [
    eventoOf('ret', 'retorno', { documento, totales: TOTALES }),
    eventoOf('void', 'invalidacion', {
      documento,
      evento: codeOf('ret'),
      reemplazo: codeOf('new'),
    }),
    eventoOf('op', 'operaciones', { totales: TOTALES, ambiente: '01' }),
  ]
  const rows = {
    ...{ documents: [sealed('doc'), sealed('new')], events: [] as Row[], return_lines: [] },
    ...{ operaciones: [], reported_vouchers: [] },
  }
  await withRows(pool, rows, async () => {
    const encryption = { dataKey: READER.dataKey, random, leaseUntil }
    for (const evento of signed) {
      await transaction(pool, (tx) => insertEvento(tx, evento, encryption))
      const reader = { ...READER, ambiente: evento.ambiente }
      assert.deepEqual(await findEvento(pool, reader, evento.codigoGeneracion), {
        ...evento,
        ...{ estado: 'firmado', selloRecibido: null, fhProcesamiento: null, observaciones: [] },
        ...{ rechazo: null, mayHaveArrived: true, leaseUntil },
        historial: [{ estado: 'firmado', fecha: at(1).toISOString(), motivo: null }],
      })
    }
    const { due } = await pool.one<{ due: readonly Date[] }>(
      'select array_agg(distinct retry_at) as due from events',
    )
    assert.deepEqual(due, [leaseUntil])

    const [retorno, operaciones] = [signed[0] ?? assert.fail(), signed[2] ?? assert.fail()]
    await transaction(pool, async (tx) => {
      await insertReturnLines(tx, retorno, [
        { linea: 5, cantidad: '2', noGravado: null },
        { linea: 1, cantidad: null, noGravado: '0.5' },
      ])
      await insertReported(tx, operaciones, [
        { ...REPORTED, desde: 1n, hasta: 9n },
        { ...REPORTED, serie: 'B', desde: 3n, hasta: 3n, tipoVenta: 'exenta' },
      ])
    })
    assert.deepEqual(await pool.many('select * from return_lines order by position'), [
      {
        company_id: UNO,
        evento: idOf('ret'),
        linea: 5,
        cantidad: '2.00000000',
        no_gravado: null,
        position: 1,
      },
      {
        company_id: UNO,
        evento: idOf('ret'),
        linea: 1,
        cantidad: null,
        no_gravado: '0.50000000',
        position: 2,
      },
    ])
    const row = { company_id: UNO, evento: idOf('op'), ambiente: '01', tipo_documento: '02' }
    const sold = { anula_de: null, venta: '1.50000000' }
    assert.deepEqual(await pool.many('select * from reported_vouchers order by linea'), [
      { ...row, ...sold, linea: 1, serie: 'A', desde: '1', hasta: '9', tipo_venta: 'gravada' },
      { ...row, ...sold, linea: 2, serie: 'B', desde: '3', hasta: '3', tipo_venta: 'exenta' },
    ])
    assert.deepEqual(
      await pool.many('select company_id, ambiente, codigo_generacion from operaciones'),
      [{ company_id: UNO, ambiente: '01', codigo_generacion: idOf('op') }],
    )
  })
})

const REPORTED = {
  ...{ tipoDocumento: '02', serie: 'A', anulaDe: null, tipoVenta: 'gravada' },
  venta: parseMonto('1.5'),
} as unknown as Reported
