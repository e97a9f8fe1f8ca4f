/** What another process is taking is left to it, and nobody waits for that. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { WAYS } from '../../../test/citus.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { ago, companyRow, idOf, insertRows, NOW } from '../../../test/rows.ts'
import type { Pool } from '../../base/db/pool.ts'
import { transaction } from '../../base/db/tx.ts'
import { takeDueDeliveries } from '../deliveries/due.ts'
import { takeUnverified } from '../destinations/destinations.ts'
import { OLD_DRAFTS } from '../drafts/store.ts'
import { takePendingCopies } from '../holding/copies-due.ts'
import { takeDueOwnerMails } from '../owner-mails/due.ts'
import { takeTurns } from '../webhooks/turns.ts'
import type { OnSkipped } from './due.ts'
import { forgetDue } from './forget.ts'

const ONE = idOf(1)
const onSkipped: OnSkipped = (skipped, error) => assert.fail(`${JSON.stringify(skipped)} ${error}`)
const lease = { now: NOW, leaseUntil: ago(-1), except: [], onSkipped }

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(1)])
  await insertRows(pool, 'people', [
    { person_id: idOf(1), correo: 'a@example.com', nombre: 'Ana', created_at: NOW },
  ])
  await insertRows(pool, 'memberships', [
    { company_id: ONE, person_id: idOf(1), rol: 'dueno', created_at: NOW },
  ])
  await insertRows(pool, 'feeds', [{ company_id: ONE, ambiente: '00', last: 10 }])
  await pool.many(
    `insert into delivery_addresses (company_id, codigo_generacion, address_id, address)
     overriding system value values ($1, $2, 1, '')`,
    [ONE, idOf(900)],
  )
})
after(() => database.drop())

interface Taken {
  readonly table: string
  readonly column: string
  readonly row: (id: string) => Readonly<Record<string, unknown>>
  /** The ids of what was taken. */
  readonly take: (any: Pool) => Promise<readonly string[]>
}

const TAKEN: readonly Taken[] = [
  {
    ...{ table: 'deliveries', column: 'delivery_id' },
    row: () => ({
      ...{ codigo_generacion: idOf(900), address_id: 1, ambiente: '00', ocasion: 'sellado' },
      ...{ estado: 'pendiente', attempt_at: ago(1), attempts: 0, created_at: ago(1) },
    }),
    take: async (any) =>
      (await takeDueDeliveries(any, { ...lease, each: 9, companies: 9 })).map(
        ({ deliveryId }) => deliveryId,
      ),
  },
  {
    ...{ table: 'holding', column: 'codigo_generacion' },
    row: () => ({ ambiente: '00', copy_at: ago(1), expires_at: NOW, created_at: NOW }),
    take: async (any) =>
      (await takePendingCopies(any, { ...lease, limit: 9 })).map((one) => one.codigo_generacion),
  },
  {
    ...{ table: 'owner_mails', column: 'mail_id' },
    row: () => ({
      ...{ person_id: idOf(1), ambiente: '00', tipo: 'copia.fallida', datos: {} },
      ...{ at: ago(1), attempt_at: ago(1) },
    }),
    take: async (any) =>
      (await takeDueOwnerMails(any, { ...lease, limit: 9 })).map(({ mailId }) => mailId),
  },
  {
    ...{ table: 'webhooks', column: 'webhook_id' },
    row: (id) => ({
      ...{ ambiente: '00', url: `https://a.example/${id}`, secret: '\\x01', position: 9, told: 0 },
      ...{ activo: true, slots: 0, lease_until: ago(1), created_at: NOW, updated_at: NOW },
    }),
    take: async (any) =>
      (await takeTurns(any, { ...lease, limit: 9 }, onSkipped)).map(({ webhookId }) => webhookId),
  },
  {
    ...{ table: 'storage_destinations', column: 'destination_id' },
    row: (id) => ({
      ...{ kind: 'managed_folder', location: `/${id}`, verify_at: ago(1), created_at: NOW },
    }),
    async take(any) {
      const which = { companyId: ONE, ids: [idOf(21), idOf(22)] }
      return (await takeUnverified(any, which, lease)).map(({ destinationId }) => destinationId)
    },
  },
  {
    ...{ table: 'drafts', column: 'draft_id' },
    row: () => ({
      ...{ person_id: idOf(1), ambiente: '00', content: '\\x00', revision: 1 },
      saved_at: ago(24 * 400),
    }),
    async take(any) {
      assert.equal(await forgetDue(any, OLD_DRAFTS, lease), 1)
      const left = await pool.many<{ id: string }>('select draft_id as id from drafts')
      return [idOf(21), idOf(22)].filter((id) => left.every((row) => row.id !== id))
    },
  },
]

for (const { table, column, row, take } of TAKEN) {
  test(`of ${table} what another process is taking is left to it`, async () => {
    const ids = [idOf(21), idOf(22)]
    const locked = `select from ${table} where company_id = $1 and ${column} = $2 for update`
    for (const { pool: options } of WAYS) {
      const hasty = database.createPool({ ...options, lockTimeoutMs: 1 })
      await pool.many(`delete from ${table}`)
      await insertRows(
        pool,
        table,
        ids.map((id) => ({ company_id: ONE, [column]: id, ...row(id) })),
      )
      await transaction(pool, async (tx) => {
        await tx.many(locked, [ONE, ids[0]])
        assert.deepEqual(await take(hasty), ids.slice(1))
      })
    }
  })
}
