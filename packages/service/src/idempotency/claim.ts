/** The claim of a document that takes no new number: it has the one of a rejected document. */
import type { Tx } from '../db/tx.ts'
import type { Claimant } from './claims-and-numbers.ts'

/** False where another request holds the claim: the second waits here for the first's commit. */
export async function takeClaim(tx: Tx, companyId: string, claimant: Claimant): Promise<boolean> {
  const { keyId, idempotencyKey, bodyHash, codigoGeneracion, now, outcome } = claimant
  const taken = await tx.run(
    `insert into claims as c
       (company_id, key_id, room, idempotency_key, body_hash, claimed_at, codigo_generacion, outcome)
     values ($1, $2, 'issue', $3, $4, $5, $6, $7)
     on conflict on constraint claims_key do update
        set body_hash = excluded.body_hash, claimed_at = excluded.claimed_at,
            codigo_generacion = excluded.codigo_generacion, outcome = excluded.outcome
      where c.claimed_at <= excluded.claimed_at - interval '24 hours' -- free again (SPEC part 8)`,
    [
      companyId,
      keyId,
      idempotencyKey,
      bodyHash,
      now,
      codigoGeneracion,
      outcome && JSON.stringify(outcome),
    ],
  )
  return taken === 1
}
