/**
 * Who delivers to which webhook: a process has a webhook for a turn, by lease, and no more deliveries at once than its
 * share of the eight of its company. The database decides both, so it does not matter how many processes there are.
 */
import type { TipoNovedad } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { type Due, listDue, type OnSkipped, takeDue } from '../cluster/due.ts'
import type { WebhookOf } from './store.ts'

/** Deliveries at once to a company (docs/wire.md#webhooks). */
export const SLOTS_OF_COMPANY = 8

export interface Turn extends WebhookOf {
  readonly url: string
  readonly tipos: readonly TipoNovedad[] | null
  readonly position: bigint
  readonly failingSince: Date | null
  readonly slots: number
  /** As they are stored: the newest, and the one before while it signs too. */
  readonly secret: Buffer
  readonly secretBefore: Buffer | null
  /** Of the company, encrypted. */
  readonly dataKey: Buffer
  /** Names the lease. */
  readonly leaseUntil: Date
}

export interface Lease {
  readonly now: Date
  readonly leaseUntil: Date
  readonly limit: number
}

/** Those that have something to send and were free longest, until `leaseUntil`; a dead process's lease expires. */
export async function takeTurns(
  pool: Pool,
  { now, leaseUntil, limit }: Lease,
  onSkipped: OnSkipped,
): Promise<readonly Turn[]> {
  if (!pool.options.isCluster) return statement<Turn>(pool, TAKE, [now, leaseUntil, limit])
  const batches = takeDue<DueWebhook, Turn>(pool, {
    limit,
    list: ({ limit: most, except }) =>
      listDue(pool, { sql: DUE, values: [now, except, most], limit: most }, onSkipped),
    take(companyId, due) {
      const ids = due.map(({ webhook_id }) => webhook_id)
      return statement<Turn>(pool, TAKE_OF, [now, leaseUntil, limit, companyId, ids])
    },
    onSkipped,
  })
  for await (const turns of batches) return turns
  return []
}

interface DueWebhook extends Due {
  readonly webhook_id: string
}

/** Of a webhook w and its feed f. `among` says once more whose deliveries are looked at. */
const hasWork = (among: string) => `
  (f.last > w.position
   or exists (select from webhook_deliveries d
               where d.company_id = w.company_id and d.webhook_id = w.webhook_id and d.next_at <= $1 ${among}))`

const takeSql = (own: (table: string) => string, which: string) => `
  with due as ( /* reads 50000: each webhook, with its feed, its company's others and its next delivery */
    select w.company_id, w.webhook_id, least(${SLOTS_OF_COMPANY} / s.n, ${SLOTS_OF_COMPANY} - s.busy) as slots
      from webhooks w
      left join feeds f on f.company_id = w.company_id and f.ambiente = w.ambiente ${own('f')}
     cross join lateral (
        select greatest(count(*) filter (where o.activo), 1)::integer as n,
               coalesce(sum(o.slots) filter (where o.lease_until > $1), 0)::integer as busy
          from webhooks o where o.company_id = w.company_id ${own('o')}) s
     where w.activo and w.lease_until <= $1 and s.busy < ${SLOTS_OF_COMPANY} and ${hasWork(own('d'))} ${own('w')} ${which}
     order by w.lease_until limit $3 for update of w skip locked
  )
  update webhooks w set lease_until = $2, slots = due.slots
    from due join companies c on c.company_id = due.company_id
   where w.company_id = due.company_id and w.webhook_id = due.webhook_id ${own('w')} ${own('c')}
  returning w.company_id as "companyId", w.ambiente, w.webhook_id as "webhookId", w.url, w.tipos, w.position,
            w.failing_since as "failingSince", w.slots, w.secret,
            case when w.before_until > $1 then w.secret_before end as "secretBefore", c.data_key as "dataKey",
            w.lease_until as "leaseUntil"`

/** Of all companies. */
const TAKE = takeSql(() => '', '')
/** Of company $4, those in $5. */
const TAKE_OF = takeSql(
  (table) => `and ${table}.company_id = $4`,
  'and w.webhook_id = any ($5::uuid[])',
)

/** Who is left without a slot is not listed: the next one is. */
const DUE = (among: string) => `
  select w.company_id, w.webhook_id, w.lease_until as due_at
    from (select * from webhooks where company_id <> all ($2::uuid[]) ${among}) w
    join (select company_id, sum(slots) filter (where lease_until > $1) as busy
            from webhooks where true ${among} group by company_id) s on s.company_id = w.company_id
    left join (select * from feeds where true ${among}) f on f.company_id = w.company_id and f.ambiente = w.ambiente
   where w.activo and w.lease_until <= $1 and coalesce(s.busy, 0) < ${SLOTS_OF_COMPANY}
     and ${hasWork(among)}
   order by w.lease_until limit $3`

/** Free again from `freeAt`. Nothing changes if the lease went to another process meanwhile. */
export async function endTurn(pool: Pool, turn: Turn, freeAt: Date): Promise<void> {
  await statement(
    pool,
    `update webhooks set lease_until = $4, slots = 0
      where company_id = $1 and webhook_id = $2 and lease_until = $3`,
    [turn.companyId, turn.webhookId, turn.leaseUntil, freeAt],
  )
}
