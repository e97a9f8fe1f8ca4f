/** What is recorded of attempts: of each delivery once, of its own webhook and company, and when one is given up. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { ago, companyRow, idOf, insertRows, NOW } from '../../../test/rows.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Attempted, recordAttempts } from './queue.ts'
import type { Turn } from './turns.ts'

const [ONE, OTHER] = [idOf(1), idOf(2)]
const DAY = 24
const sealing = { secrets: newSecrets(), random: systemRandom }

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(1), companyRow(2)])
})
after(() => database.drop())
beforeEach(async () => {
  const tables = ['webhook_deliveries', 'webhooks', 'outbox', 'audit_log', 'audit_heads']
  for (const table of tables) await pool.many(`delete from ${table}`)
})

const hook = (n: number, more: object = {}) => ({
  ...{ company_id: ONE, webhook_id: idOf(n), ambiente: '00', url: `https://a.example/${n}` },
  ...{ secret: '\\x01', position: 9, told: 3, activo: true, off_since: null, off_by: null },
  ...{ failing_since: null, slots: 0, lease_until: NOW, created_at: NOW, updated_at: NOW },
  ...more,
})
const delivery = (n: number, more: object = {}) => ({
  ...{ company_id: ONE, webhook_id: idOf(71), ordinal: n, novedad: idOf(n), position: n },
  ...{ tipo: 'dte.sellado', attempts: 2, next_at: ago(1), created_at: ago(2), ...more },
})
const TURN = { companyId: ONE, ambiente: '00', webhookId: idOf(71) } as Turn

const failed = (n: number, more: Partial<Attempted> = {}): Attempted => ({
  ...{ novedad: idOf(n), attempts: 2, nextAt: ago(-1), codigo: 500, motivo: 'no', ...more },
})
const arrived = (n: number): Attempted => failed(n, { nextAt: null, codigo: 204, motivo: null })

const record = (...ended: readonly Attempted[]) =>
  recordAttempts(pool, TURN, ended, { now: NOW, sealing })

/** Each delivery: company, webhook, ordinal, attempts, hours since the last one and until the next, answer. */
async function recorded(): Promise<readonly string[]> {
  const rows = await pool.many<{ row: string }>(
    `select concat_ws(' ', right(company_id::text, 1), right(webhook_id::text, 2), ordinal, attempts,
                      coalesce(round(extract(epoch from $1 - last_at) / 3600)::text, '-'),
                      coalesce(round(extract(epoch from next_at - $1) / 3600)::text, '-'), codigo, motivo) as row
       from webhook_deliveries order by company_id, webhook_id, ordinal`,
    [NOW],
  )
  return rows.map(({ row }) => row)
}

/** Each webhook: company, name, whether it is on, why not, hours since it was switched off and since it fails. */
async function hooks(): Promise<readonly string[]> {
  const rows = await pool.many<{ row: string }>(
    `select concat_ws(' ', right(company_id::text, 1), right(webhook_id::text, 2), activo, off_by,
                      coalesce(round(extract(epoch from $1 - off_since) / 3600)::text, '-'),
                      coalesce(round(extract(epoch from $1 - failing_since) / 3600)::text, '-')) as row
       from webhooks order by company_id, webhook_id`,
    [NOW],
  )
  return rows.map(({ row }) => row)
}

test('an attempt is recorded of its own webhook’s delivery, unless another process recorded it', async () => {
  await insertRows(pool, 'webhooks', [hook(71), hook(72), hook(71, { company_id: OTHER })])
  await insertRows(pool, 'webhook_deliveries', [
    ...[1, 2, 4].map((n) => delivery(n)),
    delivery(3, { attempts: 3 }),
    // The same is told to another webhook of the company, and may be to another company’s.
    delivery(1, { webhook_id: idOf(72) }),
    delivery(1, { company_id: OTHER }),
  ])
  const after = await record(failed(1), arrived(2), failed(3), failed(5))
  assert.deepEqual(after, { failingSince: null, isOff: false })
  assert.deepEqual(await recorded(), [
    ...['1 71 1 3 0 1 500 no', '1 71 2 3 0 - 204', '1 71 3 3 - -1', '1 71 4 2 - -1'],
    ...['1 72 1 2 - -1', '2 71 1 2 - -1'],
  ])
})

const FIVE_DAYS = 5 * DAY
// biome-ignore format: a table
const ENDS: readonly (readonly [what: string, failsFor: number | null, ended: readonly Attempted[], fails: number | null, isOff: boolean])[] = [
  ['all arrived',                                  FIVE_DAYS,       [arrived(1), arrived(2)],                                            null,            false],
  ['one of them arrived',                          FIVE_DAYS,       [failed(1), arrived(2)],                                             null,            false],
  ['nothing arrived for the first time',           null,            [failed(1), failed(2)],                                              0,               false],
  ['nothing for less than five days',              FIVE_DAYS - 0.1, [failed(1)],                                                         FIVE_DAYS - 0.1, false],
  ['nothing for five days, one of them thrice',    FIVE_DAYS,       [failed(1, { attempts: 0 }), failed(2)],                             FIVE_DAYS,       true],
  ['nothing for five days, twice each',            FIVE_DAYS,       [failed(1, { attempts: 1 }), failed(2, { attempts: 0 })],            FIVE_DAYS,       false],
  ['410 once',                                     null,            [failed(1, { codigo: 410, attempts: 0, nextAt: null }), failed(2)],  0,               true],
  ['410, and another arrived',                     null,            [arrived(1), failed(2, { codigo: 410, nextAt: null })],              null,            true],
  ['409 and 411',                                  null,            [failed(1, { codigo: 409 }), failed(2, { codigo: 411 })],            0,               false],
]
for (const [what, failsFor, ended, fails, isOff] of ENDS) {
  test(`a webhook is ${isOff ? 'switched off' : 'left on'}: ${what}`, async () => {
    const since = (hours: number | null) => (hours === null ? null : ago(hours))
    await insertRows(pool, 'webhooks', [
      hook(71, { failing_since: since(failsFor) }),
      ...[hook(72, { failing_since: ago(9 * DAY) }), hook(71, { company_id: OTHER })],
    ])
    const after = await record(...ended)
    assert.deepEqual(after, { failingSince: since(fails), isOff })
    const hours = fails === null ? '-' : Math.round(fails)
    assert.deepEqual(await hooks(), [
      isOff ? `1 71 f fallos 0 ${hours}` : `1 71 t - ${hours}`,
      ...['1 72 t - 216', '2 71 t - -'],
    ])
    const told = await pool.many('select company_id, ambiente, tipo, about, at, datos from outbox')
    const acts = await pool.many(
      'select company_id, at, person_id, persona, acto, sobre, detalle, peer from audit_log',
    )
    const off = { company_id: ONE, at: NOW }
    const isGone = ended.some(({ codigo }) => codigo === 410)
    const why = isGone ? { respuesta: 410 } : { fallaDesde: since(fails)?.toISOString() }
    assert.deepEqual(
      [told, acts],
      isOff
        ? [
            [
              {
                ...{ ...off, ambiente: '00', tipo: 'webhook.apagado', about: null },
                datos: { webhookId: idOf(71) },
              },
            ],
            [
              {
                ...{ ...off, person_id: null, persona: 'El servicio', acto: 'webhook.apagado' },
                ...{ sobre: idOf(71), detalle: { ambiente: '00', ...why }, peer: null },
              },
            ],
          ]
        : [[], []],
    )
  })
}

test('one that is off by now, or deleted, is not switched off again', async () => {
  const off = { activo: false, off_since: ago(3), off_by: 'manual', failing_since: ago(FIVE_DAYS) }
  await insertRows(pool, 'webhooks', [hook(71, off)])
  assert.deepEqual(await record(failed(1)), { failingSince: ago(FIVE_DAYS), isOff: false })
  assert.deepEqual(await hooks(), ['1 71 f manual 3 120'])
  await pool.many('delete from webhooks')
  assert.deepEqual(await record(failed(1, { codigo: 410 })), { failingSince: null, isOff: false })
  assert.deepEqual(await pool.many('select from outbox'), [])
})
