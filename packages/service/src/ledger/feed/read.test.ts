/** What feeds take from the outbox, tell and forget: each of its own company and environment. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import {
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
import { createLog } from '../../base/log.ts'
import { forgetOld } from '../outbox/forget.ts'
import { relay } from '../outbox/relay.ts'
import { readFeed, readFeedAt, readFeedState } from './read.ts'

const [ONE, OTHER] = [idOf(1), idOf(2)]
const log = createLog('silent')

let database: TestDatabase
let pool: Pool
let onCluster: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  onCluster = database.createPool({ isCluster: true })
  await insertRows(pool, 'companies', [companyRow(2), companyRow(1)])
  await insertRows(
    pool,
    'people',
    [1, 2, 3].map((n) => ({
      ...{ person_id: idOf(n), correo: `p${n}@example.com`, nombre: `P ${n}`, created_at: NOW },
    })),
  )
  const member = (company_id: string, n: number, rol: string) => ({
    ...{ company_id, person_id: idOf(n), rol, created_at: NOW },
  })
  await insertRows(pool, 'memberships', [
    member(ONE, 1, 'dueno'),
    member(ONE, 2, 'administrador'),
    member(OTHER, 3, 'dueno'),
  ])
})
after(() => database.drop())
beforeEach(async () => {
  for (const table of ['owner_mails', 'outbox', 'feed', 'feeds', 'feed_epochs']) {
    await pool.many(`delete from ${table}`)
  }
})

const tells = (position: number, tipo: string, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ company_id: ONE, ambiente: '00', position, tipo, about: null, datos: null, at: ago(1) },
  ...more,
})

test('what waits gets the next positions of its feed in order, and what is for owners is owed to them once a day', async () => {
  const waits = (company_id: string, ambiente: string, tipo: string, more: object = {}) => ({
    ...{ company_id, ambiente, tipo, about: null, datos: null, at: ago(2), ...more },
  })
  const TIPO = 'llave.suspendida'
  for (const any of [pool, onCluster]) {
    for (const table of ['feed', 'feeds', 'owner_mails']) await pool.many(`delete from ${table}`)
    await insertRows(pool, 'feeds', [{ company_id: ONE, ambiente: '00', last: 7 }])
    const mail = (n: number, key: string, hours: number, more: object = {}) => ({
      ...{ company_id: ONE, mail_id: idOf(n), person_id: idOf(1), ambiente: '00', tipo: TIPO },
      ...{ datos: { key }, at: ago(hours), attempt_at: null, ...more },
    })
    await insertRows(pool, 'owner_mails', [
      mail(41, 'today', 25.9),
      mail(42, 'before', 26),
      mail(43, 'theirs', 3, { company_id: OTHER, person_id: idOf(3) }),
      mail(44, 'another', 3, { tipo: 'copia.fallida' }),
    ])
    await insertRows(pool, 'outbox', [
      waits(ONE, '00', 'dte.sellado', { about: idOf(21) }),
      waits(OTHER, '00', TIPO, { datos: { key: 'k' } }),
      waits(ONE, '01', TIPO, { datos: { key: 'both' } }),
      waits(ONE, '00', TIPO, { datos: { key: 'both' }, at: ago(1) }),
      ...['today', 'before', 'theirs', 'another'].map((key) =>
        waits(ONE, '00', TIPO, { datos: { key } }),
      ),
    ])
    assert.equal(await relay({ pool: any, fence: { seen: null }, log }), 8)
    const told = await pool.many<{ told: string }>(
      `select concat_ws(' ', right(company_id::text, 1), ambiente, position, tipo, right(about::text, 2),
                        datos ->> 'key') as told from feed order by company_id, ambiente, position`,
    )
    assert.deepEqual(
      told.map((row) => row.told),
      [
        ...['1 00 8 dte.sellado 21', `1 00 9 ${TIPO} both`, `1 00 10 ${TIPO} today`],
        ...['before', 'theirs', 'another'].map((key, i) => `1 00 ${11 + i} ${TIPO} ${key}`),
        ...[`1 01 1 ${TIPO} both`, `2 00 1 ${TIPO} k`],
      ],
    )
    const owed = await pool.many<{ owed: string }>(
      `select concat_ws(' ', right(company_id::text, 1), right(person_id::text, 1), ambiente, tipo,
                        datos ->> 'key', at = attempt_at) as owed
         from owner_mails where attempt_at is not null order by company_id, datos ->> 'key'`,
    )
    assert.deepEqual(
      owed.map((row) => row.owed),
      [
        ...['another', 'before'].map((key) => `1 1 00 ${TIPO} ${key} t`),
        `1 1 01 ${TIPO} both t`, // of both environments the live one
        `1 1 00 ${TIPO} theirs t`,
        `2 3 00 ${TIPO} k t`,
      ],
    )
    const lasts = await pool.many<{ last: bigint }>(
      'select last from feeds order by company_id, ambiente',
    )
    assert.deepEqual(
      lasts.map(({ last }) => last),
      [13n, 1n, 1n],
    )
    assert.equal(await relay({ pool: any, fence: { seen: null }, log }), 0)
  }
})

test('a feed tells of documents, events, mails and outages of its own company', async () => {
  await insertRows(pool, 'ministry_outages', [outageRow(idOf(12), '00', 9, 8)])
  await insertRows(pool, 'ministry_outages', [outageRow(idOf(11), '00', 7, 5)])
  const document = (n: number, company_id: string, referencia: string) =>
    documentRow({ company_id, codigo_generacion: idOf(n), estado: 'sellado', referencia })
  await insertRows(pool, 'documents', [
    ...[document(21, OTHER, 'theirs'), document(22, OTHER, 'theirs too')],
    ...[document(22, ONE, 'another'), document(21, ONE, 'ours')],
  ])
  const event = (n: number, company_id: string, documento: number) =>
    eventRow({
      ...{ company_id, codigo_generacion: idOf(n), kind: 'retorno', estado: 'rechazado' },
      documento: idOf(documento),
    })
  // What a row is about is looked for where its type says: another thing may have the same id.
  await insertRows(pool, 'events', [event(31, OTHER, 22), event(41, ONE, 22), event(31, ONE, 21)])
  const delivery = (n: number, company_id: string, documento: number) => ({
    ...{ company_id, delivery_id: idOf(n), codigo_generacion: idOf(documento) },
    ...{ address_id: 1, ambiente: '00', ocasion: 'sellado', attempt_at: NOW, created_at: NOW },
  })
  await insertRows(pool, 'deliveries', [
    ...[delivery(41, OTHER, 22), delivery(31, ONE, 22), delivery(41, ONE, 21)],
  ])
  await insertRows(pool, 'feeds', [
    { company_id: OTHER, ambiente: '00', last: 9, forgotten: 4 },
    { company_id: ONE, ambiente: '00', last: 6, forgotten: 1 },
  ])
  const epoch = (company_id: string, ambiente: string, n: number, after: number) => ({
    ...{ company_id, ambiente, epoch: n, after, desde: ago(n) },
  })
  await insertRows(pool, 'feed_epochs', [
    epoch(OTHER, '00', 9, 5),
    epoch(ONE, '01', 8, 5),
    epoch(ONE, '00', 7, 5),
    epoch(ONE, '00', 6, 0),
  ])
  await insertRows(pool, 'feed', [
    tells(1, 'dte.sellado', { company_id: OTHER, about: idOf(21) }),
    tells(1, 'dte.sellado', { about: idOf(21) }),
    tells(2, 'retorno.rechazado', { about: idOf(31) }),
    tells(3, 'entrega.enviada', { about: idOf(41) }),
    tells(4, 'contingencia.abierta', { about: idOf(11) }),
    tells(5, 'contingencia.cerrada', { about: idOf(11) }),
    tells(6, 'feed.restaurado'),
    tells(7, 'copia.fallida', { datos: { destino: 'd' } }),
    tells(8, 'dte.sellado', { ambiente: '01' }),
  ])
  const state = await readFeedState(pool, { companyId: ONE, ambiente: '00' })
  const epochs = [
    { epoch: 6n, after: 0n },
    { epoch: 7n, after: 5n },
  ]
  assert.deepEqual(state, { last: 6n, forgotten: 1n, epochs })
  const of = { companyId: ONE, ambiente: '00', epochs } as const
  const read = (more: object = {}) =>
    readFeed(pool, { ...of, after: 0n, limit: 9, tipo: null, ...more })
  const { told, upTo } = await read()
  assert.equal(upTo, 7n)
  const documento = {
    ...{ codigoGeneracion: idOf(21), tipoDte: '01', fecEmi: '2026-11-10', referencia: 'ours' },
    numeroControl: `DTE-01-M001P001-${idOf(21).slice(-15)}`,
  }
  const datos = told.map(({ novedad }) => novedad.datos as Record<string, unknown>)
  assert.deepEqual(
    { ...datos[0], totales: null },
    { estado: 'sellado', ...documento, selloRecibido: 'sello', totales: null },
  )
  assert.deepEqual(datos.slice(1), [
    { evento: idOf(31), ...documento },
    { entrega: idOf(41), ...documento },
    { desde: ago(7).toISOString(), hasta: null },
    { desde: ago(7).toISOString(), hasta: ago(5).toISOString() },
    { desde: ago(7).toISOString() },
    { destino: 'd' },
  ])
  assert.equal(new Set(told.map(({ novedad }) => novedad.id)).size, 7)

  const page = async (more: object) => {
    const found = await read(more)
    return [...found.told.map(({ position }) => Number(position)), found.upTo]
  }
  assert.deepEqual(await page({ after: 5n }), [6, 7, 7n])
  assert.deepEqual(await page({ limit: 2 }), [1, 2, 2n])
  assert.deepEqual(await page({ after: 7n }), [7n])
  assert.deepEqual(await page({ tipo: 'entrega.enviada' }), [3, 6, 7n], 'a restore is always told')
  assert.deepEqual(await page({ tipo: 'entrega.enviada', limit: 1 }), [3, 3n])
  assert.deepEqual(await page({ tipo: 'llave.suspendida', after: 6n }), [7n])
  const at = async (positions: readonly bigint[]) =>
    (await readFeedAt(pool, { ...of, positions })).map(({ position }) => Number(position))
  assert.deepEqual(await at([7n, 2n, 8n, 1n]), [1, 2, 7])
  assert.deepEqual(await at([]), [])
  assert.deepEqual(await at([99n]), [])
  assert.deepEqual(
    (await readFeedAt(pool, { ...of, positions: [3n] }))[0]?.novedad,
    told[2]?.novedad,
  )
})

test('of each feed the first rows are forgotten up to the first young one, and how far is noted', async () => {
  const DAYS = 30 * 24
  const old = { at: ago(DAYS) }
  for (const any of [pool, onCluster]) {
    await pool.many('delete from feed')
    await pool.many('delete from feeds')
    const feed = (company_id: string, ambiente: string, forgotten: number) => ({
      ...{ company_id, ambiente, last: 9, forgotten },
    })
    await insertRows(pool, 'feeds', [
      ...[feed(ONE, '00', 0), feed(ONE, '01', 0), feed(OTHER, '00', 0), feed(OTHER, '01', 2)],
    ])
    await insertRows(pool, 'feed', [
      tells(1, 'dte.sellado', old),
      tells(2, 'dte.sellado', old),
      tells(3, 'dte.sellado', { at: ago(DAYS - 0.01) }),
      tells(4, 'dte.sellado', old),
      tells(1, 'dte.sellado', { ambiente: '01' }),
      tells(2, 'dte.sellado', { ...old, ambiente: '01' }),
      tells(1, 'dte.sellado', { at: ago(DAYS + 9), company_id: OTHER }),
      tells(2, 'dte.sellado', { company_id: OTHER }),
      tells(3, 'dte.sellado', { ...old, company_id: OTHER, ambiente: '01' }),
      tells(4, 'dte.sellado', { company_id: OTHER, ambiente: '01' }),
    ])
    assert.equal(await forgetOld({ pool: any, clock: { now: () => NOW }, log }), 4)
    const forgotten = await pool.many<{ row: string }>(
      `select concat_ws(' ', right(company_id::text, 1), ambiente, forgotten) as row from feeds order by 1`,
    )
    assert.deepEqual(
      forgotten.map(({ row }) => row),
      ['1 00 2', '1 01 0', '2 00 1', '2 01 3'],
    )
    const kept = await pool.many<{ row: string }>(
      `select concat_ws(' ', right(company_id::text, 1), ambiente, position) as row from feed order by 1`,
    )
    assert.deepEqual(
      kept.map(({ row }) => row),
      ['1 00 3', '1 00 4', '1 01 1', '1 01 2', '2 00 2', '2 01 4'],
    )
  }
})
