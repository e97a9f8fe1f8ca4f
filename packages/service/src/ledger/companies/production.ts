/** The types that a company says it issues (ADR 0008), and its switch to production. */
import type { Ambiente, TipoDte } from '@sello/contract'
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

/** What a first document of an environment needs besides its type. */
export interface Setup {
  /** Until when the active certificate is valid; null: there is none. */
  readonly certificateUntil: Date | null
  readonly hasCertificate: boolean
  /** The user name at the ministry; null: no password is stored. */
  readonly usuario: string | null
  /** The codes of the first point of sale. */
  readonly pointOfSale: string | null
  /** Where the first destination is. */
  readonly destination: string | null
  readonly hasDestination: boolean
}

/** `hasCertificate`, `hasDestination`: one is in force now. */
export function readSetup(
  db: Db,
  { companyId, ambiente }: { readonly companyId: string; readonly ambiente: Ambiente },
  now: Date,
): Promise<Setup> {
  return db.one<Setup>(
    `select v.valid_to as "certificateUntil", a.usuario,
            coalesce(v.valid_from <= $3 and v.valid_to > $3, false) as "hasCertificate",
            (select p.cod_estable || p.cod_punto_venta from points_of_sale p
              where p.company_id = $1
              order by p.cod_estable, p.cod_punto_venta limit 1) as "pointOfSale",
            (select coalesce(s.location, s.label) from storage_destinations s
              where s.company_id = $1 and s.ended_at is null
              order by s.location is null, s.created_at, s.destination_id limit 1) as destination,
            exists (select 1 from storage_destinations s
                     where s.company_id = $1 and s.verified_at > $4) as "hasDestination"
       from companies c
       left join signing_vaults v on v.company_id = c.company_id and v.ambiente = $2 and v.active
       left join ministry_accounts a on a.company_id = c.company_id and a.ambiente = $2
      where c.company_id = $1`,
    [companyId, ambiente, now, verifiedSince(now)],
  )
}
