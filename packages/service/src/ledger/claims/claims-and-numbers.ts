/**
 * Takes the claims and the numbers for documents of one series, in one statement. A claim's primary key decides
 * between two requests with one Idempotency-Key: the second waits here for the first's commit and then takes no
 * number. The counter's row stays locked until the commit, and a rollback returns the numbers, so there is no gap.
 *
 * Locks are taken in one order: claims by their keys, then the counter.
 *
 * A document's code is derived from its number. Until that is known a claim names a provisional code, which the
 * statement that stores the document replaces in the same transaction (ledger/documents/firmado.ts).
 */
import type { Tx } from '../../base/db/tx.ts'
import { takeReleased } from '../numbering/released.ts'
import { type Series, valuesOf } from '../numbering/series.ts'
import { type Claimant, takeClaimsSql } from './claims.ts'

interface Row {
  codigo_generacion: string
  last: bigint
  released: number
}

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
  const rows = await tx.many<Row>(
    `with asked as (
       select * from unnest($7::text[], $8::text[], $9::bytea[], $10::uuid[], $11::timestamptz[],
                            $12::jsonb[])
           as a (key_id, idempotency_key, body_hash, codigo_generacion, claimed_at, outcome)
     ), claimed as (
       ${takeClaimsSql(`
       select $1, key_id, 'issue', idempotency_key, body_hash, claimed_at, codigo_generacion, outcome
         from asked order by key_id, idempotency_key`)}
       returning codigo_generacion
     ), counted as (
       insert into series as s (company_id, ambiente, tipo_dte, cod_estable, cod_punto_venta, year, last)
       select $1, $2, $3, $4, $5, $6, taken.n from (select count(*) as n from claimed) taken
        where taken.n > 0
       on conflict on constraint series_key do update set last = s.last + excluded.last
       returning last, released
     )
     select codigo_generacion, last, released from claimed, counted`,
    [
      ...valuesOf(series),
      claimants.map(({ keyId }) => keyId),
      claimants.map(({ idempotencyKey }) => idempotencyKey),
      claimants.map(({ bodyHash }) => bodyHash),
      claimants.map(({ codigoGeneracion }) => codigoGeneracion),
      claimants.map(({ now }) => now),
      claimants.map(({ outcome }) => outcome && JSON.stringify(outcome)),
    ],
  )
  const { last = 0n, released = 0 } = rows[0] ?? {}
  const claimed = new Set(rows.map((row) => row.codigo_generacion.toUpperCase()))
  const taken = claimants.filter(({ codigoGeneracion }) => claimed.has(codigoGeneracion))
  const returned = released > 0 ? await takeReleased(tx, series, taken.length) : []
  const first = last - BigInt(taken.length) + 1n
  const numberOf = (at: number): TakenNumber => {
    const correlativo = returned[at]
    return correlativo === undefined
      ? { correlativo: first + BigInt(at - returned.length), cameBack: false }
      : { correlativo, cameBack: true }
  }
  return new Map(taken.map(({ codigoGeneracion }, at) => [codigoGeneracion, numberOf(at)]))
}
