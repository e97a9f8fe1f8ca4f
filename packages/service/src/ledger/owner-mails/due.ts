/** Mails to owners that are due: leased, and ended once. */
import type { Ambiente } from '@sello/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { DAY_MS, interval } from '../../base/time/durations.ts'
import { type Due, listDue, type OnSkipped, skippedInLog, takeOfEach } from '../cluster/due.ts'
import { type Forgetting, forgetDue } from '../cluster/forget.ts'
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

/** Leases what is due until `leaseUntil`; a dead process's lease expires. On a cluster company by company (due.ts). */
export async function takeDueOwnerMails(
  pool: Pool,
  { now, leaseUntil, limit, onSkipped }: Taking,
): Promise<readonly DueOwnerMail[]> {
  if (!pool.options.isCluster) {
    return statement<DueOwnerMail>(pool, TAKE_OF_ALL, [now, leaseUntil, limit])
  }
  const look = { sql: listWaiting, values: [now, limit], limit }
  const due = await listDue<Waiting>(pool, look, onSkipped)
  const take = (companyId: string, rows: readonly Waiting[]) => {
    const mailIds = rows.map(({ mail_id }) => mail_id)
    return statement<DueOwnerMail>(pool, TAKE_OF_ONE, [now, leaseUntil, mailIds, companyId])
  }
  return takeOfEach(pool, { due, take, onSkipped, except: [] })
}

const listWaiting = (among: string) => `
  select company_id, mail_id, attempt_at as due_at from owner_mails
   where attempt_at <= $1 ${among} order by attempt_at limit $2`

const takeSql = (which: string, company: string) => `
  with taken as (
    update owner_mails set attempt_at = $2, attempts = attempts + 1
     where ${which}
    returning company_id, mail_id, person_id, ambiente, tipo, datos, at, attempts
  )
  select /* reads 25000: the companies of a person */
         t.company_id as "companyId", t.mail_id as "mailId", c.nit, c.nombre, p.correo, t.ambiente,
         t.tipo, t.datos, t.at, t.attempts
    from taken t
   cross join lateral (
         select nit, nombre from companies where company_id = ${company} limit 1) c
    left join lateral (
         select correo from people
          where person_id = t.person_id
            and exists (select from memberships m
                         where m.company_id = ${company} and m.person_id = t.person_id and m.rol = 'dueno')
          limit 1) p on true`

const TAKE_OF_ALL = takeSql(
  `ctid = any (array(
     select ctid from owner_mails where attempt_at <= $1
      order by attempt_at limit $3 for update skip locked))`,
  't.company_id',
)
const TAKE_OF_ONE = takeSql(
  `company_id = $4 and mail_id = any (array(
     select mail_id from owner_mails
      where company_id = $4 and mail_id = any ($3::uuid[]) and attempt_at <= $1
        for update skip locked))`,
  '$4',
)

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

interface Ending {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Logger, 'error'>
}

/** Those of 30 days ago. Returns how many there were. */
export function forgetOwnerMails(
  { pool, clock, log }: Ending,
  signal?: AbortSignal,
): Promise<number> {
  const at = { now: clock.now(), onSkipped: skippedInLog(log, 'owner_mail_age') }
  return forgetDue(pool, OLD, at, signal)
}

const isOldAt = (now: string) => `at < ${now}::timestamptz - ${interval(KEPT_MS)}`

const OLD: Forgetting = {
  list: (among) => `
    select company_id, at as due_at, '{}'::text[] as part, mail_id::text as name
      from owner_mails where ${isOldAt('$1')} and company_id <> all ($2::uuid[]) ${among}
     order by at limit $3`,
  forget: `
    delete from owner_mails
     where company_id = $1 and mail_id = any ($3::uuid[]) and ${isOldAt('$2')}
    returning 1`,
  ofAll: `/* reads 50000: all of them */
    delete from owner_mails where ctid = any (array(
      select ctid from owner_mails where ${isOldAt('$1')} limit $2))
    returning 1`,
}
