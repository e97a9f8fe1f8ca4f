/** The types that a company says it issues (ADR 0008), and its switch to production. */
import type { TipoDte } from '@sello/contract'
import type { Db, Tx } from '../../base/db/tx.ts'
import { verifiedSince } from '../destinations/verified.ts'

export interface Production {
  /** When the company switched to production; null: not yet. */
  readonly productionSince: Date | null
  readonly tiposDte: readonly TipoDte[]
}

export function readProduction(db: Db, companyId: string): Promise<Production> {
  return db.one<Production>(
    `select production_since as "productionSince", tipos_dte as "tiposDte"
       from companies where company_id = $1`,
    [companyId],
  )
}

export async function storeTipos(
  tx: Tx,
  companyId: string,
  tiposDte: readonly TipoDte[],
): Promise<void> {
  await tx.run('update companies set tipos_dte = $2 where company_id = $1', [companyId, tiposDte])
}

/** Null: out of production. */
export async function storeProduction(
  tx: Tx,
  companyId: string,
  since: Date | null,
): Promise<void> {
  await tx.run('update companies set production_since = $2 where company_id = $1', [
    companyId,
    since,
  ])
}

/** What a first live document needs besides the types. */
export interface Readiness {
  readonly hasCertificate: boolean
  readonly hasAccount: boolean
  readonly hasPointOfSale: boolean
  readonly hasDestination: boolean
}

export function readReadiness(db: Db, companyId: string, now: Date): Promise<Readiness> {
  return db.one<Readiness>(
    `select exists (select 1 from signing_vaults
                     where company_id = $1 and ambiente = '01' and active
                       and valid_from <= $2 and valid_to > $2) as "hasCertificate",
            exists (select 1 from ministry_accounts
                     where company_id = $1 and ambiente = '01') as "hasAccount",
            exists (select 1 from points_of_sale where company_id = $1) as "hasPointOfSale",
            exists (select 1 from storage_destinations
                     where company_id = $1 and verified_at > $3) as "hasDestination"`,
    [companyId, now, verifiedSince(now)],
  )
}
