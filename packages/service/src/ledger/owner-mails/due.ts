/** Mails to owners that are due: leased, and ended once. */
import type { Ambiente } from '@sello/contract'
import type { Clock } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { DAY_MS, interval } from '../../base/time/durations.ts'
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

/** Leases what is due until `leaseUntil`; a dead process's lease expires. */
export function takeDueOwnerMails(
  pool: Pool,
  { now, leaseUntil, limit }: { readonly now: Date; readonly leaseUntil: Date; limit: number },
): Promise<DueOwnerMail[]> {
  return statement<DueOwnerMail>(
    pool,
    `with taken as (
       update owner_mails set attempt_at = $2, attempts = attempts + 1
        where ctid = any (array(
              select ctid from owner_mails where attempt_at <= $1
               order by attempt_at limit $3 for update skip locked))
       returning company_id, mail_id, person_id, ambiente, tipo, datos, at, attempts
     )
     select /* reads 25000: the companies of a person */
            t.company_id as "companyId", t.mail_id as "mailId", c.nit, c.nombre, p.correo, t.ambiente,
            t.tipo, t.datos, t.at, t.attempts
       from taken t
      cross join lateral (
            select nit, nombre from companies where company_id = t.company_id limit 1) c
       left join lateral (
            select correo from people
             where person_id = t.person_id
               and exists (select from memberships m
                            where m.company_id = t.company_id and m.person_id = t.person_id and m.rol = 'dueno')
             limit 1) p on true`,
    [now, leaseUntil, limit],
  )
}

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
const ROWS_MAX = 1_000

/** Those of 30 days ago. */
export async function forgetOwnerMails({
  pool,
  clock,
}: {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
}): Promise<void> {
  await statement(
    pool,
    `/* reads 50000: all of them */
     delete from owner_mails where ctid = any (array(
       select ctid from owner_mails where at < $1::timestamptz - ${interval(KEPT_MS)} limit $2))`,
    [clock.now(), ROWS_MAX],
  )
}
