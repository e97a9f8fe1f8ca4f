/** Commit 2 of a call: as what its answer is recorded, and what it is told where another worker was first. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Estado } from '@sello/contract'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { companyRow, documentRow, idOf, insertRows, NOW } from '../../../test/rows.ts'
import type { Pool } from '../../base/db/pool.ts'
import { SECOND_MS } from '../../base/time/durations.ts'
import type { Firmado } from '../../ledger/documents/firmado.ts'
import { closeFenceFirst } from '../../ledger/marks/marks.ts'
import type { Answer, RejectedAnswer, SealedAnswer } from '../../ledger/transmission/answer.ts'
import { type Outcome, toOutcome } from '../../ledger/transmission/outcome.ts'
import { createCommits } from './commits.ts'
import type { IssuingCtx } from './context.ts'
import { recordAnswer } from './record.ts'

const COMPANY = idOf(1)
const DOCUMENT = idOf(7)
const OF_CALL = { key_id: 'k', idempotency_key: 'i-1' }

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(1)])
  await closeFenceFirst(pool, { identity: 'uno', reason: 'x' })
})
after(() => database.drop())
beforeEach(async () => {
  for (const table of ['documents', 'claims', 'holding', 'outbox']) {
    await pool.many(`delete from ${table}`)
  }
})

const sealed: SealedAnswer = {
  ...{ kind: 'sealed', selloRecibido: 'S'.repeat(40), fhProcesamiento: null, observaciones: [] },
}
const found: SealedAnswer = { ...sealed, isFound: true }
const rejected: RejectedAnswer = {
  ...{ kind: 'rejected', codigoMsg: '020', clasificaMsg: null, descripcionMsg: 'No' },
  ...{ fhProcesamiento: null, observaciones: [] },
}
/** Of bytes that this call was the first to send, if nobody else was. */
const existing: RejectedAnswer = {
  ...rejected,
  foreign: { isFirstSending: true, isHeld: false },
}
const unanswered: Answer = { kind: 'unanswered', why: 'timeout' }

interface Standing {
  readonly estado?: Estado
  /** How often the job has taken it. */
  readonly attempts?: number
  /** Of its claim: another worker's. */
  readonly outcome?: Outcome
  /** Whether another copy of the database has come to light. */
  readonly isFenced?: boolean
}

/** What the call is told, and the document as it stands afterwards. */
async function recorded(answer: Answer, standing: Standing = {}) {
  const { estado = 'firmado', attempts = 0, outcome = null, isFenced = false } = standing
  await pool.many('update database_marks set fenced_since = $1, reason = $2', [
    ...(isFenced ? [NOW, 'x'] : [null, null]),
  ])
  await insertRows(pool, 'documents', [
    documentRow({
      ...{ company_id: COMPANY, codigo_generacion: DOCUMENT, estado, attempts, ...OF_CALL },
      ...{ dudoso: false, historial: [`firmado ${NOW.toISOString()}`] },
    }),
  ])
  await insertRows(pool, 'claims', [
    {
      ...{ company_id: COMPANY, room: 'issue', ...OF_CALL, body_hash: '\\x00' },
      ...{ claimed_at: NOW, codigo_generacion: DOCUMENT, outcome },
    },
  ])
  const ctx = {
    ...{ pool, outcomePool: pool, now: NOW, clock: { now: () => NOW }, commits: createCommits() },
    key: { companyId: COMPANY, keyId: OF_CALL.key_id },
    claim: { space: 'issue', idempotencyKey: OF_CALL.idempotency_key },
  } as unknown as IssuingCtx
  const signature = Buffer.from([0])
  const firmado = { companyId: COMPANY, codigoGeneracion: DOCUMENT, signature }
  const told = await recordAnswer(ctx, firmado as unknown as Firmado, answer)
  assert.equal(told.replayed, false)
  const row = await pool.one<{ estado: Estado; until: Date | null }>(
    'select estado, lease_until as until from documents',
  )
  return [told.outcome.estado, row.estado, row.until && row.until.getTime() - NOW.getTime()]
}

const WAITS = ['contingencia', 'contingencia', 15 * SECOND_MS]

test('a verdict ends what a call signed, and without an answer the job goes on in 15 seconds', async () => {
  for (const [answer, expected] of [
    [sealed, ['sellado', 'sellado', null]],
    [found, ['sellado', 'sellado', null]],
    [rejected, ['rechazado', 'rechazado', null]],
    [unanswered, WAITS],
  ] as const) {
    assert.deepEqual(await recorded(answer), expected)
    await pool.many('delete from documents')
    await pool.many('delete from claims')
    await pool.many('delete from holding')
  }
})

test('a seal that a query found may be another copy’s: then it is left to the reconciliation', async () => {
  assert.deepEqual(await recorded(found, { isFenced: true }), WAITS)
})

test('a seal that answers its own sending is told, also where another copy has come to light', async () => {
  assert.deepEqual(await recorded(sealed, { isFenced: true }), ['sellado', 'sellado', null])
})

test('so is a rejection', async () => {
  assert.deepEqual(await recorded(rejected, { isFenced: true }), ['rechazado', 'rechazado', null])
})

test('"already exists" ends a document that nobody else has sent', async () => {
  assert.deepEqual(await recorded(existing), ['rechazado', 'rechazado', null])
})

test('"already exists" says nothing of a document that the job has sent', async () => {
  assert.deepEqual(await recorded(existing, { attempts: 1 }), WAITS)
})

test('a call behind the job is told the outcome of the job', async () => {
  const standing = { estado: 'sellado', outcome: toOutcome(sealed) } as const
  assert.deepEqual(await recorded(unanswered, standing), ['sellado', 'sellado', null])
})

test('the first outcome of a call stays, although its document goes on', async () => {
  const standing = { estado: 'contingencia', outcome: toOutcome(unanswered) } as const
  assert.deepEqual(await recorded(sealed, standing), ['contingencia', 'sellado', null])
})
