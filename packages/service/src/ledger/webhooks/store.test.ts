/** A webhook from its first row on: what it is told of, when it is delivered to, and how many there may be. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { LOCK_WAITS } from '../../../test/citus.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { ago, companyRow, idOf, insertRows, NOW } from '../../../test/rows.ts'
import { until } from '../../../test/until.ts'
import type { Pool } from '../../base/db/pool.ts'
import { transaction } from '../../base/db/tx.ts'
import { createWebhook, drawWebhook, rotateSecret, updateWebhook } from './store.ts'

const [ONE, OTHER] = [idOf(1), idOf(2)]
const DAY = 24
const SECOND = 1 / 3600
const of = (n: number, more: object = {}) =>
  ({ companyId: ONE, ambiente: '00', webhookId: idOf(n), ...more }) as const

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(1), companyRow(2)])
  await insertRows(pool, 'feeds', [
    { company_id: ONE, ambiente: '00', last: 10 },
    { company_id: ONE, ambiente: '01', last: 7 },
    { company_id: OTHER, ambiente: '00', last: 3 },
  ])
})
after(() => database.drop())
beforeEach(() => pool.many('delete from webhooks'))

const create = (n: number, more: object = {}) => {
  const row = {
    ...{ ...of(n), url: `https://a.example/${n}`, descripcion: 'Mía', tipos: ['dte.sellado'] },
    ...{ secret: Buffer.from([n]), ...more },
  } as Parameters<typeof createWebhook>[1]
  return transaction(pool, (tx) => createWebhook(tx, row, NOW))
}
const rowOf = (n: number) =>
  pool.one<Record<string, unknown>>('select * from webhooks where webhook_id = $1', [idOf(n)])

const CREATED = {
  ...{ company_id: ONE, webhook_id: idOf(71), ambiente: '00', url: 'https://a.example/71' },
  ...{ descripcion: 'Mía', tipos: ['dte.sellado'], secret: Buffer.from([71]), position: 10n },
  ...{ secret_before: null, before_until: null, told: 0n, activo: true, off_since: null },
  ...{ off_by: null, failing_since: null, slots: 0, lease_until: ago(-2 * SECOND) },
  ...{ created_at: NOW, updated_at: NOW },
}
const DRAWN = {
  ...{ id: idOf(71), url: 'https://a.example/71', descripcion: 'Mía', tipos: ['dte.sellado'] },
  ...{ activo: true, apagado: null, fallaDesde: null, secretoAnteriorHasta: null },
  ...{ createdAt: NOW.toISOString(), updatedAt: NOW.toISOString() },
}

test('a new webhook is told what its feed tells from now on, and is delivered to after two seconds', async () => {
  assert.deepEqual(drawWebhook(await create(71), NOW), DRAWN)
  assert.deepEqual(await rowOf(71), CREATED)
  await create(72, { ambiente: '01', descripcion: null, tipos: null })
  await create(73, { companyId: OTHER, ambiente: '01' })
  const [live, without] = [await rowOf(72), await rowOf(73)]
  assert.deepEqual([live.position, live.tipos, without.position], [7n, null, 0n])
})

test('a company has eight in both environments, and the ninth is refused', async () => {
  for (let n = 1; n <= 8; n++) await create(n, { ambiente: n % 2 ? '00' : '01' })
  const message = 'la empresa ya tiene 8 webhooks, entre los dos ambientes; elimine o cambie uno.'
  await assert.rejects(create(9), {
    ...{ code: 'validation_failed', message: `El webhook no se creó: ${message}` },
    details: { issues: [{ field: 'webhooks', rule: 'webhook.maximo', message }] },
  })
  await create(9, { companyId: OTHER })
})

test('switched off and on it says since when and by whom, and only a turn begins the time anew', async () => {
  await create(71)
  const change = async (hours: number, patch: Parameters<typeof updateWebhook>[2]['patch']) => {
    const stored = await updateWebhook(pool, of(71), { patch, now: ago(-hours) })
    assert.ok(stored)
    assert.deepEqual((await rowOf(71)).lease_until, ago(-hours - 2 * SECOND))
    return drawWebhook(stored, ago(-hours))
  }
  const since = (hours: number) => ago(-hours).toISOString()
  const off = { activo: false, apagado: { desde: since(1), por: 'manual' } }
  assert.deepEqual(await change(1, { activo: false }), { ...DRAWN, ...off, updatedAt: since(1) })
  await pool.many('update webhooks set failing_since = $1', [ago(5)])
  const fails = { fallaDesde: ago(5).toISOString() }
  const changed = { url: 'https://b.example/', descripcion: null, tipos: null }
  assert.deepEqual(await change(2, { ...changed, activo: false }), {
    ...{ ...DRAWN, ...off, ...fails, ...changed, updatedAt: since(2) },
  })
  await pool.many(`update webhooks set off_by = 'fallos'`)
  const on = await change(3, { activo: true })
  assert.deepEqual(on, { ...DRAWN, ...changed, updatedAt: since(3) })
  await pool.many('update webhooks set failing_since = $1', [ago(5)])
  assert.deepEqual(await change(4, { activo: true }), {
    ...{ ...DRAWN, ...changed, ...fails, updatedAt: since(4) },
  })
  await pool.many('update webhooks set slots = 2')
  await updateWebhook(pool, of(71), { patch: {}, now: ago(-5) })
  assert.deepEqual((await rowOf(71)).lease_until, ago(-4 - 2 * SECOND), 'a turn of it goes on')
})

test('a change keeps what another one changes meanwhile', async () => {
  await create(71)
  const changed: Promise<unknown>[] = []
  await transaction(pool, async (tx) => {
    await tx.run(`update webhooks set descripcion = 'Otra' where webhook_id = $1`, [idOf(71)])
    const patch = { url: 'https://b.example/' }
    changed.push(updateWebhook(pool, of(71), { patch, now: NOW }))
    await until('it waits', async () => (await pool.many(LOCK_WAITS)).length > 0)
  })
  await Promise.all(changed)
  const { url, descripcion } = await rowOf(71)
  assert.deepEqual([url, descripcion], ['https://b.example/', 'Otra'])
})

test('after a rotation the secret before signs for a day more, as the webhook says', async () => {
  await create(71)
  const stored = await transaction(pool, (tx) =>
    rotateSecret(tx, of(71), { secret: Buffer.from([9]), now: ago(-1) }),
  )
  assert.ok(stored)
  const until = ago(-1 - DAY)
  assert.deepEqual(await rowOf(71), {
    ...{ ...CREATED, secret: Buffer.from([9]), secret_before: Buffer.from([71]) },
    ...{ before_until: until, updated_at: ago(-1) },
  })
  const told = (now: Date) => drawWebhook(stored, now).secretoAnteriorHasta
  assert.equal(told(new Date(until.getTime() - 1)), until.toISOString())
  assert.equal(told(until), null)
})
