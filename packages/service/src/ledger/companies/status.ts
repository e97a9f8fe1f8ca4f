/** The company's current state, for the status route. Decrypts nothing. */
import type { Ambiente } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import { DAY_MS } from '../../base/time/durations.ts'
import { withoutLocation } from '../destinations/without-location.ts'
import { findLateSeals, type LateSeal } from '../documents/late-seals.ts'
import type { WhyRefused } from './ministry-account.ts'

export interface CompanyStatus {
  /** The active certificate of the environment, whether or not the key may use it. */
  readonly certificado: Certificado | null
  readonly destinos: readonly Destino[]
  /** Seals that followed a rejection. */
  readonly lateSeals: readonly LateSeal[]
  /** The company's last login, if the ministry refused it. */
  readonly loginRefused: LoginRefused | null
}

export interface LoginRefused {
  readonly why: WhyRefused
  /** Null: not recorded. */
  readonly since: Date | null
  /** Until then calls are answered without an attempt; null: the next call tries. */
  readonly until: Date | null
}

export interface Certificado {
  readonly fingerprint: string
  readonly validFrom: Date
  readonly validTo: Date
  readonly nit: string
}

export interface Destino {
  readonly id: string
  readonly kind: string
  readonly verificadoEl: Date | null
  /** The first failure since the service last stored files there. */
  readonly rechaza: { readonly desde: Date; readonly por: string } | null
}

interface DestinoRow {
  readonly id: string
  readonly kind: string
  readonly location: string | null
  readonly verified_at: string | null
  readonly refused_since: string | null
  readonly refused_why: string
}

interface Row {
  readonly fingerprint: string | null
  readonly valid_from: Date
  readonly valid_to: Date
  readonly nit: string
  readonly destinos: readonly DestinoRow[]
  readonly refused_why: WhyRefused | null
  readonly refused_since: Date | null
  readonly refused_until: Date | null
}

/** A late seal without another document for the same sale is reported for a week. */
const LATE_SEAL_MS = 7 * DAY_MS

const SQL = `
select v.fingerprint, v.valid_from, v.valid_to, v.nit,
       (select coalesce(json_agg(json_build_object(
                 'id', s.destination_id, 'kind', s.kind, 'location', s.location, 'verified_at', s.verified_at,
                 'refused_since', s.refused_since, 'refused_why', s.refused_why)
                 order by s.created_at, s.destination_id), '[]')
          from storage_destinations s where s.company_id = c.company_id
           and s.ended_at is null) as destinos,
       a.refused_why, a.refused_since, a.refused_until
  from companies c
  left join ministry_accounts a on a.company_id = c.company_id and a.ambiente = $2
  left join signing_vaults v on v.company_id = c.company_id and v.ambiente = $2 and v.active
 where c.company_id = $1`

function destinoOf({ id, kind, location, ...row }: DestinoRow): Destino {
  const { verified_at, refused_since, refused_why } = row
  const por = refused_why && withoutLocation(refused_why, location)
  return {
    id,
    kind,
    verificadoEl: verified_at === null ? null : new Date(verified_at),
    rechaza: refused_since === null ? null : { desde: new Date(refused_since), por },
  }
}

export async function readCompanyStatus(
  db: Db,
  { companyId, ambiente }: { readonly companyId: string; readonly ambiente: Ambiente },
  now: Date,
): Promise<CompanyStatus> {
  const [row, lateSeals] = await Promise.all([
    db.one<Row>(SQL, [companyId, ambiente]),
    findLateSeals(db, { companyId, ambiente }, new Date(now.getTime() - LATE_SEAL_MS)),
  ])
  const { fingerprint, valid_from, valid_to, nit, destinos } = row
  return {
    certificado:
      fingerprint === null ? null : { fingerprint, validFrom: valid_from, validTo: valid_to, nit },
    destinos: destinos.map(destinoOf),
    lateSeals,
    loginRefused: loginRefusedOf(row, now),
  }
}

function loginRefusedOf(
  { refused_why, refused_since, refused_until }: Row,
  now: Date,
): LoginRefused | null {
  if (refused_why === null) return null
  const until = refused_until && refused_until > now ? refused_until : null
  return { why: refused_why, since: refused_since, until }
}
