import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf } from '../../../test/neighbours.ts'
import { at, DAY_MS, fillTwoCompanies, vaultOf } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { statement } from '../../base/db/tx.ts'
import { createLog } from '../../base/log.ts'
import { tellExpiring } from './certificates.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

const END = at(100 * DAY_MS)
const beforeEnd = (days: number, ms = 0) => new Date(END.getTime() - days * DAY_MS + ms)

before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  const ends = `update signing_vaults set valid_to = $1 where company_id = $2 and vault_id = $3 returning 1`
  await statement(pool, 'update signing_vaults set told_days = 0 returning 1')
  await statement(pool, ends, [END, idOf('uno'), vaultOf('00')])
})

const log = createLog('silent')

/** What is told of the certificate at these instants, one after the other. */
async function told(...instants: readonly Date[]): Promise<readonly unknown[]> {
  const one = `update signing_vaults set told_days = null where company_id = $1 and vault_id = $2 returning 1`
  await statement(pool, one, [idOf('uno'), vaultOf('00')])
  const all: unknown[] = []
  for (const now of instants) {
    await tellExpiring({ pool, clock: { now: () => now }, log })
    const rows = await statement<{ at: Date; tipo: string; datos: unknown }>(
      pool,
      'delete from outbox returning at, tipo, datos',
    )
    for (const row of rows) {
      assert.deepEqual([row.at, row.tipo], [now, 'certificado.vence_pronto'])
      all.push(row.datos)
    }
  }
  return all
}

test('a certificate’s end is told when sixty, thirty, seven days and one are left, once each', async () => {
  const vence = END.toISOString()
  for (const dias of [60, 30, 7, 1]) {
    const next = { 60: 30, 30: 7, 7: 1, 1: 0 }[dias] ?? 0
    const last = beforeEnd(next, -1)
    assert.deepEqual(
      await told(beforeEnd(dias), beforeEnd(dias), last),
      [{ vence, dias }],
      `${dias}`,
    )
  }
  assert.deepEqual(await told(beforeEnd(60, -1)), [])
  assert.deepEqual(await told(beforeEnd(0)), [])
})

test('of several steps that passed meanwhile the last is told', async () => {
  const vence = END.toISOString()
  assert.deepEqual(await told(beforeEnd(60), beforeEnd(7, -1), beforeEnd(1)), [
    ...[
      { vence, dias: 60 },
      { vence, dias: 30 },
      { vence, dias: 1 },
    ],
  ])
})
