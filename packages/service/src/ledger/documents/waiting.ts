/** Documents without a verdict, for recovery. */
import type { Estado } from '@sello/contract'
import { statement } from '../../base/db/tx.ts'
import type { Store, Taken } from '../transmission/store.ts'
import { doubtfulOf } from './doubtful.ts'
import { findDocument } from './find.ts'
import { firmadoOf } from './firmado.ts'

const WAITING: ReadonlySet<Estado> = new Set(['firmado', 'contingencia'])

/** `settle` comes from the use case: it is commit 2 of issuing. */
export const waitingDocuments: Omit<Store, 'settle'> = {
  takeDue: (pool, { now, leaseUntil, limit, away }) =>
    statement<Taken>(
      pool,
      `with taken as ( /* reads 20000: what is due in an environment that is away is passed over */
         update documents set lease_until = $2, attempts = attempts + 1
          where ctid = any (array(
                select ctid from documents
                 where lease_until <= $1 and ambiente <> all($4::text[])
                 order by lease_until limit $3 for update skip locked))
      returning company_id, codigo_generacion, ambiente, attempts, created_at
       )
       select t.*, c.nit, c.data_key from taken t join companies c on c.company_id = t.company_id`,
      [now, leaseUntil, limit, away],
    ),

  async open(pool, { company_id: companyId, ambiente, nit, codigo_generacion }, dataKey) {
    const found = await findDocument(pool, { companyId, ambiente, nit, dataKey }, codigo_generacion)
    if (!found) throw new Error('bug: a document that was taken is not there')
    if (WAITING.has(found.estado)) return firmadoOf(found)
    return found.estado === 'rechazado' && found.dudoso ? doubtfulOf(found) : null
  },
}
