/** Mails to owners that are due: leased, and ended once. */
import type { Ambiente } from '@sello/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { DAY_MS, interval } from '../../base/time/durations.ts'
import { type Due, listDue, type OnSkipped, skippedInLog, takeListed } from '../cluster/due.ts'
import { type Forgetting as ForgettingSql, forgetDue } from '../cluster/forget.ts'
import type { TipoParaDuenos } from './owed.ts'

export interface DueOwnerMail {
  readonly companyId: string
  readonly mailId: string
  readonly nit: string
  readonly nombre: string
  /** Of the person that it goes to; null: who is no owner any more. */
  readonly correo: string | null
  readonly ambiente: Ambiente
  readonly tipo: TipoParaDuenos
  readonly datos: Readonly<Record<string, unknown>>
  readonly at: Date
  /** This one included. */
  readonly attempts: number
}

interface Taking {
  readonly now: Date
  readonly leaseUntil: Date
  readonly limit: number
  readonly onSkipped: OnSkipped
}

interface Waiting extends Due {
  readonly mail_id: string
}

/** Leases what is due until `leaseUntil`; a dead process's lease expires. */
export async function takeDueOwnerMails(
  pool: Pool,
  { now, leaseUntil, limit, onSkipped }: Taking,
): Promise<readonly DueOwnerMail[]> {
  const due = await listDue<Waiting>(pool, { sql: DUE, values: [now, limit], limit }, onSkipped)
  const take = (companyIds: readonly string[], rows: readonly Waiting[]) =>
    statement<DueOwnerMail>(pool, TAKE, [
      ...[companyIds, now, leaseUntil, rows.map(({ company_id }) => company_id)],
      rows.map(({ mail_id }) => mail_id),
    ])
  return takeListed(pool, {
    due,
    take: (companyId, rows) => take([companyId], rows),
    takeAll: take,
    onSkipped,
  })
}

const DUE = (among: string) => `
  select company_id, mail_id, attempt_at as due_at from owner_mails
   where attempt_at <= $1 ${among} order by attempt_at limit $2`

const TAKE = `
  with due as materialized (
    select o.company_id, o.mail_id
      from unnest($4::uuid[], $5::uuid[]) as w (company_id, mail_id)
      join owner_mails o on o.company_id = w.company_id and o.mail_id = w.mail_id
     where o.company_id = any ($1::uuid[]) and o.attempt_at <= $2
       for update of o skip locked
  ), taken as (
    update owner_mails o set attempt_at = $3, attempts = o.attempts + 1
      from due
     where o.company_id = any ($1) and o.company_id = due.company_id and o.mail_id = due.mail_id
    returning o.company_id, o.mail_id, o.person_id, o.ambiente, o.tipo, o.datos, o.at, o.attempts
  )
  select /* reads 25000: the companies of a person */
         t.company_id as "companyId", t.mail_id as "mailId", c.nit, c.nombre, p.correo, t.ambiente,
         t.tipo, t.datos, t.at, t.attempts
    from taken t
   cross join lateral (
         select nit, nombre from companies where company_id = any ($1) and company_id = t.company_id limit 1) c
    left join lateral (
         select correo from people
          where person_id = t.person_id
            and exists (select from memberships m
                         where m.company_id = any ($1) and m.company_id = t.company_id and m.person_id = t.person_id
                           and m.rol = 'dueno')
          limit 1) p on true`

/** Due again at `at`, or never: it was sent, or given up. */
export async function endAttempt(
  pool: Pool,
  { companyId, mailId, attempts }: Pick<DueOwnerMail, 'companyId' | 'mailId' | 'attempts'>,
  at: Date | null,
): Promise<void> {
  await statement(
    pool,
    `update owner_mails set attempt_at = $4 where company_id = $1 and mail_id = $2 and attempts = $3`,
    [companyId, mailId, attempts, at],
  )
}

const KEPT_MS = 30 * DAY_MS

interface Forgetting {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Logger, 'error'>
}

/** Those of 30 days ago. Returns how many there were. */
export function forgetOwnerMails(
  { pool, clock, log }: Forgetting,
  signal?: AbortSignal,
): Promise<number> {
  const at = { now: clock.now(), onSkipped: skippedInLog(log, 'owner_mail_age') }
  return forgetDue(pool, OLD, at, signal)
}

const isOldAt = (now: string) => `at < ${now}::timestamptz - ${interval(KEPT_MS)}`

const OLD: ForgettingSql = {
  list: (among) => `
    select /* reads 50000: all of them */ company_id, at as due_at, '{}'::text[] as part, mail_id::text as name
      from owner_mails where ${isOldAt('$1')} and company_id <> all ($2::uuid[]) ${among}
     order by at limit $3`,
  forget: `
    delete from owner_mails
     where company_id = $1 and mail_id = any ($3::uuid[]) and ${isOldAt('$2')}
    returning 1`,
}
