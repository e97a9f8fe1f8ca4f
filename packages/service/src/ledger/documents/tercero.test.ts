/** Documents of a release that wrote no third party: a call reads some thousands of them, and the job the rest. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { companyRow, documentRow, idOf, insertRows } from '../../../test/rows.ts'
import { systemRandom as random } from '../../base/clock.ts'
import { encryptPayload } from '../transmission/payload.ts'
import { assertTercerosRead, findUnread } from './tercero.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

const [ONE, OTHER] = [idOf(1), idOf(2)]
const dataKey = Buffer.alloc(32, 7)
/** Those that a call reads at most, in batches. */
const MOST = 20 * 200
const VENTAS = [{ nit: '0614-010190-101-0' }, { nit: null }, null, undefined]

before(() => insertRows(pool, 'companies', [companyRow(1), companyRow(2), companyRow(3)]))

async function store(count: number): Promise<void> {
  await pool.many('delete from documents')
  const rows = Array.from({ length: count }, (_, n) => {
    const codigoGeneracion = idOf(n + 1)
    const payload = JSON.stringify({ ventaTercero: VENTAS[n % VENTAS.length] })
    const which = { kind: 'documento', companyId: ONE, codigoGeneracion, payload } as const
    const bytes = encryptPayload(which, { dataKey, random })
    return documentRow({
      ...{ company_id: ONE, codigo_generacion: codigoGeneracion, estado: 'sellado' },
      ...{ payload: `\\x${bytes.toString('hex')}`, tercero: null },
    })
  })
  await insertRows(pool, 'documents', rows)
  const other = { company_id: OTHER, codigo_generacion: idOf(1), estado: 'sellado' }
  await insertRows(pool, 'documents', [documentRow({ ...other, tercero: null })])
}

const unread = async () =>
  (await findUnread(pool, 9)).map(({ companyId, dataKey: column }) => [companyId, ...column])
const refusal = {
  code: 'service_unavailable',
  message:
    'Todavía se leen los documentos anteriores de la empresa, que una liquidación debe listar; no se gastó número. Repita la llamada con la misma Idempotency-Key en unos minutos.',
}

test('a call reads four thousand of its company at most, and refuses while there may be more', async () => {
  const read = () => assertTercerosRead(pool, { companyId: ONE, dataKey })
  await store(MOST)
  assert.deepEqual((await unread()).toSorted(), [
    [ONE, 1],
    [OTHER, 2],
  ])
  assert.equal((await findUnread(pool, 1)).length, 1)
  await assert.rejects(read(), refusal)
  assert.deepEqual(await unread(), [[OTHER, 2]], 'all were read, and none tells so')
  await read()

  const again = `update documents set tercero = null where company_id = $1 and codigo_generacion <> $2`
  await pool.many(again, [ONE, idOf(MOST)])
  await read()
  const counted = await pool.many(
    `select tercero, count(*) as n from documents where company_id = $1 group by tercero order by 1`,
    [ONE],
  )
  assert.deepEqual(counted, [
    { tercero: '', n: 3_000n },
    { tercero: '06140101901010', n: 1_000n },
  ])
  assert.deepEqual(await unread(), [[OTHER, 2]])
})
