/** Idempotency of calls that store something small: a repeat with its Idempotency-Key gets the stored answer. */
import { type Tx, transaction } from '../../base/db/tx.ts'
import { type KeptAnswer, keepAnswer, takeKey } from '../../ledger/claims/kept-answers.ts'
import { admittedOf, readerOfCall } from './admitted.ts'
import { bodyHashesOf } from './ctx.ts'
import { type Call, header } from './gate.ts'
import { idempotencyKey } from './gates/idempotency-key.ts'
import type { Answered } from './route.ts'

/**
 * Runs `work` and commits its rows together with its answer. Another `request` body under the same Idempotency-Key
 * is refused (422). If `work` refuses, the key stays free.
 */
export async function answerOnce(
  call: Call,
  request: object,
  work: (tx: Tx) => Promise<KeptAnswer>,
): Promise<Answered> {
  const { pool, random, clock } = call.deps
  const sent = header(call, 'idempotency-key')
  if (sent === undefined && !isSentTwice(call)) return transaction(pool, (tx) => work(tx))
  idempotencyKey(call) // 400 for an invalid or repeated Idempotency-Key header
  const { companyId, dataKey } = readerOfCall(call)
  const holder = { companyId, keyId: admittedOf(call).keyId, dataKey }
  const claim = { idempotencyKey: sent ?? '', ...bodyHashesOf(call, request) }
  const now = clock.now()
  return transaction(pool, async (tx) => {
    const earlier = await takeKey(tx, holder, { claim, now })
    if (earlier) return { ...earlier, replayed: true }
    const answer = await work(tx)
    await keepAnswer(tx, holder, { claim, answer, random })
    return answer
  })
}

const isSentTwice = ({ headers }: Call) => Array.isArray(headers['idempotency-key'])
