/**
 * The answers of calls that store something small under an Idempotency-Key. The answer itself is kept for the key's
 * 24 hours, encrypted, because the stored thing may change meanwhile. It is written in the transaction that stores
 * the thing, so a key without its answer is never visible.
 */
import type { Random } from '../../base/clock.ts'
import type { Tx } from '../../base/db/tx.ts'
import { decryptColumn, encryptColumn } from '../../base/secrets/secrets.ts'
import { CLAIM_MS, interval } from '../../base/time/durations.ts'
import { lockedOf } from '../cluster/due.ts'
import type { Forgetting } from '../cluster/forget.ts'
import type { Claim as AnyClaim } from './claim.ts'
import { assertSameBody } from './earlier.ts'

/** The caller's key and the hash of its request. */
type Claim = Pick<AnyClaim, 'idempotencyKey' | 'bodyHash' | 'olderBodyHashes'>

/** The owner of the key, and the data key that encrypts the answer. */
export interface Holder {
  readonly companyId: string
  readonly keyId: string
  readonly dataKey: Buffer
}

export interface KeptAnswer {
  readonly status: 200 | 201
  readonly body: string
}

interface Row {
  readonly body_hash: Buffer
  readonly status: KeptAnswer['status']
  readonly body: Buffer
}

/**
 * Null if the key is now this call's: it stores its answer in this transaction. Another call with the same key
 * waits here for that. Refuses (422) another body under it.
 */
export async function takeKey(
  tx: Tx,
  holder: Holder,
  { claim, now }: { readonly claim: Claim; readonly now: Date },
): Promise<KeptAnswer | null> {
  const { companyId, keyId } = holder
  const id = [companyId, keyId, claim.idempotencyKey]
  const taken = await tx.run(
    `insert into kept_answers as k
       (company_id, key_id, idempotency_key, body_hash, claimed_at, status, body)
     values ($1, $2, $3, $4, $5, 0, '')
     on conflict on constraint kept_answers_key do update
        set body_hash = excluded.body_hash, claimed_at = excluded.claimed_at
      where excluded.claimed_at - k.claimed_at >= ${interval(CLAIM_MS)} -- free again (docs/wire.md#idempotency)`,
    [...id, claim.bodyHash, now],
  )
  if (taken === 1) return null
  const row = await tx.one<Row>(
    `select body_hash, status, body from kept_answers
      where company_id = $1 and key_id = $2 and idempotency_key = $3`,
    id,
  )
  assertSameBody(row.body_hash, claim)
  const { dataKey } = holder
  const body = decryptColumn(row.body, dataKey, answerId(holder, claim)).toString()
  return { status: row.status, body }
}

/** Stores the answer; once the transaction commits, a repeat gets the same one. */
export async function keepAnswer(
  tx: Tx,
  holder: Holder,
  given: { readonly claim: Claim; readonly answer: KeptAnswer; readonly random: Random },
): Promise<void> {
  const { claim, answer, random } = given
  const plain = Buffer.from(answer.body)
  const sealed = encryptColumn(plain, holder.dataKey, answerId(holder, claim), random)
  await tx.run(
    `update kept_answers set status = $4, body = $5
      where company_id = $1 and key_id = $2 and idempotency_key = $3`,
    [holder.companyId, holder.keyId, claim.idempotencyKey, answer.status, sealed],
  )
}

const answerId = ({ companyId, keyId }: Holder, { idempotencyKey }: Claim) =>
  `kept_answers/${companyId}/${keyId}/${idempotencyKey}`

const OLD_KEYS = 'key_id = $4 and idempotency_key = any ($3::text[])'
const isOldAt = (now: string) => `claimed_at <= ${now}::timestamptz - ${interval(CLAIM_MS)}`

/** Answers older than 24 hours. */
export const OLD_ANSWERS: Forgetting = {
  list: (among) => `
    select /* reads 10000: a batch of 5,000 */ company_id, claimed_at as due_at, array[key_id] as part,
           idempotency_key as name
      from kept_answers where ${isOldAt('$1')} and company_id <> all ($2::uuid[]) ${among}
     order by claimed_at limit $3`,
  forget: `
    delete from kept_answers /* reads 20000: the same, of one company */
     where company_id = $1 and key_id = $4
       and idempotency_key = any (array(
           select idempotency_key
             from ${lockedOf('kept_answers', OLD_KEYS)} old -- who retakes one is not waited for, nor waits
            where ${isOldAt('$2')}))
    returning 1`,
}
