/** Copies that are due: leased by whoever makes them. */
import type { Ambiente } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Leasing, leaseDue, type Queue } from '../cluster/queues.ts'

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

type Taking = Omit<Leasing, 'each' | 'companies' | 'rows'> & {
  /** Of one statement. */
  readonly limit: number
}

export const takePendingCopies = (pool: Pool, { limit, ...taking }: Taking) =>
  leaseDue<DueCopy>(pool, QUEUE, { ...taking, each: limit, companies: limit, rows: limit })

const QUEUE: Queue = {
  table: 'holding',
  key: 'codigo_generacion',
  at: 'copy_at',
  attempts: 'copy_attempts',
  waits: `copy_at < 'infinity'`,
  leased: 'company_id, codigo_generacion, ambiente, copy_attempts',
  read: (company) =>
    `select t.*, c.nit, c.data_key from taken t join companies c on c.company_id = ${company}`,
}
