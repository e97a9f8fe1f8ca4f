import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PATIENT } from '../../../test/races/numbers.ts'
import { createWorld } from '../../../test/world.ts'
import { transaction } from '../../base/db/tx.ts'
import { postponeCopies } from '../../ledger/holding/copies.ts'

const MINUTE_MS = 60_000

/** A place that was away for a day has more of them than one statement updates in its time. */
test('a failure postpones its document and 20,000 others, and the next failure the rest', async (t) => {
  const world = await createWorld(PATIENT)
  t.after(() => world.close())
  const { pool, clock } = world.deps
  const now = clock.now()
  const at = new Date(now.getTime() + MINUTE_MS)
  await pool.many(
    `insert into holding (company_id, codigo_generacion, ambiente, expires_at, copy_at, created_at)
     select company_id, gen_random_uuid(), '00', $1, $1, $1 from companies, generate_series(1, 20005)`,
    [now],
  )
  const due = () =>
    pool.many<{ company_id: string; codigo_generacion: string }>(
      'select company_id, codigo_generacion from holding where copy_at < $1 order by codigo_generacion desc',
      [at],
    )
  const [last] = await due()
  assert.ok(last)

  await postponeCopies(pool, [last], { at, all: true })
  const left = await due()
  assert.equal(left.length, 4)
  assert.ok(left.every((one) => one.codigo_generacion !== last.codigo_generacion))

  await postponeCopies(pool, [last], { at, all: true })
  assert.deepEqual(await due(), [])
})

test('a row that another process has is passed over, and not waited for', async (t) => {
  const world = await createWorld()
  t.after(() => world.close())
  const { pool, clock } = world.deps
  const now = clock.now()
  const at = new Date(now.getTime() + MINUTE_MS)
  const rows = await pool.many<{ company_id: string; codigo_generacion: string }>(
    `insert into holding (company_id, codigo_generacion, ambiente, expires_at, copy_at, created_at)
     select company_id, gen_random_uuid(), '00', $1, $1, $1 from companies, generate_series(1, 4)
     returning company_id, codigo_generacion`,
    [now],
  )
  const [failed, held, heldToo] = rows
  assert.ok(failed && held && heldToo)
  await transaction(pool, async (tx) => {
    const codes = [held, heldToo].map(({ codigo_generacion: code }) => code)
    await tx.run(
      'select from holding where company_id = $1 and codigo_generacion = any ($2) for update',
      [failed.company_id, codes],
    )
    await postponeCopies(pool, [failed, held], { at, all: true })
  })
  const due = await pool.many<{ codigo_generacion: string }>(
    'select codigo_generacion from holding where copy_at < $1',
    [at],
  )
  assert.deepEqual(
    due.map(({ codigo_generacion: code }) => code).sort(),
    [held, heldToo].map(({ codigo_generacion: code }) => code).sort(),
  )
})
