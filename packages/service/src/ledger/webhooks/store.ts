/** The webhooks of a company and an environment, as it manages them. */
import { Refused, type TipoNovedad, type Webhook, type WebhookPatch } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, type Tx, transaction } from '../../base/db/tx.ts'
import { SECOND_MS } from '../../base/time/durations.ts'
import type { FeedOf } from '../feed/read.ts'
import { BEFORE_MS } from './secret.ts'

/** Of a company, in both environments. Each has at least one of the eight deliveries at once (turns.ts). */
export const WEBHOOKS_MAX = 8

export interface WebhookOf extends FeedOf {
  readonly webhookId: string
}

export interface StoredWebhook {
  readonly id: string
  readonly url: string
  readonly descripcion: string | null
  readonly tipos: TipoNovedad[] | null
  readonly activo: boolean
  readonly offSince: Date | null
  readonly offBy: 'manual' | 'fallos' | null
  readonly failingSince: Date | null
  readonly beforeUntil: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const COLUMNS = `w.webhook_id as id, w.url, w.descripcion, w.tipos, w.activo, w.off_since as "offSince",
  w.off_by as "offBy", w.failing_since as "failingSince", w.before_until as "beforeUntil",
  w.created_at as "createdAt", w.updated_at as "updatedAt"`

/** Oldest first. */
export const listWebhooks = (db: Db, of: FeedOf): Promise<StoredWebhook[]> =>
  db.many<StoredWebhook>(
    `select ${COLUMNS} from webhooks w where w.company_id = $1 and w.ambiente = $2
      order by w.created_at, w.webhook_id`,
    [of.companyId, of.ambiente],
  )

/** Null for another company's, and another environment's. */
export const findWebhook = (
  db: Db,
  { companyId, ambiente, webhookId }: WebhookOf,
  lock: '' | 'for update' = '',
): Promise<StoredWebhook | null> =>
  db.maybeOne<StoredWebhook>(
    `select ${COLUMNS} from webhooks w
      where w.company_id = $1 and w.ambiente = $2 and w.webhook_id = $3 ${lock}`,
    [companyId, ambiente, webhookId],
  )

export interface NewWebhook extends WebhookOf {
  readonly url: string
  readonly descripcion: string | null
  readonly tipos: readonly TipoNovedad[] | null
  readonly secret: Buffer
}

/**
 * Stores it; it is told what comes from now on. Refuses (422) more than a company may have. It is delivered to after
 * two seconds: whoever delivers to the company's others now counted without it.
 */
export async function createWebhook(tx: Tx, one: NewWebhook, now: Date): Promise<StoredWebhook> {
  const { companyId, ambiente, webhookId, url, descripcion, tipos, secret } = one
  // No index counts rows, so creating is serialised.
  await tx.run(`select pg_advisory_xact_lock(hashtext('webhooks/' || $1))`, [companyId])
  const row = await tx.maybeOne<StoredWebhook>(
    `insert into webhooks as w (company_id, webhook_id, ambiente, url, descripcion, tipos, secret, position,
                                lease_until, created_at, updated_at)
     select $1, $2, $3, $4, $5, $6, $7,
            coalesce((select last from feeds where company_id = $1 and ambiente = $3), 0),
            $8::timestamptz + interval '2 seconds', $8, $8
      where (select count(*) from webhooks where company_id = $1) < ${WEBHOOKS_MAX}
     returning ${COLUMNS}`,
    [companyId, webhookId, ambiente, url, descripcion, tipos, secret, now],
  )
  if (row) return row
  const message = `la empresa ya tiene ${WEBHOOKS_MAX} webhooks, entre los dos ambientes; elimine o cambie uno.`
  throw new Refused('validation_failed', `El webhook no se creó: ${message}`, {
    issues: [{ field: 'webhooks', rule: 'webhook.maximo', message }],
  })
}

/** Null when there is none. Switched on again, it goes on where it was. */
export function updateWebhook(
  pool: Pool,
  of: WebhookOf,
  { patch, now }: { readonly patch: WebhookPatch; readonly now: Date },
): Promise<StoredWebhook | null> {
  return transaction(pool, async (tx) => {
    const before = await findWebhook(tx, of, 'for update')
    if (before === null) return null
    const { url, descripcion, tipos, activo } = { ...before, ...patch }
    const isTurned = activo !== before.activo
    const leaseUntil = new Date(now.getTime() + 2 * SECOND_MS)
    return tx.one<StoredWebhook>(
      `update webhooks w
          set url = $3, descripcion = $4, tipos = $5, activo = $6::boolean, updated_at = $7::timestamptz,
              off_since = case when $8 then case when $6 then null else $7::timestamptz end else off_since end,
              off_by = case when $8 then case when $6 then null else 'manual' end else off_by end,
              failing_since = case when $8 and $6 then null else failing_since end,
              lease_until = case when slots = 0 then $9 else lease_until end
        where company_id = $1 and webhook_id = $2 returning ${COLUMNS}`,
      [of.companyId, of.webhookId, url, descripcion, tipos, activo, now, isTurned, leaseUntil],
    )
  })
}

/** False when there is none. Its deliveries go with their age. */
export async function deleteWebhook(pool: Pool, of: WebhookOf): Promise<boolean> {
  const rows = await statement(
    pool,
    'delete from webhooks where company_id = $1 and ambiente = $2 and webhook_id = $3 returning 1',
    [of.companyId, of.ambiente, of.webhookId],
  )
  return rows.length > 0
}

/** The secret signs from now on, and the one before for a day more. Null when there is none. */
export const rotateSecret = (
  tx: Tx,
  of: WebhookOf,
  { secret, now }: { readonly secret: Buffer; readonly now: Date },
): Promise<StoredWebhook | null> =>
  tx.maybeOne<StoredWebhook>(
    `update webhooks w set secret_before = secret, before_until = $5, secret = $4, updated_at = $6
      where w.company_id = $1 and w.ambiente = $2 and w.webhook_id = $3 returning ${COLUMNS}`,
    [
      ...[of.companyId, of.ambiente, of.webhookId, secret],
      ...[new Date(now.getTime() + BEFORE_MS), now],
    ],
  )

const instant = (at: Date | null) => at?.toISOString() ?? null

/** On the wire. */
export function drawWebhook(stored: StoredWebhook, now: Date): Webhook {
  const { id, url, descripcion, tipos, activo, offSince, offBy, beforeUntil } = stored
  return {
    ...{ id, url, descripcion, tipos, activo },
    apagado: offSince && offBy ? { desde: offSince.toISOString(), por: offBy } : null,
    fallaDesde: instant(stored.failingSince),
    secretoAnteriorHasta: beforeUntil && beforeUntil > now ? beforeUntil.toISOString() : null,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  }
}
