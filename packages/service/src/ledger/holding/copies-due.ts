/** Copies that are due: leased by whoever makes them. */
import type { Ambiente } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { type OnSkipped, takeListed } from '../cluster/due.ts'
import { listCompaniesDue, lockedOfQueue, type Queue } from '../cluster/queues.ts'

/** A sealed document whose files are to be copied to its company's storage. */
export interface PendingCopy {
  readonly company_id: string
  readonly codigo_generacion: string
  readonly ambiente: Ambiente
  readonly copy_attempts: number
  readonly nit: string
}

/** As the database returns it, with the key to decrypt its bytes. */
export interface DueCopy extends PendingCopy {
  readonly data_key: Buffer
}

interface Taking {
  readonly now: Date
  readonly leaseUntil: Date
  /** Of one statement. */
  readonly limit: number
  /** None of these companies. */
  readonly busy: readonly string[]
  readonly onSkipped: OnSkipped
}

/** Leases what is due until `leaseUntil`; a dead process's lease expires. The company that waits longest is first. */
export async function takePendingCopies(
  pool: Pool,
  { now, leaseUntil, limit, busy, onSkipped }: Taking,
): Promise<readonly DueCopy[]> {
  const due = await listCompaniesDue(pool, QUEUE, { now, limit, except: busy }, onSkipped)
  const take = (companyIds: readonly string[]) =>
    statement<DueCopy>(pool, TAKE, [companyIds, now, limit, leaseUntil])
  return takeListed(pool, { due, take: (companyId) => take([companyId]), takeAll: take, onSkipped })
}

const QUEUE: Queue = { table: 'holding', at: 'copy_at', waits: `copy_at < 'infinity'` }

const TAKE = `
  with due as materialized (${lockedOfQueue(QUEUE, 'codigo_generacion')}
     limit $3
  ), taken as (
    update holding h set copy_at = $4, copy_attempts = h.copy_attempts + 1
      from due
     where h.company_id = any ($1) and h.company_id = due.company_id
       and h.codigo_generacion = due.codigo_generacion
    returning h.company_id, h.codigo_generacion, h.ambiente, h.copy_attempts
  )
  select t.*, c.nit, c.data_key from taken t join companies c on c.company_id = t.company_id
   where c.company_id = any ($1)`
