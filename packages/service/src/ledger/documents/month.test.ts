/** A month of several pages, each of which begins where the last one ended. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillMonth } from '../../../test/filled-month.ts'
import { credito } from '../../../test/notas.ts'
import { createWorld } from '../../../test/world.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import { companyDataKey } from '../companies/data-key.ts'
import { documentsOfMonth } from './month.ts'

const COPIES = 120

test('every document of a month is read once', async () => {
  const world = await createWorld()
  try {
    const { pool, secrets, clock } = world.deps
    assert.equal((await world.issue()).status, 200)
    assert.equal((await world.issue(credito())).status, 200)
    await fillMonth(world.admin, COPIES)
    const { companyId } = await pool.one<{ companyId: string }>(
      'select company_id as "companyId" from companies',
    )
    const dataKey = await companyDataKey(pool, secrets, companyId)
    const mes = civilTime(clock.now()).fecEmi.slice(0, 7)
    const codes: string[] = []
    for await (const one of documentsOfMonth(pool, { companyId, ambiente: '00', dataKey }, mes)) {
      codes.push(one.documento.identificacion.codigoGeneracion)
    }
    assert.equal(codes.length, COPIES + 2)
    assert.equal(new Set(codes).size, codes.length)
  } finally {
    await world.close()
  }
})
