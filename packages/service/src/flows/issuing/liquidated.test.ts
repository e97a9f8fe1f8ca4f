/** What a liquidation takes in commit 1, and in which words it is refused what changed or was taken meanwhile. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Refused } from '@sello/contract'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { companyRow, documentRow, idOf, insertRows } from '../../../test/rows.ts'
import type { Pool } from '../../base/db/pool.ts'
import { transaction } from '../../base/db/tx.ts'
import type { Listado } from '../../ledger/documents/tercero.ts'
import type { Draft } from './draft.ts'
import { takeLiquidated } from './liquidated.ts'

const COMPANY = idOf(1)
/** The liquidations. */
const [FIRST, SECOND] = [idOf(8), idOf(9)]

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(1)])
  const estados = { 2: 'sellado', 3: 'invalidado', 4: 'sellado', 8: 'sellado', 9: 'firmado' }
  await insertRows(
    pool,
    'documents',
    Object.entries(estados).map(([n, estado]) =>
      documentRow({ company_id: COMPANY, codigo_generacion: idOf(Number(n)), estado }),
    ),
  )
})
after(() => database.drop())
beforeEach(() => pool.many('delete from liquidated_documents'))

const ours = (n: number, invalidado = false): Listado => {
  return { tipoDte: '01', numero: idOf(n), invalidado }
}
const PAPER: Listado = { tipoDte: '03', numero: 'P-1', invalidado: false }

interface Taking {
  readonly ours: readonly Listado[]
  readonly others?: readonly Listado[]
  readonly gathered?: boolean
}

/** What it is refused with; null: it is taken. */
async function taken(liquidacion: string, { ours: own, others = [], gathered = false }: Taking) {
  const draft = { liquidados: { all: [...others, ...own], ours: own, gathered } }
  const owner = { companyId: COMPANY, ambiente: '00', liquidacion } as const
  try {
    await transaction(pool, (tx) => takeLiquidated(tx, owner, draft as unknown as Draft))
    return null
  } catch (error) {
    assert.ok(error instanceof Refused)
    return [error.code, error.message, error.details]
  }
}

async function listed(): Promise<readonly string[]> {
  const rows = await pool.many<{ row: string }>(
    `select right(liquidacion::text, 1) || ' ' || right(numero, 3) || ' ' || invalidado as row
       from liquidated_documents order by 1`,
  )
  return rows.map(({ row }) => row)
}

test('what still is as it is listed is taken, ours and the paper of others', async () => {
  assert.equal(await taken(FIRST, { ours: [ours(2), ours(3, true)], others: [PAPER] }), null)
  assert.deepEqual(await listed(), ['8 002 false', '8 003 true', '8 P-1 false'])
  assert.equal(await taken(SECOND, { ours: [] }), null)
  assert.equal((await listed()).length, 3)
})

const said = (numero: string, at: number) => ({
  field: `liquidacion.documentos[${at}].codigoGeneracion`,
  documento: `cuerpoDocumento[${at}].numeroDocumento`,
  rule: 'CT-108',
  message: `El documento ${numero} se liquidó o se invalidó entretanto; quítelo.`,
})

test('what was invalidated since, or was not, is refused by its place, and nothing is taken', async () => {
  const own = [ours(2), ours(3), ours(4, true)]
  const issues = [said(idOf(3), 2), said(idOf(4), 3)]
  const [first] = issues
  assert.deepEqual(await taken(FIRST, { ours: own, others: [PAPER] }), [
    ...['validation_failed', `${first?.message} No se gastó número.`, { issues }],
  ])
  assert.deepEqual(await listed(), [])
})

test('what another liquidation lists is refused, and of what was gathered a repeat is worth it', async () => {
  assert.equal(await taken(FIRST, { ours: [ours(2)], others: [PAPER] }), null)
  const issues = [said('P-1', 0), said(idOf(2), 2)]
  const own = [ours(4), ours(2)]
  assert.deepEqual(await taken(SECOND, { ours: own, others: [PAPER] }), [
    ...['validation_failed', `${issues[0]?.message} No se gastó número.`, { issues }],
  ])
  assert.deepEqual(await taken(SECOND, { ours: own, gathered: true }), [
    'service_unavailable',
    'Otra llamada liquidó o invalidó entretanto parte de lo reunido. No se hizo nada y no se gastó número: repita con la misma Idempotency-Key, y se reúne lo que quede.',
    {},
  ])
  assert.deepEqual(await listed(), ['8 002 false', '8 P-1 false'])
})
