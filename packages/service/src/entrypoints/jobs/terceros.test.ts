/** The documents of an older release are read for whom they were sold, until none is left or the process stops. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillMonth } from '../../../test/filled-month.ts'
import { credito } from '../../../test/notas.ts'
import { createWorld } from '../../../test/world.ts'
import { readTerceros } from './terceros.ts'

test('a stop waits for one batch of each company, and the next pass takes the others', async () => {
  const world = await createWorld()
  try {
    const { pool } = world.deps
    assert.equal((await world.issue()).status, 200)
    assert.equal((await world.issue(credito())).status, 200)
    await fillMonth(world.admin, 500)
    const { key } = await world.addCompany()
    assert.equal((await world.issue(undefined, { key })).status, 200)
    await pool.many('update documents set tercero = null')
    assert.equal(await readTerceros(world.deps, AbortSignal.abort()), 201)
    assert.equal(await readTerceros(world.deps), 302)
    const told = await pool.many('select tercero, count(*)::int as n from documents group by 1')
    assert.deepEqual(told, [{ tercero: '', n: 503 }])
  } finally {
    await world.close()
  }
})
