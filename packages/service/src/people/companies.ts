/** The companies of a person, with what needs attention in each. */
import type { Ambiente } from '@sello/contract'
import type { Db } from '../db/tx.ts'
import { CORRECTABLE_MS } from '../time/durations.ts'
import { civilTime } from '../time/el-salvador.ts'
import type { Rol } from './memberships.ts'
import type { Person } from './person.ts'

export interface CompanyState {
  readonly nit: string
  readonly nombre: string
  readonly rol: Rol | null
  readonly produccionDesde: Date | null
  readonly certificadoHasta: Readonly<Record<Ambiente, Date | null>>
  /** Rejected within 24 hours and not corrected, and signed without a seal. */
  readonly pendientes: number
  readonly rechazados: number
  readonly contingencias: number
  /** Null for people who may not see the company's figures. */
  readonly mes: { readonly documentos: number; readonly totalPagar: number } | null
}

interface Row {
  readonly nit: string
  readonly nombre: string
  readonly rol: Rol | null
  readonly production_since: Date | null
  readonly test_until: Date | null
  readonly live_until: Date | null
  readonly rechazados: bigint
  readonly contingencias: bigint
  readonly documentos: bigint
  readonly total: string
}

/** Counts the environment that the company works in. An operator sees every company, without figures. */
export async function listCompanies(
  db: Db,
  { personId, operador }: Person,
  now: Date,
): Promise<readonly CompanyState[]> {
  const month = `${civilTime(now).fecEmi.slice(0, 8)}01`
  const rows = await db.many<Row>(
    `select c.nit, c.nombre, m.rol, c.production_since,
            (select v.valid_to from signing_vaults v
              where v.company_id = c.company_id and v.ambiente = '00' and v.active) as test_until,
            (select v.valid_to from signing_vaults v
              where v.company_id = c.company_id and v.ambiente = '01' and v.active) as live_until,
            d.rechazados, d.contingencias, d.documentos, d.total
       from companies c
       left join memberships m on m.company_id = c.company_id and m.person_id = $1
      cross join lateral (
        select count(*) filter (where estado = 'rechazado' and created_at > $3) as rechazados,
               count(*) filter (where estado in ('firmado', 'contingencia')) as contingencias,
               count(*) filter (where estado in ('sellado', 'contingencia') and fec_emi >= $4::date) as documentos,
               coalesce(sum((totales->>'totalPagar')::numeric) filter
                 (where estado in ('sellado', 'contingencia') and fec_emi >= $4::date), 0) as total
          from documents
         where company_id = c.company_id
           and ambiente = case when c.production_since is null then '00' else '01' end
           and (fec_emi >= $4::date or estado in ('firmado', 'contingencia') or created_at > $3)) as d
      where m.person_id is not null or $2
      order by c.nombre, c.nit`,
    [personId, operador, new Date(now.getTime() - CORRECTABLE_MS), month],
  )
  return rows.map(toState)
}

function toState(row: Row): CompanyState {
  const rechazados = Number(row.rechazados)
  const contingencias = Number(row.contingencias)
  return {
    nit: row.nit,
    nombre: row.nombre,
    rol: row.rol,
    produccionDesde: row.production_since,
    certificadoHasta: { '00': row.test_until, '01': row.live_until },
    pendientes: rechazados + contingencias,
    rechazados,
    contingencias,
    mes:
      row.rol === null
        ? null
        : { documentos: Number(row.documentos), totalPagar: Number(row.total) },
  }
}
