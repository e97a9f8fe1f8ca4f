/** What the feeds hold, as it stands in the database. */
import type { Db } from '../src/base/db/tx.ts'
import { relay } from '../src/ledger/outbox/relay.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

/** A row of the feed; `about` in capitals, as codes are on the wire. */
export interface Told {
  readonly company_id: string
  readonly ambiente: string
  readonly position: bigint
  readonly tipo: string
  readonly about: string | null
}

/**
 * Every row of every feed, in order, once what waits has its positions. A process that runs may be giving them: relaying
 * passes over what it has locked, and ends before its commit.
 */
export async function toldBy({ deps }: Pick<World, 'deps'>): Promise<readonly Told[]> {
  await until('nothing waits for its position', async () => {
    await relay(deps)
    return (await deps.pool.many('select from outbox limit 1')).length === 0
  })
  return listTold(deps.pool)
}

export const listTold = (pool: World['deps']['pool']): Promise<readonly Told[]> =>
  pool.many<Told>(
    `select company_id, ambiente, position, tipo, upper(about::text) as about from feed
      order by company_id, ambiente, position`,
  )

/** One sentence for each document and return of which its company's feed does not say, once and in order, what happened. */
export async function listUntold(db: Pick<Db, 'many'>): Promise<readonly string[]> {
  const rows = await db.many<Outcomes>(OUTCOMES)
  return rows
    .filter(({ happened, told }) => happened.join() !== told.join())
    .map(({ code, happened, told }) => `${code}: was ${happened}; the feed says ${told}`)
}

interface Outcomes {
  readonly code: string
  readonly happened: readonly string[]
  readonly told: readonly string[]
}

/** By the history of each. */
const OUTCOMES = `
  with told as (select company_id, about, split_part(tipo, '.', 1) as subject,
                       array_agg(split_part(tipo, '.', 2) order by position) as outcomes
                  from feed group by 1, 2, 3)
  select code, happened, coalesce(told.outcomes, '{}') as told
    from (select d.company_id, d.codigo_generacion as code, 'dte' as subject,
                 array(select s.estado
                         from (select coalesce(h ->> 'estado', split_part(h #>> '{}', ' ', 1)) as estado, n
                                 from jsonb_array_elements(d.historial) with ordinality as p (h, n)) s
                        where s.estado in ('contingencia', 'sellado', 'rechazado', 'invalidado') order by s.n) as happened
            from documents d
           union all
          select e.company_id, e.codigo_generacion, 'retorno',
                 array(select h ->> 'estado' from jsonb_array_elements(e.historial) with ordinality as p (h, n)
                        where h ->> 'estado' <> 'firmado' order by n)
            from events e where e.kind = 'retorno') c
    left join told on told.company_id = c.company_id and told.about = c.code and told.subject = c.subject`
