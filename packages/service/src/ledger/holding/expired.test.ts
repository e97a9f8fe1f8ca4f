/** Whose hour in the holding area is over, as a cluster lists and forgets it: company by company, the oldest first. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, namesIn, watch, withRows } from '../../../test/neighbours.ts'
import { at, fillTwoCompanies, HOUR_MS, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { statement } from '../../base/db/tx.ts'
import { EXPIRED } from './holding.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
let changesOf: Awaited<ReturnType<typeof watch>>
before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  changesOf = await watch(pool, ['holding'])
})

const [UNO, DOS] = [idOf('uno'), idOf('dos')]
const held = (name: string, expires_at: Date, given: object = {}) => ({
  ...{ company_id: UNO, codigo_generacion: idOf(name), ambiente: '00', expires_at },
  ...{ copy_at: null, created_at: at(-HOUR_MS), ...given },
})
const FAR = { company_id: DOS }

test('rows whose hour is over and whose files are stored are listed by age', async () => {
  const holding = [
    ...[held('new', at(1)), held('now', NOW), held('old', at(-2)), held('far', at(-1), FAR)],
    held('waits', at(-3), { copy_at: NOW }),
  ]
  await withRows(pool, { holding }, async () => {
    const listed = async (limit: number, except: readonly string[]) =>
      (await pool.many<{ name: string }>(EXPIRED.list(''), [NOW, except, limit])).map(({ name }) =>
        namesIn(name),
      )
    assert.deepEqual(await listed(9, []), ['old', 'far', 'now'])
    assert.deepEqual(await listed(2, []), ['old', 'far'])
    assert.deepEqual(await listed(9, [DOS]), ['old', 'now'])
    assert.deepEqual(await listed(9, [UNO]), ['far'])
  })
})

test('of what was listed only what is still over is forgotten, and nothing of a neighbour', async () => {
  const holding = [
    ...[held('now', NOW), held('again', at(1)), held('waits', NOW, { copy_at: NOW })],
    ...[held('other', NOW), held('now', NOW, FAR)],
  ]
  await withRows(pool, { holding }, async () => {
    const values = [UNO, NOW, ['now', 'again', 'waits'].map(idOf)]
    const changes = await changesOf(() => statement(pool, EXPIRED.forget, values))
    assert.deepEqual(changes, ['- holding uno now'])
  })
})
