/** The statements of outages: each finds and changes the rows of its own, and no other. */
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
import type { OnSkipped } from '../cluster/due.ts'
import { lastAnswerOfOthers, publishAnswer } from './answers.ts'
import { addWindow, listWindows, removeWindow } from './maintenance.ts'
import { closeOutage, hastenWaiting, openOutage, readOutages, takeProbe } from './outages.ts'

const [ONE, OTHER] = [idOf(1), idOf(2)]
const [OPEN, CLOSED, BEFORE, LIVE] = [idOf(11), idOf(12), idOf(13), idOf(14)]
const onSkipped: OnSkipped = (skipped, error) => assert.fail(`${JSON.stringify(skipped)} ${error}`)

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(1), companyRow(2)])
  await insertRows(pool, 'ministry_accounts', [
    accountRow(ONE, '00'),
    accountRow(ONE, '01'),
    accountRow(OTHER, '00'),
  ])
})
after(() => database.drop())
beforeEach(async () => {
  await pool.many('update documents set evento_contingencia = null, lote = null')
  for (const table of ['lots', 'events', 'documents', 'ministry_outages', 'outbox']) {
    await pool.many(`delete from ${table}`)
  }
  await insertRows(pool, 'ministry_outages', [
    outageRow(CLOSED, '00', 7, 5),
    outageRow(BEFORE, '00', 20, 9),
    outageRow(LIVE, '01', 7, 4),
  ])
})

/** A document in contingency; without more, of the first company in tests. */
const document = (n: number, more: object = {}) =>
  documentRow({ company_id: ONE, codigo_generacion: idOf(n), estado: 'contingencia', ...more })

const event = (n: number, estado: string, more: object = {}) =>
  eventRow({
    ...{ company_id: ONE, codigo_generacion: idOf(n), kind: 'contingencia', estado },
    ...more,
  })

const told = async () =>
  (
    await pool.many<{ told: string }>(
      `select concat_ws(' ', right(company_id::text, 1), ambiente, tipo, right(about::text, 2)) as told
         from outbox order by 1`,
    )
  ).map((row) => row.told)

const numberOf = (code: string) => Number(code.slice(-12))

test('an outage is opened once, if no other process has an answer from after its beginning', async () => {
  const begins = ago(2)
  const first = { outageId: OPEN, ambiente: '00', openedAt: begins, probeAt: NOW } as const
  const open = (processId = idOf(31)) => openOutage(pool, { ...first, processId })
  const openedIn = async () =>
    (await readOutages(pool, NOW, onSkipped)).open.map(({ outageId }) => outageId)
  const answer = (ambiente: string, process: number, at: Date) => ({
    ...{ ambiente, process_id: idOf(process), answered_at: at },
  })
  // biome-ignore format: a table
  const cases = [
    ['none',                    [],                                    true],
    ['its own, from after it',  [answer('00', 31, ago(1))],            true],
    ['another’s, from before',  [answer('00', 32, ago(2.1))],          true],
    ['another’s, at that time', [answer('00', 32, begins)],            true],
    ['another’s, elsewhere',    [answer('01', 32, ago(1))],            true],
    ['another’s, from after',   [answer('00', 32, ago(1.9))],          false],
  ] as const
  for (const [what, answers, opens] of cases) {
    await pool.many('delete from ministry_answers')
    if (answers.length > 0) await insertRows(pool, 'ministry_answers', answers)
    await open()
    assert.deepEqual(await openedIn(), opens ? [OPEN] : [], what)
    assert.deepEqual(await told(), opens ? BOTH_TOLD('abierta') : [], what)
    await pool.many('delete from outbox')
    await pool.many('delete from ministry_outages where outage_id = $1', [OPEN])
  }
  await pool.many('delete from ministry_answers')
  await open()
  await openOutage(pool, { ...first, outageId: idOf(19), processId: idOf(31) })
  assert.deepEqual(await readOutages(pool, NOW, onSkipped), {
    ...{ open: [first], owed: [], windows: [] },
  })
  assert.deepEqual(await told(), BOTH_TOLD('abierta'), 'once')
})

const BOTH_TOLD = (end: string) => [`1 00 contingencia.${end} 11`, `2 00 contingencia.${end} 11`]

test('one process takes the probe of an open outage that is due, and one closes it', async () => {
  await insertRows(pool, 'ministry_outages', [outageRow(OPEN, '00', 2, null)])
  await insertRows(pool, 'ministry_outages', [outageRow(idOf(15), '01', 2, null)])
  const nextAt = ago(-1)
  const take = (id: string, now: Date) => takeProbe(pool, id, { now, nextAt })
  assert.equal(await take(OPEN, ago(1.01)), false, 'not due yet')
  assert.equal(await take(CLOSED, NOW), false, 'closed')
  assert.equal(await take(OPEN, ago(1)), true)
  assert.equal(await take(OPEN, NOW), false, 'taken')
  const { open } = await readOutages(pool, NOW, onSkipped)
  assert.deepEqual(
    open.toSorted((a, b) => (a.ambiente < b.ambiente ? -1 : 1)).map(({ probeAt }) => probeAt),
    [nextAt, ago(1)],
  )

  const which = { outageId: OPEN, ambiente: '00', openedAt: ago(2), probeAt: NOW } as const
  assert.equal(await closeOutage(pool, which, ago(3)), true)
  assert.equal(await closeOutage(pool, which, NOW), false)
  const ends = await pool.many<{ id: string; at: Date | null }>(
    'select outage_id as id, closed_at as at from ministry_outages order by outage_id',
  )
  assert.deepEqual(
    ends.map(({ id, at }) => [id, at]),
    [
      [OPEN, ago(2)], // not before it began
      [CLOSED, ago(5)],
      [BEFORE, ago(9)],
      [LIVE, ago(4)],
      [idOf(15), null],
    ],
  )
  assert.deepEqual(await told(), BOTH_TOLD('cerrada'))
})

test('an environment owes an event if a document of a closed outage is in none', async () => {
  await insertRows(pool, 'events', [event(91, 'firmado')])
  const owes = async (more: object) => {
    await insertRows(pool, 'documents', [document(21, more)])
    const { owed } = await readOutages(pool, NOW, onSkipped)
    await pool.many('delete from documents')
    return owed
  }
  assert.deepEqual(await owes({ outage_id: CLOSED }), ['00'])
  assert.deepEqual(await owes({ outage_id: LIVE, ambiente: '01' }), ['01'])
  assert.deepEqual(await owes({ outage_id: CLOSED, evento_contingencia: idOf(91) }), [])
  assert.deepEqual(await owes({ outage_id: CLOSED, estado: 'sellado' }), [])
  assert.deepEqual(await owes({ outage_id: null }), [])
  await insertRows(pool, 'documents', [document(22, { outage_id: LIVE, ambiente: '01' })])
  assert.deepEqual(await owes({ outage_id: CLOSED }), ['00', '01'])
  await insertRows(pool, 'ministry_outages', [outageRow(OPEN, '00', 2, null)])
  assert.deepEqual(await owes({ outage_id: CLOSED }), [], 'not while it is away')
  assert.deepEqual(await owes({ outage_id: LIVE, ambiente: '01' }), ['01'])
})

test('once the ministry is back what was signed in the normal model is due, in that environment', async () => {
  await insertRows(pool, 'documents', [
    document(21, { lease_until: ago(-2) }),
    document(22, { lease_until: ago(2) }),
    document(23, { lease_until: ago(-2), ambiente: '01' }),
    document(24, { lease_until: ago(-2), estado: 'firmado' }),
    document(25, { lease_until: null }),
    document(26, { lease_until: ago(-3), company_id: OTHER }),
    document(27, { estado: 'sellado' }),
    document(21, { lease_until: ago(-2), estado: 'firmado', company_id: OTHER }),
  ])
  const returned = { kind: 'retorno', documento: idOf(27), totales: {} }
  const waits = { ...returned, retry_at: ago(-2) }
  await insertRows(pool, 'events', [
    event(41, 'firmado', waits),
    event(42, 'firmado', { ...waits, lease_until: NOW }),
    event(43, 'firmado', { ...waits, lease_until: ago(-1) }),
    event(44, 'firmado', { ...waits, ambiente: '01' }),
    event(45, 'rechazado', waits),
    event(46, 'firmado', { ...returned, retry_at: ago(3) }),
    event(47, 'firmado', returned),
  ])
  await hastenWaiting(pool, { ambiente: '00', now: NOW }, onSkipped)
  const hastened = async (table: string, column: string) =>
    (
      await pool.many<{ code: string }>(
        `select codigo_generacion as code from ${table} where ${column} = $1 order by 1`,
        [NOW],
      )
    ).map(({ code }) => numberOf(code))
  assert.deepEqual(await hastened('documents', 'lease_until'), [21, 26])
  assert.deepEqual(await hastened('events', 'retry_at'), [41, 42])
})

test('the last answer of the others is that of an environment, and one of yesterday is forgotten', async () => {
  await pool.many('delete from ministry_answers')
  const publish = (ambiente: '00' | '01', process: number, hours: number) =>
    publishAnswer(pool, { ambiente, processId: idOf(process), answeredAt: ago(hours) })
  const kept = async () =>
    (
      await pool.many<{ kept: string }>(
        `select concat_ws(' ', ambiente, right(process_id::text, 2),
                          round(extract(epoch from $1 - answered_at) / 3600)) as kept
           from ministry_answers order by 1`,
        [NOW],
      )
    ).map((row) => row.kept)
  await publish('00', 31, 25.5)
  await publish('00', 32, 24)
  await publish('01', 31, 23)
  await publish('00', 33, 3)
  assert.deepEqual(await kept(), ['00 31 26', '00 32 24', '00 33 3', '01 31 23'])
  await publish('00', 33, 1)
  assert.deepEqual(await kept(), ['00 32 24', '00 33 1', '01 31 23'])
  await publish('00', 33, 2)
  assert.deepEqual(await kept(), ['00 32 24', '00 33 1', '01 31 23'], 'none goes back')
  const last = (ambiente: '00' | '01', process: number) =>
    lastAnswerOfOthers(pool, { ambiente, processId: idOf(process) })
  assert.deepEqual(await last('00', 33), ago(24))
  assert.deepEqual(await last('00', 32), ago(1))
  assert.deepEqual(await last('00', 34), ago(1), 'the latest of several')
  assert.deepEqual(await last('01', 33), ago(23))
  assert.equal(await last('01', 31), null)

  await publish('01', 31, -3)
  assert.deepEqual(await kept(), ['00 33 1', '01 31 -3'], 'its own of the day before is renewed')
  await publish('01', 33, -28)
  assert.deepEqual(await kept(), ['00 33 1', '01 33 -28'], 'it has not ended')
  await pool.many('delete from ministry_answers')
  await publish('00', 32, 24)
  await publish('01', 31, 23)
  await transaction(pool, async (tx) => {
    await tx.run('select 1 from ministry_answers where ambiente = $1 for update', ['00'])
    await publish('00', 33, -1)
    assert.deepEqual(await kept(), ['00 32 24', '00 33 -1', '01 31 23'], 'one that is held waits')
  })
})

test('windows that are not over are listed, the next one first, and one is removed by its id', async () => {
  const window = (n: number, since: number, until: number) => ({
    ...({ windowId: idOf(n), ambiente: '00', reason: `window ${n}` } as const),
    ...{ since: ago(since), until: ago(until) },
  })
  const all = [window(62, 1, -1), window(61, 2, -2), window(64, 1, -1), window(63, 3, 0)]
  for (const one of all) await addWindow(pool, one, NOW)
  const [later, earlier, same] = all
  assert.deepEqual(await listWindows(pool, NOW), [earlier, later, same])
  assert.equal(await removeWindow(pool, idOf(62)), true)
  assert.equal(await removeWindow(pool, idOf(62)), false)
  assert.deepEqual(await listWindows(pool, NOW), [earlier, same])
})
