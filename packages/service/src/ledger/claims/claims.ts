/**
 * The only file that writes `claims`, the holders of Idempotency-Keys. Statements that combine other work in one
 * round trip embed these SQL texts.
 */
import type { IdempotencySpace } from '@sello/contract'
import type { Tx } from '../../base/db/tx.ts'
import { CLAIM_MS, interval } from '../../base/time/durations.ts'
import { lockedOf } from '../cluster/due.ts'
import type { Forgetting } from '../cluster/forget.ts'
import type { EnContingencia, EnReserva } from '../transmission/outcome.ts'
import type { Claiming } from './claim.ts'

export interface Claimant {
  readonly keyId: string
  readonly idempotencyKey: string
  readonly bodyHash: Buffer
  readonly codigoGeneracion: string
  readonly now: Date
  /** The answer to a repeat after the commit; null until the ministry decides. */
  readonly outcome: EnReserva | EnContingencia | null
}

/** A call's claim; without an answer, callers may query `codigoGeneracion`. */
export function claimantOf(
  { key, claim, now }: Omit<Claiming, 'pool'>,
  codigoGeneracion: string,
  outcome: Claimant['outcome'] = null,
): Claimant {
  const { idempotencyKey, bodyHash } = claim
  return { keyId: key.keyId, idempotencyKey, bodyHash, codigoGeneracion, now, outcome }
}

/**
 * Takes the free claims among `rows` (a `select` or `values`, its columns in the order below); `returning` lists
 * those taken. The primary key decides between two requests with one key: the second waits here for the first's
 * commit.
 */
export const takeClaimsSql = (rows: string) => `
  insert into claims as c
    (company_id, key_id, room, idempotency_key, body_hash, claimed_at, codigo_generacion, outcome)
  ${rows}
  on conflict on constraint claims_key do update
     set body_hash = excluded.body_hash, claimed_at = excluded.claimed_at,
         codigo_generacion = excluded.codigo_generacion, outcome = excluded.outcome
   where excluded.claimed_at - c.claimed_at >= ${interval(CLAIM_MS)}`

/**
 * Stores the outcome in the claims of `source` m that name its code: after 24 hours the key may belong to
 * another call. The first outcome is kept. Returns the code. `company`: the one of all of them, as a value.
 */
export const settleClaimsSql = (source: string, company = 'm.company_id') => `
  update claims c set outcome = m.outcome from ${source} m
   where c.company_id = ${company} and c.key_id = m.key_id and c.room = m.room
     and c.idempotency_key = m.idempotency_key and c.outcome is null
     and c.codigo_generacion = m.codigo_generacion
  returning m.codigo_generacion`

/**
 * Sets the document code in the claims of company $1 that the documents d of `source` are issued under: a new
 * document's code is derived from its number, which is unknown when the claim is taken. `keyIds` and `keys` are the
 * values of d's columns: with them the whole key is known before the join, in whichever order it is made.
 */
export const nameClaimsSql = (source: string, keyIds: `$${number}`, keys: `$${number}`) => `
  update claims c set codigo_generacion = d.codigo_generacion from ${source}
   where c.company_id = $1 and c.key_id = any (array(select distinct unnest(${keyIds}::text[])))
     and c.room = 'issue' and c.idempotency_key = any (${keys}::text[])
     and c.key_id = d.key_id and c.idempotency_key = d.idempotency_key
     and c.codigo_generacion <> d.codigo_generacion`

/** Takes one claim. False if another request holds it. */
export async function takeClaim(
  tx: Tx,
  companyId: string,
  claimant: Claimant,
  space: IdempotencySpace = 'issue',
): Promise<boolean> {
  const { keyId, idempotencyKey, bodyHash, codigoGeneracion, now, outcome } = claimant
  const taken = await tx.run(takeClaimsSql(`values ($1, $2, $8, $3, $4, $5, $6, $7)`), [
    companyId,
    keyId,
    idempotencyKey,
    bodyHash,
    now,
    codigoGeneracion,
    outcome && JSON.stringify(outcome),
    space,
  ])
  return taken === 1
}

/** Clears the outcome of an abandoned event, so that the claim waits for the next one. False if the outcome changed. */
export async function reopenClaim(
  tx: Tx,
  companyId: string,
  { keyId, idempotencyKey }: Pick<Claimant, 'keyId' | 'idempotencyKey'>,
  evento: string,
): Promise<boolean> {
  const reopened = await tx.run(
    `update claims set outcome = null
      where company_id = $1 and key_id = $2 and room = 'issue' and idempotency_key = $3
        and outcome ->> 'estado' = 'abandonado' and outcome ->> 'evento' = $4`,
    [companyId, keyId, idempotencyKey, evento],
  )
  return reopened === 1
}

/** The claim of an event, without the company. */
export interface ClaimKey {
  readonly key_id: string
  readonly idempotency_key: string
  /** The code in the claim. It differs if another call uses the key now. */
  readonly codigo_generacion: string
}

/** The same for the claim of one event. */
export async function settleClaim(
  tx: Tx,
  companyId: string,
  { key_id, idempotency_key, codigo_generacion }: ClaimKey,
  outcome: object,
): Promise<void> {
  const one = `(select $1::uuid as company_id, $2::text as key_id, 'issue' as room,
                       $3::text as idempotency_key, $4::uuid as codigo_generacion, $5::jsonb as outcome)`
  await tx.run(settleClaimsSql(one), [
    companyId,
    key_id,
    idempotency_key,
    codigo_generacion,
    JSON.stringify(outcome),
  ])
}

const OLD_KEYS = 'key_id = $4 and room = $5 and idempotency_key = any ($3::text[])'
const isOldAt = (now: string) =>
  `claimed_at <= ${now}::timestamptz - ${interval(CLAIM_MS)} and outcome is not null`

/** Claims whose key is free again. One without an outcome waits for its document's. */
export const OLD_CLAIMS: Forgetting = {
  list: (among) => `
    select /* reads 10000: a batch of 5,000 */ company_id, claimed_at as due_at, array[key_id, room] as part,
           idempotency_key as name
      from claims where ${isOldAt('$1')} and company_id <> all ($2::uuid[]) ${among}
     order by claimed_at limit $3`,
  forget: `
    delete from claims /* reads 20000: the same, of one company */
     where company_id = $1 and key_id = $4 and room = $5
       and idempotency_key = any (array(
           select idempotency_key
             from ${lockedOf('claims', OLD_KEYS)} old -- who retakes one is not waited for, nor waits
            where ${isOldAt('$2')}))
    returning 1`,
}
