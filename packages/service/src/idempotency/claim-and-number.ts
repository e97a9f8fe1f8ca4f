/**
 * The claim and the number, in one statement. The claim's primary key decides between two requests
 * with one Idempotency-Key: the second waits here for the first's commit and then takes no number.
 * The counter's row is locked from here to the commit: a rollback gives the number back, so there is
 * no gap. Locks are taken in this order: claim, counter.
 */
import type { Claim } from '../context.ts'
import type { Tx } from '../db/tx.ts'
import type { Series } from '../numbering/series.ts'

/** How long an Idempotency-Key is remembered (SPEC part 8). */
export const CLAIM_LIFETIME = '24 hours'

export interface Claimant {
  readonly keyId: string
  readonly claim: Claim
  readonly codigoGeneracion: string
  readonly now: Date
}

/** The next number of the series, or null where another request holds the claim. */
export async function takeClaimAndNumber(
  tx: Tx,
  series: Series,
  { keyId, claim, codigoGeneracion, now }: Claimant,
): Promise<bigint | null> {
  const row = await tx.maybeOne<{ last: bigint }>(
    `with claim as (
       insert into claims as c
         (company_id, key_id, room, idempotency_key, body_hash, claimed_at, codigo_generacion)
       values ($1, $2, 'issue', $3, $4, $5, $6)
       on conflict on constraint claims_key do update
          set body_hash = excluded.body_hash, claimed_at = excluded.claimed_at,
              codigo_generacion = excluded.codigo_generacion, outcome = null
        where c.claimed_at <= excluded.claimed_at - interval '${CLAIM_LIFETIME}'
       returning 1
     )
     insert into series as s (company_id, ambiente, tipo_dte, cod_estable, cod_punto_venta, year, last)
     select $1, $7, $8, $9, $10, $11, 1 from claim
     on conflict on constraint series_key do update set last = s.last + 1
     returning last`,
    [
      series.companyId,
      keyId,
      claim.idempotencyKey,
      claim.bodyHash,
      now,
      codigoGeneracion,
      series.ambiente,
      series.tipoDte,
      series.codEstable,
      series.codPuntoVenta,
      series.year,
    ],
  )
  return row?.last ?? null
}
