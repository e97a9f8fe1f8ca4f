/** Which of a company's deferred documents the next contingency event lists, and what runs for each of them. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import {
  accountRow,
  ago,
  companyRow,
  documentRow,
  eventRow,
  idOf,
  insertRows,
  NOW,
  outageRow,
} from '../../../test/rows.ts'
import type { Pool } from '../../base/db/pool.ts'
import { transaction } from '../../base/db/tx.ts'
import { findStanding, listInEvent, releaseFromEvent, takeOwed } from './deferred.ts'
import { findContingencyEvents, findPeriods } from './periods.ts'

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(1), companyRow(2)])
  await insertRows(pool, 'ministry_outages', [
    outageRow(IN_TIME, '00', 7, 5),
    outageRow(LATE, '00', 40, 30),
    outageRow(OPEN, '00', 1, null),
    outageRow(LIVE, '01', 7, 4),
  ])
})
after(() => database.drop())
beforeEach(() => clear())

/** Either may name the other. */
async function clear(): Promise<void> {
  await pool.many('update documents set evento_contingencia = null')
  await pool.many('delete from events')
  await pool.many('delete from documents')
}

const [ONE, OTHER] = [idOf(1), idOf(2)]
const [IN_TIME, LATE, OPEN, LIVE] = [idOf(11), idOf(12), idOf(13), idOf(14)]

/** A document of the first company that its outage deferred, `hours` ago. */
const document = (n: number, outageId: string | null, hours: number, more: object = {}) =>
  documentRow({
    ...{ company_id: ONE, codigo_generacion: idOf(n), estado: 'contingencia' },
    ...{ outage_id: outageId, created_at: ago(hours), ...more },
  })

const event = (n: number, estado: string, hours: number, more: object = {}) =>
  eventRow({
    ...{ company_id: ONE, codigo_generacion: idOf(n), kind: 'contingencia', estado },
    ...{ created_at: ago(hours), ...more },
  })

const wanted = {
  companyId: ONE,
  ambiente: '00',
  limit: 10,
  inTimeSince: ago(24),
  notRejectedSince: { inTime: ago(1), late: ago(10) },
} as const

const owed = async (more: Partial<Parameters<typeof takeOwed>[1]> = {}) =>
  (await transaction(pool, (tx) => takeOwed(tx, { ...wanted, ...more }))).map(
    ({ codigoGeneracion }) => Number(codigoGeneracion.slice(-12)),
  )

test('of a company and an environment the documents of one closed outage are owed that no event lists, oldest first', async () => {
  await insertRows(pool, 'documents', [document(28, OPEN, 9)])
  assert.deepEqual(await owed(), [], 'the outage goes on')
  await insertRows(pool, 'events', [
    event(91, 'firmado', 2),
    event(92, 'firmado', 2),
    event(91, 'firmado', 2, { company_id: OTHER }),
  ])
  await insertRows(pool, 'documents', [
    document(21, IN_TIME, 5.5),
    document(22, IN_TIME, 6.5, { tipo_dte: '03' }),
    document(23, IN_TIME, 6, { evento_contingencia: idOf(91) }),
    document(24, IN_TIME, 6, { estado: 'sellado' }),
    document(25, null, 8),
    document(26, LIVE, 6.9, { ambiente: '01' }),
    document(27, IN_TIME, 6.8, { ambiente: '01' }),
    document(29, LATE, 33),
    document(31, LATE, 32),
  ])
  await insertRows(pool, 'documents', [
    document(21, IN_TIME, 6.9, { company_id: OTHER }),
    document(32, IN_TIME, 6.8, { company_id: OTHER }),
    document(33, IN_TIME, 6.8, { company_id: OTHER, evento_contingencia: idOf(91) }),
    document(34, IN_TIME, 6.8, { evento_contingencia: idOf(92) }),
  ])
  const [first, ...others] = await transaction(pool, (tx) => takeOwed(tx, wanted))
  assert.deepEqual(first, {
    ...{ codigoGeneracion: idOf(22), tipoDte: '03', createdAt: ago(6.5) },
    ...{ outageId: IN_TIME, openedAt: ago(7), closedAt: ago(5) },
  })
  assert.deepEqual(
    others.map(({ codigoGeneracion }) => codigoGeneracion),
    [idOf(21)],
  )
  assert.deepEqual(await owed({ limit: 1 }), [22])
  assert.deepEqual(await owed({ companyId: OTHER }), [21, 32])
  assert.deepEqual(await owed({ ambiente: '01' }), [26])
  assert.deepEqual(await owed({ inTimeSince: ago(31) }), [29, 31], 'the oldest, if all are in time')
  assert.deepEqual(await owed({ inTimeSince: ago(5) }), [29, 31], 'and if all are too late')
  await pool.many('update documents set lease_until = now() where codigo_generacion = $1', [
    idOf(21),
  ])

  await transaction(pool, (tx) =>
    listInEvent(tx, { companyId: ONE, codigoGeneracion: idOf(91) }, [idOf(21), idOf(22)]),
  )
  assert.deepEqual(await owed(), [29, 31])
  assert.deepEqual(await owed({ companyId: OTHER }), [21, 32], 'the other’s under the same code')
  await transaction(pool, (tx) =>
    releaseFromEvent(tx, { companyId: ONE, codigoGeneracion: idOf(91) }),
  )
  assert.deepEqual(await owed(), [22, 23, 21])
  assert.deepEqual(await owed({ companyId: OTHER }), [21, 32])
})

test('after a rejected event of the company none is owed for a while, which is longer for what is too late', async () => {
  const rejected = (hours: number, more: object = {}) => [
    event(91, 'rechazado', hours, more),
    event(92, 'rechazado', hours + 1, more),
  ]
  // biome-ignore format: a table
  const cases: readonly (readonly [what: string, events: readonly object[], inTime: boolean, late: boolean])[] = [
    ['nothing rejected',     [event(91, 'firmado', 0)],                   true,  true],
    ['rejected just now',    rejected(0.5),                               false, false],
    ['at the first moment',  rejected(1),                                 true,  false],
    ['hours ago',            rejected(9.9),                               true,  false],
    ['long ago',             rejected(10),                                true,  true],
    ['in the other one',     rejected(0.5, { ambiente: '01' }),           true,  true],
    ['another company’s',    rejected(0.5, { company_id: OTHER }),        true,  true],
  ]
  for (const [what, events, inTime, late] of cases) {
    for (const [outageId, is] of [
      [IN_TIME, inTime],
      [LATE, late],
    ] as const) {
      await clear()
      await insertRows(pool, 'events', events as Parameters<typeof insertRows>[2])
      await insertRows(pool, 'documents', [document(21, outageId, 6)])
      assert.deepEqual(await owed(), is ? [21] : [], `${what}, ${outageId}`)
    }
  }
  await clear()
  await insertRows(pool, 'events', [event(91, 'rechazado', 9.9)])
  await insertRows(pool, 'documents', [document(21, IN_TIME, 6)])
  assert.deepEqual(await owed({ inTimeSince: ago(5) }), [], 'too late from that moment on')
  await pool.many('delete from events')
  const retorno = { kind: 'retorno', documento: idOf(21), totales: {} }
  await insertRows(pool, 'events', [event(93, 'rechazado', 0.5, retorno)])
  assert.deepEqual(await owed(), [21], 'of another kind')
})

test('a row that another transaction has locked is passed over', async () => {
  await insertRows(pool, 'documents', [document(21, IN_TIME, 6), document(22, IN_TIME, 5.5)])
  await transaction(pool, async (tx) => {
    await tx.run('select 1 from documents where codigo_generacion = $1 for update', [idOf(21)])
    assert.deepEqual(await owed(), [22])
  })
})

test('a document’s standing is of its own outage, event, company and account', async () => {
  await insertRows(pool, 'events', [event(91, 'firmado', 4, { company_id: OTHER })])
  await insertRows(pool, 'events', [
    event(91, 'sellado', 4, {
      sello_recibido: null,
      historial: [{ estado: 'sellado', fecha: NOW }],
    }),
    event(92, 'firmado', 4),
  ])
  await insertRows(pool, 'documents', [
    document(21, IN_TIME, 6, { evento_contingencia: idOf(91) }),
    document(22, OPEN, 1),
    document(23, null, 1),
    document(24, IN_TIME, 6, { evento_contingencia: idOf(92) }),
  ])
  await insertRows(pool, 'documents', [document(21, LATE, 33, { company_id: OTHER })])
  await insertRows(pool, 'ministry_accounts', [
    accountRow(ONE, '00'),
    accountRow(ONE, '01', { refused_why: 'refused' }),
    accountRow(OTHER, '00', { refused_why: 'refused' }),
  ])
  const standing = (n: number, companyId = ONE) =>
    findStanding(pool, { companyId, codigoGeneracion: idOf(n) })
  const none = { isListed: false, loginRefused: false, eventSealedAt: null }
  assert.deepEqual(await standing(21), {
    ...{ outageId: IN_TIME, closedAt: ago(5), isListed: true },
    ...{ loginRefused: false, eventSealedAt: ago(4) },
  })
  assert.deepEqual(await standing(22), { ...none, outageId: OPEN, closedAt: null })
  assert.deepEqual(await standing(23), { ...none, outageId: null, closedAt: null })
  assert.deepEqual(await standing(24), {
    ...{ ...none, outageId: IN_TIME, closedAt: ago(5), isListed: true },
  })
  assert.deepEqual(await standing(21, OTHER), {
    ...{ ...none, outageId: LATE, closedAt: ago(30), loginRefused: true },
  })
})

test('a period counts what the company signed in its outage, and lists its own events, oldest first', async () => {
  const historial = [{ estado: 'sellado', fecha: NOW }]
  const rechazo = { descripcionMsg: 'Fuera de plazo', codigoMsg: '1' }
  await insertRows(pool, 'events', [event(91, 'firmado', 4, { company_id: OTHER })])
  await insertRows(pool, 'events', [
    event(91, 'sellado', 4, { historial }),
    event(92, 'rechazado', 4.5, { rechazo }),
    event(93, 'firmado', 2),
    event(94, 'sellado', 3, { historial, ambiente: '01' }),
  ])
  await insertRows(pool, 'documents', [
    document(21, IN_TIME, 6, { evento_contingencia: idOf(91) }),
    document(22, IN_TIME, 6, { evento_contingencia: idOf(91), estado: 'sellado' }),
    document(23, IN_TIME, 6, { evento_contingencia: idOf(92) }),
    document(24, IN_TIME, 6),
    document(29, IN_TIME, 6, { evento_contingencia: idOf(91) }),
    document(25, LATE, 33, { estado: 'rechazado', evento_contingencia: idOf(93) }),
    document(26, LIVE, 6, { ambiente: '01', evento_contingencia: idOf(94) }),
    document(27, OPEN, 1, { estado: 'sellado' }),
    document(28, null, 1),
  ])
  await insertRows(pool, 'documents', [
    document(21, IN_TIME, 6, { company_id: OTHER, evento_contingencia: idOf(91) }),
    document(31, LATE, 33, { company_id: OTHER }),
  ])
  const listed = (n: number, estado: string, documentos: number) => ({
    ...{ codigoGeneracion: idOf(n), estado, documentos },
    ...{ selloRecibido: estado === 'sellado' ? 'sello' : null, motivo: null, sealedAt: null },
  })
  const late = {
    ...{ outageId: LATE, openedAt: ago(40), closedAt: ago(30), documentos: 1 },
    ...{ pendientes: 0, sinEvento: 0, eventos: [listed(93, 'firmado', 1)] },
  }
  const inTime = {
    ...{ outageId: IN_TIME, openedAt: ago(7), closedAt: ago(5), documentos: 5 },
    ...{ pendientes: 4, sinEvento: 2 },
    eventos: [
      { ...listed(92, 'rechazado', 1), motivo: 'Fuera de plazo' },
      { ...listed(91, 'sellado', 3), sealedAt: NOW },
    ],
  }
  const open = {
    ...{ outageId: OPEN, openedAt: ago(1), closedAt: null, documentos: 1 },
    ...{ pendientes: 0, sinEvento: 0, eventos: [] },
  }
  const found = (limit: number, companyId = ONE) =>
    findPeriods(pool, { companyId, ambiente: '00', limit })
  assert.deepEqual(await found(9), [open, inTime, late])
  assert.deepEqual(await found(1), [inTime], 'first what waits')
  assert.deepEqual(await found(2), [open, inTime], 'then the newest')
  assert.deepEqual(
    (await found(1, OTHER)).map(({ outageId }) => outageId),
    [LATE],
    'of two that wait the older',
  )
  assert.deepEqual(
    (await found(9, OTHER)).map(({ outageId, pendientes, sinEvento, eventos }) => [
      ...[outageId, pendientes, sinEvento, eventos.map(({ documentos }) => documentos)],
    ]),
    [
      [IN_TIME, 1, 1, [1]],
      [LATE, 1, 1, []],
    ],
  )
})

test('the contingency events of a company in one environment, signed after a moment, with what each lists', async () => {
  await insertRows(pool, 'documents', [document(20, null, 9)])
  await insertRows(pool, 'events', [
    event(91, 'sellado', 2),
    event(92, 'rechazado', 3),
    event(93, 'firmado', 5),
    event(94, 'firmado', 2, { ambiente: '01' }),
    event(95, 'firmado', 2, { kind: 'retorno', documento: idOf(20), totales: {} }),
  ])
  await insertRows(pool, 'events', [event(91, 'firmado', 2, { company_id: OTHER })])
  await insertRows(pool, 'documents', [
    document(21, IN_TIME, 6, { evento_contingencia: idOf(91) }),
    document(22, IN_TIME, 6, { evento_contingencia: idOf(91), estado: 'sellado' }),
    document(23, IN_TIME, 6, { evento_contingencia: idOf(92) }),
  ])
  await insertRows(pool, 'documents', [
    document(24, IN_TIME, 6, { company_id: OTHER, evento_contingencia: idOf(91) }),
  ])
  const of = { companyId: ONE, ambiente: '00', since: ago(5) } as const
  assert.deepEqual(await findContingencyEvents(pool, of), [
    { codigoGeneracion: idOf(92), estado: 'rechazado', selloRecibido: null, documentos: 1 },
    { codigoGeneracion: idOf(91), estado: 'sellado', selloRecibido: 'sello', documentos: 2 },
  ])
})
