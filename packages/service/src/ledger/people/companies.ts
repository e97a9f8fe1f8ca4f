/** The companies of a person, with what needs attention in each. */
import { type Ambiente, TIPOS_DTE } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { CORRECTABLE_MS } from '../../base/time/durations.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import { waitingRanges } from '../documents/count-waiting.ts'
import type { DaySums } from '../documents/day-sums.ts'
import type { Day } from '../documents/search.ts'
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

interface Row extends Pick<CompanyState, 'nit' | 'nombre' | 'rol' | 'produccionDesde'> {
  readonly companyId: string
  readonly ambiente: Ambiente
  readonly testUntil: Date | null
  readonly liveUntil: Date | null
  readonly rechazados: number
  readonly contingencias: number
}

/** A page shows no higher count. */
const COUNTED_MAX = 1_000

const WAITING = waitingRanges('1', {
  ...{ companyId: 'c.company_id', ambiente: 'c.ambiente', tipos: '$3' },
  ...{ estados: `array['firmado', 'contingencia']`, limit: '$4::bigint' },
})

const OWN =
  'where company_id = any (array(select company_id from memberships where person_id = $1))'

/** Of the environment that the company works in. An operator's read all companies, a person's only theirs. */
const sqlOf = (companies: string) => `
select /* reads 2500: two counts of each company, to ${COUNTED_MAX} */
       c.company_id as "companyId", c.nit, c.nombre, m.rol, c.production_since as "produccionDesde", c.ambiente,
       (select v.valid_to from signing_vaults v
         where v.company_id = c.company_id and v.ambiente = '00' and v.active) as "testUntil",
       (select v.valid_to from signing_vaults v
         where v.company_id = c.company_id and v.ambiente = '01' and v.active) as "liveUntil",
       (select count(*)::integer from (
          select 1 from documents d
           where d.company_id = c.company_id and d.ambiente = c.ambiente and d.estado = 'rechazado'
             and d.created_at > $2 limit $4) counted) as rechazados,
       (select count(*)::integer from (select 1 from ${WAITING} limit $4) counted) as contingencias
  from (select *, case when production_since is null then '00' else '01' end as ambiente
          from companies ${companies}) c
  left join memberships m on m.company_id = c.company_id and m.person_id = $1
 order by c.nombre, c.nit`

/** An operator sees every company, without figures. */
export async function listCompanies(
  { pool, daySums }: { readonly pool: Pool; readonly daySums: DaySums },
  { personId, operador }: Person,
  now: Date,
): Promise<readonly CompanyState[]> {
  const rejectedSince = new Date(now.getTime() - CORRECTABLE_MS)
  const rows = await pool.many<Row>(sqlOf(operador ? '' : OWN), [
    ...[personId, rejectedSince, TIPOS_DTE, COUNTED_MAX],
  ])
  const hoy = civilTime(now).fecEmi
  const days = { desde: `${hoy.slice(0, 8)}01`, hasta: hoy, hoy }
  const seen = rows.filter(({ rol }) => rol !== null)
  const months = await daySums.readAll(pool, seen, days)
  return rows.map((row) => toState(row, months[seen.indexOf(row)] ?? null))
}

function toState(row: Row, month: readonly Day[] | null): CompanyState {
  const { companyId: _, ambiente: __, testUntil, liveUntil, ...shown } = row
  return {
    ...shown,
    certificadoHasta: { '00': testUntil, '01': liveUntil },
    pendientes: row.rechazados + row.contingencias,
    mes: month && {
      documentos: month.reduce((n, day) => n + day.documentos, 0),
      totalPagar: month.reduce((cents, { pagar }) => cents + Math.round(pagar * 100), 0) / 100,
    },
  }
}
