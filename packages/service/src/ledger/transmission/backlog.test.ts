/** What waits, as the operator's metrics and `sello doctor` read it: of two companies and both environments. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { eventRow, idOf, insertRows } from '../../../test/rows.ts'
import { createWorld, type World } from '../../../test/world.ts'
import type { Pool } from '../../base/db/pool.ts'
import { listOfAll, type OnSkipped, type ReadAll } from '../cluster/due.ts'
import { countLate, findBacklog, listUnlisted, listUnsealed } from './backlog.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const onSkipped: OnSkipped = (skipped) => assert.fail(JSON.stringify(skipped))
const readAll: ReadAll = (look) => listOfAll(world.deps.pool, look, onSkipped)
const run = (sql: string, values: readonly unknown[] = []) => world.deps.pool.many(sql, values)

interface Moved {
  readonly estado: string
  readonly ambiente?: string
  /** Ages in seconds; below zero: still to come. */
  readonly age: number
  readonly lease?: number | null
  readonly outage?: string | null
  readonly vence?: number | null
}

/** Makes a sealed document another one, as the ministry's silence would have left it. */
async function move(code: string, to: Moved): Promise<void> {
  const { estado, ambiente = '00', age, lease = null, outage = null, vence = null } = to
  await run(
    `update documents
        set estado = $2, ambiente = $3, sello_recibido = null,
            signature = case when $2 = 'reservado' then null else signature end,
            created_at = now() - make_interval(secs => $4),
            lease_until = now() - make_interval(secs => $5),
            vence_en = now() - make_interval(secs => $6), outage_id = $7
      where codigo_generacion = $1`,
    [code, estado, ambiente, age, lease, vence, outage],
  )
}

/** Of three lots of its company two are under way; the document is in the last one. */
async function inLot(code: string): Promise<void> {
  const { company_id } = await world.deps.pool.one<{ company_id: string }>(
    'select company_id from documents where codigo_generacion = $1',
    [code],
  )
  const evento = idOf(91)
  const event = { company_id, codigo_generacion: evento, kind: 'contingencia', estado: 'sellado' }
  await insertRows(world.deps.pool, 'events', [eventRow(event)])
  await run(
    `insert into lots (company_id, lote, ambiente, evento, next_at, created_at)
     select $1, ($3::uuid[])[n], '00', $2, case when n < 3 then now() end, now() - n * interval '100 seconds'
       from generate_series(1, 3) n`,
    [company_id, evento, [1, 2, 3].map(idOf)],
  )
  await run(
    'update documents set evento_contingencia = $2, lote = $3 where codigo_generacion = $1',
    [code, evento, idOf(3)],
  )
}

const PAST = 11 * 60
const SOON = -60
const seconds = (of: Date) =>
  Math.round((world.deps.clock.now().getTime() - of.getTime()) / 10_000) * 10

test('each queue has its rows and the age of the oldest, by environment', async () => {
  assert.deepEqual(await findBacklog(world.deps.pool, onSkipped), [], 'nothing waits')
  const other = await world.addCompany()
  const sold = async (key = world.company.key): Promise<string> =>
    (await world.issue(undefined, { key })).body.codigoGeneracion
  const [a1, a2, a3, a4, a5, a6, a7, a8, a9] = [
    await sold(),
    await sold(),
    await sold(),
    await sold(),
    await sold(),
    await sold(),
    await sold(),
    await sold(),
    await sold(),
  ]
  const [b1, b2, b3] = [await sold(other.key), await sold(other.key), await sold(other.key)]
  const [closed, later, open] = [randomUUID(), randomUUID(), randomUUID()]
  await run(
    `insert into ministry_outages (outage_id, ambiente, opened_at, closed_at, probe_at)
     select id, '00', now() - interval '5 hours', now() - hours * interval '1 hour', now()
       from unnest($1::uuid[], $2::integer[]) as o (id, hours)`,
    [
      [closed, later, open],
      [3, 1, null],
    ],
  )
  await move(a1, { estado: 'firmado', age: 1_000, lease: PAST })
  await move(a2, { estado: 'contingencia', age: 200, lease: SOON, vence: PAST })
  await move(a3, { estado: 'contingencia', age: 300, lease: PAST })
  await move(a4, { estado: 'contingencia', age: 400, outage: closed })
  await move(a5, { estado: 'reservado', age: 900, vence: PAST })
  await move(a6, { estado: 'contingencia', age: 2_000, outage: closed })
  await move(a7, { estado: 'rechazado', age: 3_000, lease: SOON, outage: closed })
  await move(a8, { estado: 'contingencia', age: 100, outage: later })
  await move(a9, { estado: 'reservado', age: 10, vence: SOON })
  await inLot(a6)
  await move(b1, { estado: 'contingencia', ambiente: '01', age: 500, lease: SOON })
  await move(b2, { estado: 'firmado', age: 1_100, lease: SOON })
  await move(b3, { estado: 'contingencia', age: 600, outage: open })
  await run(`update holding set copy_at = '-infinity'`)
  for (const [code, age] of [
    [a1, 4_000],
    [b1, 3_700],
    [a2, 3_500],
  ]) {
    await run(
      'update holding set copy_at = now() - make_interval(secs => $2) where codigo_generacion = $1',
      [code, age],
    )
  }
  await run(
    `update claims set outcome = case when codigo_generacion = any ($1) then null else outcome end,
                    claimed_at = now() - interval '70 seconds'
              where codigo_generacion = any ($1)`,
    [[a1, a2]],
  )
  await run(
    `update claims set claimed_at = now() - interval '90 seconds' where codigo_generacion = $1`,
    [a1],
  )
  await run('delete from outbox')
  await run(
    `insert into outbox (company_id, ambiente, tipo, about, at)
     select company_id, ambiente, 'dte.sellado', codigo_generacion, created_at
       from documents where codigo_generacion = any ($1)`,
    [[a2, a3, b1]],
  )
  await run(
    `insert into deliveries (company_id, delivery_id, codigo_generacion, address_id, ambiente, ocasion, estado, attempt_at, created_at)
     select company_id, gen_random_uuid(), codigo_generacion, 1, ambiente, 'sellado',
            case when codigo_generacion = $2 then 'enviada' else 'pendiente' end, now(), created_at
       from documents where codigo_generacion = any ($1)`,
    [[a2, a3, a4, b1], a4],
  )
  await run(
    `insert into webhooks (company_id, webhook_id, ambiente, url, secret, position, lease_until, created_at, updated_at)
     select company_id, gen_random_uuid(), '00', 'https://a.example', 'x', 0, now(), now(), now() from companies`,
  )
  await run(
    `insert into webhook_deliveries (company_id, webhook_id, ordinal, novedad, tipo, next_at, created_at)
     select company_id, webhook_id, n, gen_random_uuid(), 'dte.sellado', case when n < 3 then now() end,
            now() - n * interval '100 seconds'
       from webhooks cross join generate_series(1, 3) n`,
  )
  const waiting = await findBacklog(world.deps.pool, onSkipped)
  const told = waiting.map(({ queue, ambiente, count, oldestSeconds }) => [
    `${queue} ${ambiente}`,
    [count, Math.round(oldestSeconds / 10) * 10],
  ])
  assert.deepEqual(Object.fromEntries(told), {
    'firmado 00': [2, 1_100],
    'contingencia 00': [2, 300],
    'contingencia 01': [1, 500],
    'deferred 00': [3, 600],
    'lots 00': [2, 200],
    'copies ': [3, 4_000],
    'claims ': [2, 90],
    'outbox 00': [2, 300],
    'outbox 01': [1, 500],
    'webhooks 00': [4, 200],
    'mail 00': [2, 300],
    'mail 01': [1, 500],
  })

  const unsealed = await listUnsealed(readAll)
  assert.deepEqual(
    unsealed.map(({ nit, ambiente, count, stuck, oldest }) => [
      nit,
      ambiente,
      count,
      stuck,
      seconds(oldest),
    ]),
    [
      [world.company.nit, '00', 3n, 2n, 1_000],
      [other.nit, '01', 1n, 0n, 500],
    ],
  )
  const unlisted = await listUnlisted(readAll)
  assert.deepEqual(
    unlisted.map(({ nit, ambiente, count, closedAt }) => [
      nit,
      ambiente,
      count,
      closedAt && seconds(closedAt),
    ]),
    [
      [world.company.nit, '00', 2n, 3 * 3_600],
      [other.nit, '00', 1n, null],
    ],
  )
  assert.deepEqual(await countLate(readAll), { copies: 2n, reservations: 1n })
})

test('what waits on several machines is one queue, as old as the oldest of it', async () => {
  const copies = { queue: 'copies', ambiente: '' }
  const lots = { queue: 'lots', ambiente: '00', count: 4, oldestSeconds: 7 }
  const rows = [
    ...[{ ...copies, count: 2, oldestSeconds: 5 }, lots],
    ...[
      { ...copies, count: 3, oldestSeconds: 9 },
      { ...copies, count: 1, oldestSeconds: 8 },
    ],
  ]
  const pool = { options: { isCluster: false }, many: async () => rows } as unknown as Pool
  assert.deepEqual(await findBacklog(pool, onSkipped), [
    { ...copies, count: 6, oldestSeconds: 9 },
    lots,
  ])
})
