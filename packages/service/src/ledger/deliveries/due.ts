/** Deliveries that are due: leased, and settled once. */
import type { Ambiente } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { type Leasing, leaseDue, type Queue } from '../cluster/queues.ts'
import { tellSql } from '../outbox/tell.ts'

export interface DueDelivery {
  readonly companyId: string
  readonly deliveryId: string
  /** In capitals. */
  readonly codigoGeneracion: string
  readonly ambiente: Ambiente
  readonly ocasion: 'contingencia' | 'sellado' | 'invalidado' | 'reenvio'
  /** This one included. */
  readonly attempts: number
  readonly createdAt: Date
  /** Encrypted. */
  readonly address: Buffer
}

type Taking = Omit<Leasing, 'rows'>

export const takeDueDeliveries = (pool: Pool, taking: Taking) =>
  leaseDue<DueDelivery>(pool, QUEUE, { ...taking, rows: taking.each * taking.companies })

const QUEUE: Queue = {
  table: 'deliveries',
  key: 'delivery_id',
  at: 'attempt_at',
  attempts: 'attempts',
  waits: `estado = 'pendiente'`,
  leased:
    'company_id, delivery_id, codigo_generacion, address_id, ambiente, ocasion, attempts, created_at',
  read: (company) => `
    select t.company_id as "companyId", t.delivery_id as "deliveryId",
           upper(t.codigo_generacion::text) as "codigoGeneracion", t.ambiente, t.ocasion, t.attempts,
           t.created_at as "createdAt", a.address
      from taken t cross join lateral (
        select address from delivery_addresses
         where company_id = ${company} and codigo_generacion = t.codigo_generacion
           and address_id = t.address_id limit 1) a`,
}

type Which = Pick<DueDelivery, 'companyId' | 'deliveryId'>

/** Sent, or given up, and told in the feed with the same commit. One that was settled meanwhile stays as it is. */
export async function settleDelivery(
  pool: Pool,
  { companyId, deliveryId }: Which,
  settled: { readonly estado: 'enviada' | 'fallida'; readonly motivo: string | null; now: Date },
): Promise<void> {
  await statement(
    pool,
    `with settled as (
       update deliveries set estado = $3, motivo = $4, settled_at = $5
        where company_id = $1 and delivery_id = $2 and estado = 'pendiente'
       returning company_id, ambiente, delivery_id as codigo_generacion
     )${tellSql('settled', { tipo: `'entrega.' || $3`, at: '$5' })}`,
    [companyId, deliveryId, settled.estado, settled.motivo, settled.now],
  )
}

/** Tries again at `at`, unless another process has taken it since. */
export async function postponeDelivery(
  pool: Pool,
  { companyId, deliveryId, attempts }: Which & Pick<DueDelivery, 'attempts'>,
  { motivo, at }: { readonly motivo: string; readonly at: Date },
): Promise<void> {
  await statement(
    pool,
    `update deliveries set attempt_at = $4, motivo = $5
      where company_id = $1 and delivery_id = $2 and attempts = $3 and estado = 'pendiente'`,
    [companyId, deliveryId, attempts, at, motivo],
  )
}

/** Nothing of the company is tried before `at`. */
export async function postponeCompany(pool: Pool, companyId: string, at: Date): Promise<void> {
  await statement(
    pool,
    `update deliveries set attempt_at = $2 /* reads 40000: what one company waits for */
      where company_id = $1 and delivery_id = any (array(
            select delivery_id from deliveries
             where company_id = $1 and estado = 'pendiente' and attempt_at < $2
             order by attempt_at limit 20000 for update skip locked))`,
    [companyId, at],
  )
}

/** There is nothing left to say: the document has gone on to another state, of which its addresses are told. */
export async function dropDelivery(pool: Pool, { companyId, deliveryId }: Which): Promise<void> {
  await statement(
    pool,
    `delete from deliveries where company_id = $1 and delivery_id = $2 and estado = 'pendiente'`,
    [companyId, deliveryId],
  )
}
