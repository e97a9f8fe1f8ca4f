/** How many documents wait for the ministry, from the index of lists. */
import { type Ambiente, type Estado, TIPOS_DTE } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import type { Db } from '../../base/db/tx.ts'
import { grouped } from '../../base/grouped.ts'
import { listOfAll, type OnSkipped } from '../cluster/due.ts'

interface Ranges {
  /** SQL, as the others. */
  readonly companyId: string
  readonly ambiente: string
  readonly tipos: string
  readonly estados: string
  /** Of each range, either `oldest` or `newest` first. */
  readonly first?: 'oldest' | 'newest'
  readonly limit: string
}

const ORDER = {
  oldest: 'order by d.fec_emi, d.position',
  newest: 'order by d.fec_emi desc, d.position desc',
} as const

/**
 * SQL of documents that wait: from each type and state the first of its range of documents_list. All columns of the
 * index are equalities, so no plan reads anything else, even one that was made while the table was empty.
 */
export function waitingRanges(columns: string, ranges: Ranges): string {
  const { companyId, ambiente, tipos, estados, first, limit } = ranges
  return `
       unnest(${tipos}::text[]) as of_type (tipo) cross join unnest(${estados}::text[]) as in_state (estado)
       cross join lateral (
         select ${columns} from documents d
          where d.company_id = ${companyId} and d.ambiente = ${ambiente} and d.tipo_dte = of_type.tipo
            and d.estado = in_state.estado and d.estado in ('firmado', 'contingencia')
          ${first ? ORDER[first] : ''} limit ${limit}) d`
}

export interface WaitingOf {
  readonly companyId: string
  readonly ambiente: Ambiente
  readonly estados: readonly Extract<Estado, 'firmado' | 'contingencia'>[]
}

/** Of the rows nothing is read. */
const COUNTED = waitingRanges('', {
  ...{ companyId: '$1', ambiente: '$2', tipos: '$3', estados: '$4', limit: '$5::bigint' },
})

/** Counts up to `max`; null: all. */
export async function countWaiting(
  db: Db,
  { companyId, ambiente, estados }: WaitingOf,
  max: number | null,
): Promise<number> {
  const { n } = await db.one<{ n: bigint }>(
    `select /* reads 20000: what waits; a page counts to 1,000 */
            count(*) as n from (select 1 from ${COUNTED} limit $5::bigint) counted`,
    [companyId, ambiente, TIPOS_DTE, estados, max],
  )
  return Number(n)
}

const ESTADOS = ['firmado', 'contingencia'] as const
const RANGES = TIPOS_DTE.flatMap((tipo) => ESTADOS.map((estado) => ({ tipo, estado })))

/** The ranges stand beside their company: a cluster reads no rows by those of `unnest` alone. */
const OF_EACH = (among: string) => `
  select /* reads 20000: what waits, of each company to 1,000 */ r.company_id as "companyId", count(*) as n
    from (select company_id, unnest($3::text[]) as tipo, unnest($4::text[]) as estado
            from companies where company_id = any ($1::uuid[]) ${among}) r
   cross join lateral (
     select 1 from documents d
      where d.company_id = r.company_id and d.ambiente = $2 and d.tipo_dte = r.tipo
        and d.estado = r.estado and d.estado in ('firmado', 'contingencia') ${among} limit $5) d
   group by r.company_id`

interface Counted {
  readonly companyId: string
  readonly n: bigint
}

/** Counts up to `max` of each company in its environment, in their order. */
export async function countWaitingOfEach(
  pool: Pool,
  of: readonly Omit<WaitingOf, 'estados'>[],
  { max, onSkipped }: { readonly max: number; readonly onSkipped: OnSkipped },
): Promise<readonly number[]> {
  const counts = new Map<string, number>()
  for (const [ambiente, all] of grouped(of, (one) => one.ambiente)) {
    const companies = all.map(({ companyId }) => companyId)
    const [tipos, estados] = [RANGES.map(({ tipo }) => tipo), RANGES.map(({ estado }) => estado)]
    const values = [companies, ambiente, tipos, estados, max]
    const rows = await listOfAll<Counted>(pool, { sql: OF_EACH, values }, onSkipped)
    for (const { companyId, n } of rows) counts.set(`${companyId}/${ambiente}`, Number(n))
  }
  return of.map(({ companyId, ambiente }) =>
    Math.min(counts.get(`${companyId}/${ambiente}`) ?? 0, max),
  )
}
