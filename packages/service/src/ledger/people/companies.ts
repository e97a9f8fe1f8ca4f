/** The companies of a person, with what needs attention in each. */
import type { Ambiente } from '@sello/contract'
import type { Logger } from 'pino'
import type { Pool } from '../../base/db/pool.ts'
import { CORRECTABLE_MS } from '../../base/time/durations.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import { listOfAll, skippedInLog } from '../cluster/due.ts'
import { countWaitingOfEach } from '../documents/count-waiting.ts'
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
}

/** A page shows no higher count. */
const COUNTED_MAX = 1_000

const own = (among: string) =>
  `and company_id = any (array(select company_id from memberships where person_id = $1 ${among}))`

/** Of the environment that the company works in. An operator's read all companies, a person's only theirs. */
const sqlOf = (companies: string, among: string) => `
select /* reads 2500: a count of each company, to ${COUNTED_MAX} */
       c.company_id as "companyId", c.nit, c.nombre, m.rol, c.production_since as "produccionDesde", c.ambiente,
       (select v.valid_to from signing_vaults v
         where v.company_id = c.company_id and v.ambiente = '00' and v.active ${among}) as "testUntil",
       (select v.valid_to from signing_vaults v
         where v.company_id = c.company_id and v.ambiente = '01' and v.active ${among}) as "liveUntil",
       (select count(*)::integer from (
          select 1 from documents d
           where d.company_id = c.company_id and d.ambiente = c.ambiente and d.estado = 'rechazado'
             and d.created_at > $2 ${among} limit $3) counted) as rechazados
  from (select *, case when production_since is null then '00' else '01' end as ambiente
          from companies where true ${companies} ${among}) c
  left join (select * from memberships where person_id = $1 ${among}) m on m.company_id = c.company_id
 order by c.nombre, c.nit`

/** An operator sees every company, without figures. Those on a machine that does not answer are left out. */
export async function listCompanies(
  {
    pool,
    daySums,
    log,
  }: {
    readonly pool: Pool
    readonly daySums: DaySums
    readonly log: Pick<Logger, 'error'>
  },
  { personId, operador }: Person,
  now: Date,
): Promise<readonly CompanyState[]> {
  const rejectedSince = new Date(now.getTime() - CORRECTABLE_MS)
  const sql = (among: string) => sqlOf(operador ? '' : own(among), among)
  const values = [personId, rejectedSince, COUNTED_MAX]
  const onSkipped = skippedInLog(log, 'companies')
  const rows = await listOfAll<Row>(pool, { sql, values }, onSkipped)
  const waiting = await countWaitingOfEach(pool, rows, { max: COUNTED_MAX, onSkipped })
  const hoy = civilTime(now).fecEmi
  const days = { desde: `${hoy.slice(0, 8)}01`, hasta: hoy, hoy }
  const seen = rows.filter(({ rol }) => rol !== null)
  const months = await daySums.readAll(pool, seen, days)
  return rows.map((row, at) =>
    toState({ ...row, contingencias: waiting[at] ?? 0 }, months[seen.indexOf(row)] ?? null),
  )
}

function toState(
  row: Row & Pick<CompanyState, 'contingencias'>,
  month: readonly Day[] | null,
): CompanyState {
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
