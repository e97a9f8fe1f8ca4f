/** What was delivered to a webhook and what waits, as its company sees it. */
import type { EntregaDelWebhook, EstadoEntregaDelWebhook } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, transaction } from '../../base/db/tx.ts'
import type { WebhookOf } from './store.ts'

export interface StoredDelivery {
  readonly ordinal: bigint
  /** A UUID: the id of what is told, without its prefix. */
  readonly novedad: string
  readonly tipo: EntregaDelWebhook['tipo']
  readonly estado: EstadoEntregaDelWebhook
  readonly attempts: number
  readonly lastAt: Date | null
  readonly nextAt: Date | null
  readonly codigo: number | null
  readonly motivo: string | null
  readonly createdAt: Date
}

const COLUMNS = `d.ordinal, d.novedad, d.tipo, d.estado, d.attempts, d.last_at as "lastAt", d.next_at as "nextAt",
  d.codigo, d.motivo, d.created_at as "createdAt"`

export interface DeliveriesQuery extends WebhookOf {
  readonly estado: EstadoEntregaDelWebhook | null
  readonly below: bigint | null
  readonly limit: number
}

/** The largest bigint: see ledger/audit/acts.ts. */
const PAST_ALL = '9223372036854775807'
/** Of those that a filter passes over, in one page. */
const PASSED_MAX = 5_000

export interface DeliveriesPage {
  readonly rows: readonly StoredDelivery[]
  /** Where the next page begins; null: nothing is left. */
  readonly last: bigint | null
}

/** Newest first. A filter may leave a page short, even empty, although more follow. */
export async function listDeliveries(db: Db, query: DeliveriesQuery): Promise<DeliveriesPage> {
  const { companyId, webhookId, estado, below, limit } = query
  const looked = estado === null ? limit : PASSED_MAX
  const rows = await db.many<Partial<StoredDelivery> & { lowest: bigint | null; seen: bigint }>(
    `with passed as ( /* reads 10000: those that a filter passes over */
       select * from webhook_deliveries
        where company_id = $1 and webhook_id = $2 and ordinal < coalesce($3::bigint, ${PAST_ALL})
        order by ordinal desc limit $4
     ), page as (
       select * from passed where $5::text is null or estado = $5 order by ordinal desc limit $6
     )
     select l.lowest, l.seen, ${COLUMNS}
       from (select min(ordinal) as lowest, count(*) as seen from passed) l left join page d on true
      order by d.ordinal desc`,
    [companyId, webhookId, below, looked, estado, limit],
  )
  const found = rows.filter((row): row is (typeof rows)[number] & StoredDelivery => !!row.ordinal)
  const lowest = rows[0]?.lowest ?? null
  const isFull = found.length === limit
  const isLast = !isFull && (rows[0]?.seen ?? 0n) < BigInt(looked)
  return { rows: found, last: isLast ? null : isFull ? (found.at(-1)?.ordinal ?? null) : lowest }
}

/** What somebody asks for does not wait until a failing webhook has rested. */
const endRest = (now: string) =>
  `lease_until = case when slots > 0 then lease_until else least(lease_until, ${now}) end`

/** A test: it is due at once, and the feed does not have it. Null when there is no such webhook, or it is off. */
export function addTest(
  pool: Pool,
  { companyId, ambiente, webhookId }: WebhookOf,
  { novedad, tipo, now }: Pick<StoredDelivery, 'novedad' | 'tipo'> & { readonly now: Date },
): Promise<StoredDelivery | null> {
  return transaction(pool, async (tx) => {
    const hook = await tx.maybeOne<{ told: bigint }>(
      `update webhooks set told = told + 1, ${endRest('$4')}
        where company_id = $1 and ambiente = $2 and webhook_id = $3 and activo returning told`,
      [companyId, ambiente, webhookId, now],
    )
    if (hook === null) return null
    return tx.one<StoredDelivery>(
      `insert into webhook_deliveries as d (company_id, webhook_id, ordinal, novedad, tipo, next_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $6) returning ${COLUMNS}`,
      [companyId, webhookId, hook.told, novedad, tipo, now],
    )
  })
}

/** It is sent again at once, whatever came of it. Null when there is none. */
export async function sendAgain(
  pool: Pool,
  { companyId, webhookId }: WebhookOf,
  { novedad, now }: Pick<StoredDelivery, 'novedad'> & { readonly now: Date },
): Promise<StoredDelivery | null> {
  const [row] = await statement<StoredDelivery>(
    pool,
    `with w as (
       update webhooks set ${endRest('$4')} where company_id = $1 and webhook_id = $2
     )
     update webhook_deliveries d set next_at = $4
      where d.company_id = $1 and d.webhook_id = $2 and d.novedad = $3 returning ${COLUMNS}`,
    [companyId, webhookId, novedad, now],
  )
  return row ?? null
}

/** On the wire. */
export const drawDelivery = (stored: StoredDelivery): EntregaDelWebhook => ({
  id: webhookIdOf(stored.novedad),
  tipo: stored.tipo,
  estado: stored.estado,
  intentos: stored.attempts,
  ultimoIntento: stored.lastAt?.toISOString() ?? null,
  proximoIntento: stored.nextAt?.toISOString() ?? null,
  codigo: stored.codigo,
  motivo: stored.motivo,
  createdAt: stored.createdAt.toISOString(),
})

const ID = /^nv_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** The UUID of an id like `nv_4f0b…`, of 32 digits; null for any other text. */
export const readWebhookId = (id: string): string | null => ID.exec(id)?.slice(1).join('-') ?? null

export const webhookIdOf = (novedad: string): string => `nv_${novedad.replaceAll('-', '')}`
