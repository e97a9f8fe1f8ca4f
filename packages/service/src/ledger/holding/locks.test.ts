/** Who records copies takes their rows in one order; who postpones them passes over what others have. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LOCK_WAITS } from '../../../test/citus.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, namesIn, withRows } from '../../../test/neighbours.ts'
import { at, fillTwoCompanies, HOUR_MS, NOW } from '../../../test/two-companies.ts'
import { until } from '../../../test/until.ts'
import { newSecrets } from '../../../test/world.ts'
import { transaction } from '../../base/db/tx.ts'
import { postponeCopies, recordCopies } from './copies.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
/** Gives up a lock at once. */
const hasty = database.createPool({ lockTimeoutMs: 1 })
before(() => fillTwoCompanies(pool, newSecrets()))

const held = (name: string) => ({
  ...{ company_id: idOf('uno'), codigo_generacion: idOf(name), ambiente: '00' },
  ...{ expires_at: at(HOUR_MS), copy_at: NOW, copy_attempts: 0, created_at: NOW },
})
const pending = (name: string) => ({
  ...({ company_id: idOf('uno'), codigo_generacion: idOf(name), ambiente: '00' } as const),
  ...{ copy_attempts: 0, nit: '' },
})
const HAVE = 'select from holding where codigo_generacion = any ($1) for update'
const namesOf = (rows: readonly { readonly code: string }[]) =>
  rows.map(({ code }) => namesIn(code)).toSorted()

test('who records copies waits for the first of them before it has another', async () => {
  await withRows(pool, { holding: ['a', 'b', 'c'].map(held), copies: [] }, async () => {
    const done = ['c', 'a', 'b'].map((name) => ({ pending: pending(name), copies: [], all: true }))
    const recording = await transaction(pool, async (tx) => {
      await tx.many(HAVE, [[idOf('a')]])
      const recorded = recordCopies(pool, done, NOW)
      await until('it waits', async () => (await pool.many(LOCK_WAITS)).length > 0)
      const free = await pool.many<{ code: string }>(
        'select codigo_generacion as code from holding for update skip locked',
      )
      assert.deepEqual(namesOf(free), ['b', 'c'])
      return { recorded }
    })
    await recording.recorded
    const waiting = await pool.many('select from holding where copy_at is not null')
    assert.equal(waiting.length, 0)
  })
})

test('who postpones copies leaves what another has as it is', async () => {
  await withRows(pool, { holding: ['a', 'b', 'c', 'd'].map(held) }, async () => {
    await transaction(pool, async (tx) => {
      await tx.many(HAVE, [['a', 'c'].map(idOf)])
      await postponeCopies(hasty, ['a', 'b'].map(pending), { at: at(1), all: true })
    })
    const later = await pool.many<{ code: string }>(
      'select codigo_generacion as code from holding where copy_at = $1',
      [at(1)],
    )
    assert.deepEqual(namesOf(later), ['b', 'd'])
  })
})
