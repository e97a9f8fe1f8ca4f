/** A month of several pages, each of which begins where the last one ended. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillMonth } from '../../../test/filled-month.ts'
import { credito } from '../../../test/notas.ts'
import { createWorld } from '../../../test/world.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import { companyDataKey } from '../companies/data-key.ts'
import { documentsOfMonth } from './month.ts'

const COPIES = 120

/** What is changed of a document, and how the month has it afterwards. `$2` is its first day. */
const MOVED = [
  [`fec_emi = $2::date - 1`, undefined],
  [`fec_emi = $2::date, position = 0`, 'sellado'],
  [
    `fec_emi = $2::date + interval '1 month' - interval '1 day', position = 9e18::bigint`,
    'sellado',
  ],
  [`fec_emi = $2::date + interval '1 month'`, undefined],
  [`estado = 'rechazado', sello_recibido = null`, undefined],
  [`estado = 'contingencia', sello_recibido = null`, 'sin_sello'],
  [`estado = 'firmado', sello_recibido = null`, 'sin_sello'],
  [`estado = 'invalidado'`, 'invalidado'],
  [`ambiente = '01'`, undefined],
  [`position = -1`, undefined],
] as const

async function move(pool: Pool, mes: string, codes: readonly string[]): Promise<void> {
  for (const [at, [change]] of MOVED.entries()) {
    const sql = `update documents set ${change} where codigo_generacion = $1 and $2::date is not null returning 1`
    assert.equal((await statement(pool, sql, [codes[at], `${mes}-01`])).length, 1)
  }
}

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
    const { key } = await world.addCompany()
    assert.equal((await world.issue(undefined, { key })).status, 200)
    const dataKey = await companyDataKey(pool, secrets, companyId)
    const mes = civilTime(clock.now()).fecEmi.slice(0, 7)
    const codes: string[] = []
    for await (const one of documentsOfMonth(pool, { companyId, ambiente: '00', dataKey }, mes)) {
      codes.push(one.documento.identificacion.codigoGeneracion)
    }
    assert.equal(codes.length, COPIES + 2)
    assert.equal(new Set(codes).size, codes.length)
    await move(pool, mes, codes)
    const found = new Map<string, string>()
    for await (const one of documentsOfMonth(pool, { companyId, ambiente: '00', dataKey }, mes)) {
      found.set(one.documento.identificacion.codigoGeneracion, one.estado)
    }
    const estados = codes.map((code) => found.get(code))
    assert.deepEqual(
      estados.slice(0, MOVED.length),
      MOVED.map(([, estado]) => estado),
    )
    assert.ok(estados.slice(MOVED.length).every((estado) => estado === 'sellado'))
    const [first, last] = [codes[1], codes[2]]
    assert.deepEqual([[...found.keys()][0], [...found.keys()].at(-1)], [first, last])
  } finally {
    await world.close()
  }
})
