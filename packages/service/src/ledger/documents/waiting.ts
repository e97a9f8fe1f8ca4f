/** Documents without a verdict, for recovery. */
import type { Estado } from '@sello/contract'
import { statement } from '../../base/db/tx.ts'
import { listDue, lockedOf } from '../cluster/due.ts'
import type { Store, Taken } from '../transmission/store.ts'
import { doubtfulOf } from './doubtful.ts'
import { findDocument } from './find.ts'
import { firmadoOf } from './firmado.ts'

const DUE = (among: string) => `
  select /* reads 20000: what is due in an environment that is away is passed over */
         company_id, codigo_generacion, lease_until as due_at
    from documents
   where lease_until <= $1 and ambiente <> all ($2::text[]) and company_id <> all ($3::uuid[]) ${among}
   order by lease_until limit $4`

const WAITING: ReadonlySet<Estado> = new Set(['firmado', 'contingencia'])

/** `settle` comes from the use case: it is commit 2 of issuing. */
export const waitingDocuments: Omit<Store, 'settle'> = {
  listDue: (pool, { now, limit, away, except }, onSkipped) =>
    listDue(pool, { sql: DUE, values: [now, away, except, limit], limit }, onSkipped),

  take: (pool, { companyId, codes }, { now, leaseUntil, away }) =>
    statement<Taken>(
      pool,
      `with taken as (
         update documents set lease_until = $3, attempts = attempts + 1
          where company_id = $1
            and codigo_generacion = any (array(
                select codigo_generacion
                  from ${lockedOf('documents', 'codigo_generacion = any ($4::uuid[])')} d
                 where lease_until <= $2 and ambiente <> all ($5::text[])))
      returning company_id, codigo_generacion, ambiente, attempts, created_at
       )
       select t.*, c.nit, c.data_key from taken t join companies c on c.company_id = t.company_id
        where c.company_id = $1`,
      [companyId, now, leaseUntil, codes, away],
    ),

  async open(pool, { company_id: companyId, ambiente, nit, codigo_generacion }, dataKey) {
    const found = await findDocument(pool, { companyId, ambiente, nit, dataKey }, codigo_generacion)
    if (!found) throw new Error('bug: a document that was taken is not there')
    if (WAITING.has(found.estado)) return firmadoOf(found)
    return found.estado === 'rechazado' && found.dudoso ? doubtfulOf(found) : null
  },
}
