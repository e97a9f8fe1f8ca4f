/** What the ministry answered, recorded: with the statements of one database, and with those for a cluster. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Estado } from '@sello/contract'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { ago, companyRow, documentRow, idOf, insertRows, NOW } from '../../../test/rows.ts'
import type { Pool } from '../../base/db/pool.ts'
import type { Firmado } from '../../ledger/documents/firmado.ts'
import { closeFenceFirst, heldByAnother, readMark } from '../../ledger/marks/marks.ts'
import {
  type Answer,
  otherSealed,
  type RejectedAnswer,
  type SealedAnswer,
} from '../../ledger/transmission/answer.ts'
import { isFirstSending, toOutcome } from '../../ledger/transmission/outcome.ts'
import { documentStore } from './document-store.ts'
import { type Answered, recordVerdicts } from './record-verdicts.ts'

const COMPANY = idOf(1)
const RETRY_AT = ago(-3)

let database: TestDatabase
let pool: Pool
let onCluster: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  onCluster = database.createPool({ isCluster: true })
  await insertRows(pool, 'companies', [companyRow(1)])
})
after(() => database.drop())
beforeEach(async () => {
  for (const table of ['documents', 'holding', 'outbox', 'database_marks']) {
    await pool.many(`delete from ${table}`)
  }
  await closeFenceFirst(pool, { identity: 'uno', reason: 'x' })
  await pool.many('update database_marks set fenced_since = null, reason = null')
})

const sealed: SealedAnswer = {
  ...{ kind: 'sealed', selloRecibido: 'S'.repeat(40), fhProcesamiento: null, observaciones: [] },
}
const rejected: RejectedAnswer = {
  ...{ kind: 'rejected', codigoMsg: '020', clasificaMsg: null, descripcionMsg: 'No' },
  ...{ fhProcesamiento: null, observaciones: [] },
}
const unanswered: Answer = { kind: 'unanswered', why: 'timeout' }
const ajeno = otherSealed(sealed)

interface Case {
  readonly estado: Estado
  readonly answer: Answer
}

const document = (n: number, more: object) =>
  documentRow({
    ...{ company_id: COMPANY, codigo_generacion: idOf(n), dudoso: false },
    ...{ historial: [`firmado ${NOW.toISOString()}`], ...more },
  })

/** The documents, numbered from 1, and what is recorded of them at once. */
async function record(any: Pool, cases: readonly Case[]) {
  await insertRows(
    pool,
    'documents',
    cases.map(({ estado }, i) => document(i + 1, { estado })),
  )
  const [first, ...others] = cases.map(({ answer }, i): Answered => {
    const signature = Buffer.from([0])
    const which = { companyId: COMPANY, codigoGeneracion: idOf(i + 1), signature }
    const [outcome, unlessTaken] = [toOutcome(answer), isFirstSending(answer)]
    const move = { trigger: answer.kind, outcome, now: NOW, leaseUntil: RETRY_AT, unlessTaken }
    return { pool: any, which, move }
  })
  const moved = await recordVerdicts([first ?? assert.fail(), ...others])
  return moved.map((one) => one?.estado ?? null)
}

const codesIn = async (table: string, column: string) => {
  const rows = await pool.many<{ n: string }>(
    `select right(${column}::text, 2)::int || ' ' || ${table === 'outbox' ? 'tipo' : 'ambiente'} as n
       from ${table} order by 1`,
  )
  return rows.map(({ n }) => n)
}

for (const [way, poolOf] of [
  ['one database', () => pool],
  ['a cluster', () => onCluster],
] as const) {
  test(`on ${way} what is sealed is held, and what changed is told`, async () => {
    const estados = await record(poolOf(), [
      { estado: 'firmado', answer: sealed },
      { estado: 'firmado', answer: rejected },
      { estado: 'firmado', answer: unanswered },
      { estado: 'contingencia', answer: unanswered },
      { estado: 'contingencia', answer: sealed },
      { estado: 'sellado', answer: rejected },
    ])
    const moved = ['sellado', 'rechazado', 'contingencia', 'contingencia', 'sellado', null]
    assert.deepEqual(estados, moved)
    assert.deepEqual(await codesIn('holding', 'codigo_generacion'), ['1 00', '5 00'])
    assert.deepEqual(await codesIn('outbox', 'about'), [
      '1 dte.sellado',
      '2 dte.rechazado',
      '3 dte.contingencia',
      '5 dte.sellado',
    ])
    assert.equal((await readMark(pool))?.fencedSince, null)
  })

  test(`on ${way} an answer that changes nothing is recorded, and nothing is told`, async () => {
    const estados = await record(poolOf(), [{ estado: 'contingencia', answer: unanswered }])
    assert.deepEqual(estados, ['contingencia'])
    const { until } = await pool.one<{ until: Date }>('select lease_until as until from documents')
    assert.deepEqual(until, RETRY_AT)
    assert.deepEqual(await codesIn('outbox', 'about'), [])
    assert.deepEqual(await codesIn('holding', 'codigo_generacion'), [])
  })

  test(`on ${way} a code that another document has closes the fence with its rejection`, async () => {
    const estados = await record(poolOf(), [
      { estado: 'firmado', answer: ajeno },
      { estado: 'firmado', answer: sealed },
    ])
    assert.deepEqual(estados, ['rechazado', 'sellado'])
    const mark = await readMark(pool)
    assert.equal(mark?.reason, heldByAnother(idOf(1)))
    assert.notEqual(mark?.fencedSince, null)
    assert.deepEqual(await codesIn('outbox', 'about'), ['1 dte.rechazado', '2 dte.sellado'])
    assert.deepEqual(await codesIn('holding', 'codigo_generacion'), ['2 00'])
  })

  test(`on ${way} a code that another document has closes no fence where its answer came too late`, async () => {
    const estados = await record(poolOf(), [{ estado: 'sellado', answer: ajeno }])
    assert.deepEqual(estados, [null])
    assert.equal((await readMark(pool))?.fencedSince, null)
  })
}

test('a rejection in doubt stays, and is asked about again until the code proves to be another’s', async () => {
  const filing = {
    ...{ companyId: COMPANY, codigoGeneracion: idOf(1), signature: Buffer.from([0]) },
    doubtfulSince: ago(1),
  } as unknown as Firmado
  const doubtful = { estado: 'rechazado', dudoso: true, lease_until: ago(1), rechazo: rejected }
  await insertRows(pool, 'documents', [document(1, doubtful)])
  const settle = async (verdict: Answer, retryAt: Date | null = RETRY_AT) => {
    const estado = await documentStore.settle(pool, filing, { verdict, now: NOW, retryAt })
    const { until } = await pool.one<{ until: Date | null }>(
      'select lease_until as until from documents',
    )
    return [estado, until]
  }
  assert.deepEqual(await settle(unanswered), ['rechazado', RETRY_AT])
  assert.deepEqual(await settle(ajeno), ['rechazado', null])
  assert.deepEqual(await settle(rejected), ['rechazado', RETRY_AT])
  assert.deepEqual(await settle(rejected, null), ['rechazado', null])
  assert.deepEqual(await codesIn('outbox', 'about'), [])
  assert.deepEqual(await settle(sealed, null), ['sellado', null])
  assert.deepEqual(await codesIn('outbox', 'about'), ['1 dte.sellado'])
})
