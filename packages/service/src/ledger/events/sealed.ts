/** How many sealed events a company has in the test environment, for its certification. */
import type { Db } from '../../base/db/tx.ts'

export interface SealedEvents {
  readonly retorno: number
  readonly contingencia: number
}

const EVENTS_COUNTED_MAX = 100

/** Up to a hundred of each kind. */
export function countSealedEvents(db: Db, companyId: string): Promise<SealedEvents> {
  return db.one<SealedEvents>(
    `select (select count(*)::int from (
               select 1 from events
                where company_id = $1 and ambiente = '00' and kind = 'retorno' and estado = 'sellado'
                  and fec_emi > '-infinity'
                order by fec_emi desc, codigo_generacion desc limit $2) r) as retorno,
            (select count(*)::int from (
               select 1 from events
                where company_id = $1 and ambiente = '00' and kind = 'contingencia' and estado = 'sellado'
                  and created_at > '-infinity'
                order by created_at desc limit $2) c) as contingencia`,
    [companyId, EVENTS_COUNTED_MAX],
  )
}

export interface ReturnedOf {
  readonly companyId: string
  readonly referencias: readonly string[]
  readonly limit: number
}

/** Of the first sealed test documents under these references, how many have a sealed return. */
export async function countReturned(
  db: Db,
  { companyId, referencias, limit }: ReturnedOf,
): Promise<number> {
  const { n } = await db.one<{ n: number }>(
    `select count(*)::int as n
       from (select codigo_generacion from documents
              where company_id = $1 and ambiente = '00' and referencia = any ($2) and estado = 'sellado'
              order by referencia limit $3) d
      where exists (select 1 from events e
                     where e.company_id = $1 and e.documento = d.codigo_generacion
                       and e.kind = 'retorno' and e.estado = 'sellado')`,
    [companyId, referencias, limit],
  )
  return n
}
