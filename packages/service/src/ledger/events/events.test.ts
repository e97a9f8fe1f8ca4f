/** The statements about events: each finds and changes those of its company, environment, kind and state alone. */
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
} from '../../../test/rows.ts'
import { systemRandom } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import type { OnSkipped } from '../cluster/due.ts'
import type { Kind } from '../transmission/filing.ts'
import { encryptPayload } from '../transmission/payload.ts'
import { eventStore, takeEvento } from './event-store.ts'
import {
  findEvento,
  findEventosOf,
  findInvalidacionesDe,
  findOperacionesOfCall,
  findRetornoOfCall,
  findReturnLines,
} from './find-events.ts'
import { countReturned, countSealedEvents } from './sealed.ts'
import { settleEvento } from './settle-event.ts'

const [ONE, OTHER] = [idOf(1), idOf(2)]
const dataKey = Buffer.alloc(32, 7)
const onSkipped: OnSkipped = (skipped, error) => assert.fail(`${JSON.stringify(skipped)} ${error}`)

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(2), companyRow(1)])
})
after(() => database.drop())
beforeEach(async () => {
  for (const table of ['return_lines', 'events', 'documents']) {
    await pool.many(`delete from ${table}`)
  }
  await insertRows(pool, 'documents', [document(21, OTHER), document(21), document(22)])
})

const document = (n: number, company_id = ONE, more: object = {}) =>
  documentRow({ company_id, codigo_generacion: idOf(n), estado: 'sellado', ...more })

/** A return event of the first company about its document 21. */
function event(n: number, more: Readonly<Record<string, unknown>> = {}) {
  const { company_id: companyId = ONE, kind = 'retorno' } = more
  const codigoGeneracion = idOf(n)
  const payload = encryptPayload(
    { kind: kind as Kind, companyId: String(companyId), codigoGeneracion, payload: `event ${n}` },
    { dataKey, random: systemRandom },
  )
  return eventRow({
    ...{ company_id: companyId, codigo_generacion: codigoGeneracion, kind, estado: 'sellado' },
    documento: kind === 'retorno' ? idOf(21) : null,
    ...{ payload: `\\x${payload.toString('hex')}`, idempotency_key: 'call', ...more },
  })
}

const reader = (companyId = ONE, ambiente: '00' | '01' = '00') =>
  ({ companyId, ambiente, nit: '0614', dataKey }) as const
const numbersOf = (rows: readonly ({ codigoGeneracion: string } | null)[]) =>
  rows.map((row) => row && Number(row.codigoGeneracion.slice(-12)))

test('events are found by their code, their document or the event that they cancel, newest first', async () => {
  await insertRows(pool, 'events', [
    event(31, { company_id: OTHER }),
    event(31, { created_at: ago(3), sendings: 0 }),
    event(33, { created_at: ago(2) }),
    event(32, { created_at: ago(2) }),
    event(34, { created_at: ago(1), ambiente: '01' }),
    event(35, { documento: idOf(22) }),
  ])
  const cancels = { kind: 'invalidacion', estado: 'rechazado', evento: idOf(31) }
  await insertRows(pool, 'events', [
    event(41, { ...cancels, company_id: OTHER }),
    event(41, { ...cancels, created_at: ago(3), reemplazo: null }),
    event(43, { ...cancels, created_at: ago(2), reemplazo: null }),
    event(42, { ...cancels, created_at: ago(2), reemplazo: null }),
    event(44, { ...cancels, created_at: ago(1), ambiente: '01' }),
    event(45, { ...cancels, evento: idOf(32) }),
  ])
  const found = await findEvento(pool, reader(), idOf(31))
  assert.deepEqual(
    [found?.payload, found?.nit, found?.companyId, found?.mayHaveArrived, found?.createdAt],
    ['event 31', '0614', ONE, false, ago(3)],
  )
  assert.equal((await findEvento(pool, reader(), idOf(33)))?.mayHaveArrived, true)
  for (const [who, n] of [
    [reader(OTHER), 32],
    [reader(ONE, '01'), 31],
    [reader(), 34],
  ] as const) {
    assert.equal(await findEvento(pool, who, idOf(n)), null)
  }
  assert.deepEqual(numbersOf(await findEventosOf(pool, reader(), idOf(21))), [32, 33, 31])
  assert.deepEqual(numbersOf(await findEventosOf(pool, reader(ONE, '01'), idOf(21))), [34])
  assert.deepEqual(numbersOf(await findEventosOf(pool, reader(OTHER), idOf(21))), [31])
  const cancelling = (...of: Parameters<typeof reader>) =>
    findInvalidacionesDe(pool, reader(...of), idOf(31))
  assert.deepEqual(numbersOf(await cancelling()), [42, 43, 41])
  assert.deepEqual(numbersOf(await cancelling(ONE, '01')), [44])
  assert.deepEqual(numbersOf(await cancelling(OTHER)), [41])
})

test('a call finds the event that it signed itself, if that one counts', async () => {
  const same = { key_id: 'key', intencion: '\\x05' }
  // biome-ignore format: a table
  const cases: readonly (readonly [what: string, more: Readonly<Record<string, unknown>>, isFound: boolean])[] = [
    ['sealed',              {},                              true],
    ['signed',              { estado: 'firmado' },           true],
    ['rejected',            { estado: 'rechazado' },         false],
    ['given up',            { estado: 'abandonado' },        false],
    ['invalidated',         { estado: 'invalidado' },        false],
    ['of another key',      { key_id: 'other' },             false],
    ['of another call',     { idempotency_key: 'other' },    false],
    ['of another request',  { intencion: '\\x06' },          false],
    ['another company’s',   { company_id: OTHER },           false],
  ]
  const call = {
    keyId: 'key',
    idempotencyKey: 'call',
    intenciones: [4, 5].map((n) => Buffer.of(n)),
  }
  const found = async () =>
    numbersOf([
      await findRetornoOfCall(pool, reader(), { ...call, documento: idOf(21) }),
      await findRetornoOfCall(pool, reader(), { ...call, documento: idOf(22) }),
      await findOperacionesOfCall(pool, reader(), call),
    ])
  for (const [what, more, isFound] of cases) {
    await pool.many('delete from events')
    await insertRows(pool, 'events', [
      event(31, { ...same, created_at: ago(2), ...more }),
      event(32, { ...same, created_at: ago(1), documento: idOf(21), ...more }),
      event(33, { ...same, created_at: ago(3), ...more }),
      event(34, { ...same, created_at: NOW, kind: 'invalidacion', documento: idOf(21), ...more }),
    ])
    assert.deepEqual(await found(), [isFound ? 32 : null, null, null], `a return, ${what}`)
    await pool.many('delete from events')
    const operaciones = { ...same, kind: 'operaciones' }
    await insertRows(pool, 'events', [
      event(31, { ...operaciones, created_at: ago(2), ...more }),
      event(32, { ...operaciones, created_at: ago(1), ...more }),
      event(33, { ...operaciones, created_at: ago(3), ...more }),
    ])
    assert.deepEqual(await found(), [null, null, isFound ? 32 : null], `operations, ${what}`)
  }
})

test('what returns took is told by event, in the order of its lines', async () => {
  const cancels = { kind: 'invalidacion', documento: idOf(21), evento: idOf(31) }
  await insertRows(pool, 'events', [
    event(31, { company_id: OTHER }),
    event(31),
    event(32),
    event(33, { documento: idOf(22) }),
    event(33, { company_id: OTHER }),
    event(34, cancels),
  ])
  const line = (n: number, position: number, linea: number, more: object = {}) => ({
    ...{ company_id: ONE, evento: idOf(n), linea, position, cantidad: '2', no_gravado: null },
    ...more,
  })
  await insertRows(pool, 'return_lines', [
    line(31, 2, 1),
    line(31, 1, 5, { cantidad: null, no_gravado: '0.50' }),
    line(32, 1, 3),
    line(33, 1, 9),
    line(34, 1, 8),
    line(31, 3, 7, { company_id: OTHER }),
  ])
  assert.deepEqual(
    [...(await findReturnLines(pool, ONE, idOf(21)))],
    [
      [
        idOf(31),
        [
          { linea: 5, cantidad: null, noGravado: '0.50000000' },
          { linea: 1, cantidad: '2.00000000', noGravado: null },
        ],
      ],
      [idOf(32), [{ linea: 3, cantidad: '2.00000000', noGravado: null }]],
    ],
  )
})

test('the sealed events of tests are counted, and the returned documents of some references', async () => {
  await pool.many('delete from documents')
  await insertRows(pool, 'documents', [
    document(21, OTHER, { referencia: 'a' }),
    document(21, ONE, { referencia: 'a' }),
    document(22, ONE, { referencia: 'b' }),
    document(22, OTHER, { referencia: 'b' }),
    document(23, ONE, { referencia: 'c' }),
    document(24, ONE, { referencia: 'd', ambiente: '01' }),
    document(25, ONE, { referencia: 'e', estado: 'invalidado' }),
    document(26, ONE, { referencia: 'f' }),
  ])
  const sealed = { kind: 'contingencia' }
  await insertRows(pool, 'events', [
    ...[21, 23, 24, 25].map((n) => event(n + 10, { documento: idOf(n) })),
    event(36, { documento: idOf(22), estado: 'firmado' }),
    event(37, { documento: idOf(21), ambiente: '01' }),
    event(38, { documento: idOf(26), kind: 'invalidacion' }),
    event(31, { company_id: OTHER }),
    event(32, { company_id: OTHER, documento: idOf(22) }),
    event(41, sealed),
    event(42, { ...sealed, estado: 'firmado' }),
    event(43, { ...sealed, ambiente: '01' }),
    event(41, { ...sealed, company_id: OTHER }),
  ])
  assert.deepEqual(await countSealedEvents(pool, ONE), { retorno: 4, contingencia: 1 })
  const returned = (referencias: readonly string[], limit = 9) =>
    countReturned(pool, { companyId: ONE, referencias, limit })
  assert.equal(await returned(['a', 'b', 'c', 'd', 'e', 'f']), 2)
  assert.equal(await returned(['a', 'b', 'c', 'd', 'e', 'f'], 2), 1, 'of the first ones')
  assert.equal(await returned(['a', 'f'], 1), 1, 'the first one')
  assert.equal(await returned(['b', 'c']), 1)
})

test('of each kind no more than a hundred sealed events are counted', async () => {
  const kinds = ['retorno', 'contingencia']
  await insertRows(
    pool,
    'events',
    kinds.flatMap((kind, k) =>
      Array.from({ length: 101 }, (_, i) => event(1_000 * (k + 1) + i, { kind })),
    ),
  )
  assert.deepEqual(await countSealedEvents(pool, ONE), { retorno: 100, contingencia: 100 })
})

test('an event that is due is leased once, and one that is signed is taken by whoever finds it free', async () => {
  const due = { estado: 'firmado', retry_at: ago(1), lease_until: null }
  await insertRows(pool, 'events', [
    event(31, { ...due, company_id: OTHER, retry_at: ago(4) }),
    event(31, { ...due, attempts: 2, kind: 'invalidacion', documento: idOf(21) }),
    event(32, { ...due, retry_at: NOW, lease_until: NOW, kind: 'contingencia' }),
    event(33, { ...due, retry_at: ago(-0.1) }),
    event(34, { ...due, lease_until: ago(-0.1) }),
    event(35, { ...due, ambiente: '01', retry_at: ago(3) }),
    event(36, { ...due, retry_at: null }),
    event(37, { ...due, retry_at: null, estado: 'sellado' }),
  ])
  const lease = { now: NOW, leaseUntil: ago(-2), away: [] } as const
  const list = async (more: Partial<Parameters<typeof eventStore.listDue>[1]> = {}) =>
    (await eventStore.listDue(pool, { ...lease, limit: 9, except: [], ...more }, onSkipped)).map(
      ({ company_id, codigo_generacion }) =>
        `${Number(company_id.slice(-12))} ${codigo_generacion.slice(-2)}`,
    )
  assert.deepEqual(await list(), ['2 31', '1 35', '1 31', '1 32'])
  assert.deepEqual(await list({ limit: 2 }), ['2 31', '1 35'])
  assert.deepEqual(await list({ away: ['01'], except: [OTHER] }), ['1 31', '1 32'])
  const codes = [31, 32, 33, 34, 35, 36].map(idOf)
  const taken = await eventStore.take(pool, { companyId: ONE, codes }, { ...lease, away: ['01'] })
  const [first] = taken.toSorted((a, b) => (a.codigo_generacion < b.codigo_generacion ? -1 : 1))
  assert.deepEqual(first, {
    ...{ company_id: ONE, codigo_generacion: idOf(31), ambiente: '00', attempts: 3 },
    ...{ created_at: NOW, nit: '06140101900001', data_key: Buffer.of(1) },
  })
  assert.equal(taken.length, 2)
  assert.deepEqual(
    await eventStore.take(pool, { companyId: ONE, codes }, { ...lease, away: ['01'] }),
    [],
  )
  const rows = async () =>
    (
      await pool.many<{ row: string }>(
        `select concat_ws(' ', right(company_id::text, 1), right(codigo_generacion::text, 2), attempts,
                          sendings, retry_at = $1, lease_until = $1) as row
           from events where attempts > 0 order by company_id, codigo_generacion`,
        [ago(-2)],
      )
    ).map(({ row }) => row)
  assert.deepEqual(
    await rows(),
    ['1 31 3 1 t t', '1 32 1 2 t t'],
    'an invalidation is only asked about',
  )

  const take = (n: number, to: 'send' | 'ask', companyId = ONE) =>
    takeEvento(pool, { companyId, codigoGeneracion: idOf(n) }, { now: NOW, to })
  assert.deepEqual(
    [
      ...[await take(36, 'send'), await take(36, 'send'), await take(31, 'send')],
      ...[await take(37, 'send'), await take(36, 'send', OTHER), await take(33, 'ask')],
    ],
    [true, false, false, false, false, true],
  )
  const others = ['1 33 1 1 f f', '1 36 1 2 f f']
  assert.deepEqual(await rows(), ['1 31 3 1 t t', '1 32 1 2 t t', ...others])
})

test('a verdict ends in the histories with its reason, and tells when the ministry is asked again', async () => {
  await pool.many('update documents set historial = $1', [JSON.stringify(['sellado x'])])
  const signed = { estado: 'firmado', lease_until: NOW, retry_at: NOW }
  const voids = { kind: 'invalidacion', evento: null, reemplazo: null, documento: idOf(21) }
  const returns = [31, 32, 33, 35].map((n) =>
    event(n, { ...signed, reemplazo: null, evento: null }),
  )
  const late = { ...signed, reemplazo: null, evento: null, estado: 'rechazado' }
  await insertRows(pool, 'events', [...returns, event(34, late)])
  const sealed = { reemplazo: null, evento: null, documento: idOf(22) }
  await insertRows(pool, 'events', [
    event(36, { ...sealed, lease_until: null, retry_at: null }),
    event(41, { ...signed, ...voids, estado: 'abandonado' }),
    event(42, { ...signed, ...voids }),
    event(44, { ...signed, ...voids, documento: idOf(22), evento: idOf(36) }),
  ])
  const SEALED = { kind: 'sealed', selloRecibido: 's', fhProcesamiento: null, observaciones: [] }
  const words = { codigoMsg: '1', clasificaMsg: null, descripcionMsg: 'MAL', observaciones: ['o'] }
  const REJECTED = { kind: 'rejected', ...words, fhProcesamiento: null }
  const settle = async (n: number, verdict: object, more: object = {}) => {
    const found = await findEvento(pool, reader(), idOf(n))
    const settling = { verdict, now: NOW, retryAt: null } as Parameters<typeof settleEvento>[2]
    return found && settleEvento(pool, { ...found, ...more }, settling)
  }
  const doubtful = { doubtfulSince: NOW }
  const settled = [
    ...[await settle(31, REJECTED), await settle(32, { kind: 'abandoned' })],
    ...[await settle(33, { ...REJECTED, doubtful: true }), await settle(34, SEALED, doubtful)],
    ...[
      await settle(35, { kind: 'unanswered', why: 'timeout' }),
      await settle(41, SEALED, doubtful),
    ],
    ...[await settle(44, SEALED), await settle(44, SEALED)],
  ]
  assert.deepEqual(settled, [
    ...['rechazado', 'abandonado', 'rechazado', 'sellado', 'firmado', 'sellado', 'sellado', null],
  ])
  const LATE = 'Hacienda selló un envío anterior, que había quedado sin respuesta.'
  const histories = await pool.many<{ row: string }>(
    `select concat_ws(' ', right(codigo_generacion::text, 2), estado, retry_at > $1, lease_until,
                      historial -> -1 ->> 'estado', historial -> -1 ->> 'motivo') as row
       from events order by codigo_generacion`,
    [NOW],
  )
  assert.deepEqual(
    histories.map(({ row }) => row),
    [
      '31 rechazado rechazado MAL',
      '32 abandonado t abandonado Hacienda no lo tiene; no se vuelve a enviar.',
      '33 rechazado t rechazado MAL',
      `34 sellado sellado ${LATE}`,
      '35 firmado',
      `36 invalidado invalidado Evento de invalidación ${idOf(44)}.`,
      `41 sellado sellado ${LATE}`,
      `42 abandonado abandonado Hacienda selló antes el evento ${idOf(41)}.`,
      '44 sellado sellado',
    ],
  )
  const documents = await pool.many<{ estado: string; historial: readonly string[] }>(
    'select estado, historial from documents order by codigo_generacion, company_id',
  )
  const void21 = `invalidado ${NOW.toISOString()} Evento de invalidación ${idOf(41)}.`
  assert.deepEqual(
    documents.map(({ estado, historial }) => [estado, ...historial]),
    [
      ['invalidado', 'sellado x', void21],
      ['sellado', 'sellado x'],
      ['sellado', 'sellado x'],
    ],
  )
  const { rechazo } = (await findEvento(pool, reader(), idOf(33))) ?? {}
  assert.deepEqual(rechazo, { ...words, fhProcesamiento: null, doubtful: true })
})
