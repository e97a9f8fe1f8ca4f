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

/** Instants inside JSON are texts. */
interface DestinoRow extends Pick<Destino, 'id' | 'kind'> {
  readonly location: string | null
  readonly verifiedAt: string | null
  readonly refusedSince: string | null
  readonly refusedWhy: string
}

interface Row extends Certificado {
  readonly hasCertificate: boolean
  readonly destinos: readonly DestinoRow[]
  readonly why: WhyRefused | null
  readonly since: Date | null
  readonly until: Date | null
}

/** A late seal without another document for the same sale is reported for a week. */
const LATE_SEAL_MS = 7 * DAY_MS

const SQL = `
select v.fingerprint is not null as "hasCertificate", v.fingerprint, v.valid_from as "validFrom",
       v.valid_to as "validTo", v.nit,
       (select coalesce(json_agg(json_build_object(
                 'id', s.destination_id, 'kind', s.kind, 'location', s.location, 'verifiedAt', s.verified_at,
                 'refusedSince', s.refused_since, 'refusedWhy', s.refused_why)
                 order by s.created_at, s.destination_id), '[]')
          from storage_destinations s where s.company_id = $1
           and s.ended_at is null) as destinos,
       a.refused_why as why, a.refused_since as since,
       case when a.refused_until > $3 then a.refused_until end as until
  from companies c
  left join ministry_accounts a on a.company_id = c.company_id and a.ambiente = $2
  left join signing_vaults v on v.company_id = c.company_id and v.ambiente = $2 and v.active
 where c.company_id = $1`

function destinoOf({ id, kind, location, ...row }: DestinoRow): Destino {
  const por = row.refusedWhy && withoutLocation(row.refusedWhy, location)
  return {
    id,
    kind,
    verificadoEl: row.verifiedAt === null ? null : new Date(row.verifiedAt),
    rechaza: row.refusedSince === null ? null : { desde: new Date(row.refusedSince), por },
  }
}

export async function readCompanyStatus(
  db: Db,
  { companyId, ambiente }: { readonly companyId: string; readonly ambiente: Ambiente },
  now: Date,
): Promise<CompanyStatus> {
  const [row, lateSeals] = await Promise.all([
    db.one<Row>(SQL, [companyId, ambiente, now]),
    findLateSeals(db, { companyId, ambiente }, new Date(now.getTime() - LATE_SEAL_MS)),
  ])
  const { hasCertificate, destinos, why, since, until, ...certificado } = row
  return {
    certificado: hasCertificate ? certificado : null,
    destinos: destinos.map(destinoOf),
    lateSeals,
    loginRefused: why && { why, since, until },
  }
}
