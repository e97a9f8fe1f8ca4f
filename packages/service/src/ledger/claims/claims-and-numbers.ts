/**
 * Takes the claims and the numbers for documents of one series, in one round trip. A claim's primary key decides
 * between two requests with one Idempotency-Key: the second waits here for the first's commit and then takes no
 * number. The counter's row stays locked until the commit, and a rollback returns the numbers, so there is no gap.
 *
 * Locks are taken in one order: claims by their keys, then the counter.
 *
 * A document's code is derived from its number. Until that is known a claim names a provisional code, which the same
 * transaction replaces when it stores the document (ledger/documents/firmado.ts). It is random, so the claims that
 * name it are those that this transaction took.
 *
 * Each statement reads a row of the company's, so that on a cluster all of it is sent to the company's machine.
 */
import type { Tx } from '../../base/db/tx.ts'
import { takeReleased } from '../numbering/released.ts'
import { type Series, valuesOf } from '../numbering/series.ts'
import { type Claimant, takeClaimsSql } from './claims.ts'

interface Counter {
  readonly last: bigint
  readonly released: number
}

const CLAIM = `
  ${takeClaimsSql(`
  select c.company_id, key_id, 'issue', idempotency_key, body_hash, claimed_at, codigo_generacion, outcome
    from companies c
   cross join unnest($2::text[], $3::text[], $4::bytea[], $5::uuid[], $6::timestamptz[], $7::jsonb[])
      as a (key_id, idempotency_key, body_hash, codigo_generacion, claimed_at, outcome)
   where c.company_id = $1 order by key_id, idempotency_key`)}
  returning codigo_generacion`

/** Of the documents that have their claim now; without any, the counter stays as it is. */
const COUNT = `
  insert into series as s (company_id, ambiente, tipo_dte, cod_estable, cod_punto_venta, year, last)
  select company_id, $2, $3, $4, $5, $6::smallint, count(*)
    from claims
   where company_id = $1 and key_id = any ($7::text[]) and room = 'issue'
     and idempotency_key = any ($8::text[]) and codigo_generacion = any ($9::uuid[])
   group by company_id
  on conflict on constraint series_key do update set last = s.last + excluded.last
  returning last, released`

/** A number, and whether an earlier document had it and released it. */
export interface TakenNumber {
  readonly correlativo: bigint
  readonly cameBack: boolean
}

/**
 * The number of each document that got its claim, by codigoGeneracion. In the given order: first released numbers,
 * lowest first, then the next ones, without a gap.
 */
export async function takeClaimsAndNumbers(
  tx: Tx,
  series: Series,
  claimants: readonly Claimant[],
): Promise<ReadonlyMap<string, TakenNumber>> {
  const keyIds = claimants.map(({ keyId }) => keyId)
  const keys = claimants.map(({ idempotencyKey }) => idempotencyKey)
  const codes = claimants.map(({ codigoGeneracion }) => codigoGeneracion)
  const [rows, counted] = await Promise.all([
    tx.many<{ codigo_generacion: string }>(CLAIM, [
      series.companyId,
      keyIds,
      keys,
      claimants.map(({ bodyHash }) => bodyHash),
      codes,
      claimants.map(({ now }) => now),
      claimants.map(({ outcome }) => outcome && JSON.stringify(outcome)),
    ]),
    tx.maybeOne<Counter>(COUNT, [...valuesOf(series), [...new Set(keyIds)], keys, codes]),
  ])
  if (!counted) return new Map() // none got its claim
  const claimed = new Set(rows.map((row) => row.codigo_generacion.toUpperCase()))
  const taken = claimants.filter(({ codigoGeneracion }) => claimed.has(codigoGeneracion))
  const returned = counted.released > 0 ? await takeReleased(tx, series, taken.length) : []
  const first = counted.last - BigInt(taken.length) + 1n
  const numberOf = (at: number): TakenNumber => {
    const correlativo = returned[at]
    return correlativo === undefined
      ? { correlativo: first + BigInt(at - returned.length), cameBack: false }
      : { correlativo, cameBack: true }
  }
  return new Map(taken.map(({ codigoGeneracion }, at) => [codigoGeneracion, numberOf(at)]))
}
