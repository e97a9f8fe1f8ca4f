/** Deliveries that are due: leased, and settled once. */
import type { Ambiente } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
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

export interface Taking {
  readonly now: Date
  readonly leaseUntil: Date
  /** Of one company. */
  readonly each: number
  readonly companies: number
  /** Companies whose last batch is not over. */
  readonly busy: readonly string[]
}

/**
 * Leases what is due until `leaseUntil`; a dead process's lease expires. The company that waits longest is first, and
 * of each a few: however many one has due, a look at another reads one of them.
 */
export function takeDueDeliveries(
  pool: Pool,
  { now, leaseUntil, each, companies, busy }: Taking,
): Promise<DueDelivery[]> {
  return statement<DueDelivery>(
    pool,
    `/* reads 2500: one row of each company that waits */
     with recursive waiting as (
       (select company_id, attempt_at from deliveries where estado = 'pendiente'
         order by company_id, attempt_at limit 1)
        union all
       select next.* from waiting w
        cross join lateral (
          select company_id, attempt_at from deliveries
           where estado = 'pendiente' and company_id > w.company_id
           order by company_id, attempt_at limit 1) next
     ), taken as (
       update deliveries set attempt_at = $2, attempts = attempts + 1
        where ctid = any (array(
              select due.ctid
                from (select company_id from waiting
                       where attempt_at <= $1 and company_id <> all ($5::uuid[])
                       order by attempt_at limit $4) w
               cross join lateral (
                 select ctid from deliveries
                  where company_id = w.company_id and estado = 'pendiente' and attempt_at <= $1
                  order by attempt_at limit $3 for update skip locked) due))
    returning company_id, delivery_id, codigo_generacion, address_id, ambiente, ocasion, attempts, created_at
     )
     select t.company_id as "companyId", t.delivery_id as "deliveryId",
            upper(t.codigo_generacion::text) as "codigoGeneracion", t.ambiente, t.ocasion, t.attempts,
            t.created_at as "createdAt", a.address
       from taken t cross join lateral (
         select address from delivery_addresses
          where company_id = t.company_id and codigo_generacion = t.codigo_generacion
            and address_id = t.address_id limit 1) a`,
    [now, leaseUntil, each, companies, busy],
  )
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
      where ctid = any (array(
            select ctid from deliveries
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
