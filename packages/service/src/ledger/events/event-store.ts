/** Events without a verdict, as recovery and repeated calls take them. */
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { listDue, lockedOf } from '../cluster/due.ts'
import type { Filing, Kind } from '../transmission/filing.ts'
import { leaseFrom } from '../transmission/lease.ts'
import { RULES } from '../transmission/rules.ts'
import type { Store, Taken } from '../transmission/store.ts'
import type { Evento, StoredEvento } from './event.ts'
import { IN_DOUBT } from './event-transitions.ts'
import { findEvento } from './find-events.ts'
import { settleEvento } from './settle-event.ts'

const isDueAt = (now: string) => `retry_at <= ${now} and coalesce(lease_until, retry_at) <= ${now}`

const DUE = (among: string) => `
  select company_id, codigo_generacion, retry_at as due_at
    from events
   where ${isDueAt('$1')} and ambiente <> all ($2::text[]) and company_id <> all ($3::uuid[]) ${among}
   order by retry_at limit $4`

export const eventStore: Store = {
  listDue: (pool, { now, limit, away, except }, onSkipped) =>
    listDue(pool, { sql: DUE, values: [now, away, except, limit], limit }, onSkipped),

  take: (pool, { companyId, codes }, { now, leaseUntil, away }) =>
    statement<Taken>(
      pool,
      `with taken as (
         update events set lease_until = $3, retry_at = $3, attempts = attempts + 1,
                sendings = sendings + (kind = any ($6::text[]))::int
          where company_id = $1
            and codigo_generacion = any (array(
                select codigo_generacion
                  from ${lockedOf('events', 'codigo_generacion = any ($4::uuid[])')} e
                 where ${isDueAt('$2')} and ambiente <> all ($5::text[])))
      returning company_id, codigo_generacion, ambiente, attempts, created_at
       )
       select t.*, c.nit, c.data_key from taken t join companies c on c.company_id = t.company_id
        where c.company_id = $1`,
      [companyId, now, leaseUntil, codes, away, RESENT],
    ),

  async open(pool, { company_id: companyId, ambiente, nit, codigo_generacion }, dataKey) {
    const found = await findEvento(pool, { companyId, ambiente, nit, dataKey }, codigo_generacion)
    if (!found) throw new Error('bug: an event that was taken is not there')
    if (found.estado === 'firmado') return found
    return IN_DOUBT.has(found.estado) ? { ...found, doubtfulSince: decidedAt(found) } : null
  },

  async settle(pool, filing, settling) {
    const { verdict, retryAt } = settling
    if (!filing.doubtfulSince || verdict.kind === 'sealed') {
      return settleEvento(pool, filing as Evento, settling)
    }
    await postponeInDoubt(pool, filing, retryAt)
    return null
  },
}

/** Each lease of these may send: it counts as a sending until its end says otherwise. */
const RESENT = (Object.keys(RULES) as Kind[]).filter((kind) => RULES[kind].unattended === 'resume')

const decidedAt = ({ historial }: StoredEvento) => new Date(historial.at(-1)?.fecha ?? '')

/** When to ask about a decided event again; null: never. */
async function postponeInDoubt(
  pool: Pool,
  { companyId, codigoGeneracion }: Filing,
  at: Date | null,
): Promise<void> {
  await statement(
    pool,
    `update events set lease_until = null, retry_at = $3
      where company_id = $1 and codigo_generacion = $2 and estado = any ($4::text[])`,
    [companyId, codigoGeneracion, at, [...IN_DOUBT]],
  )
}

/**
 * Takes the lease for a call about a signed event. False where another worker holds it. To `send`, the sending is
 * counted before it begins, so that a process that dies leaves an event that may have arrived.
 */
export async function takeEvento(
  pool: Pool,
  { companyId, codigoGeneracion }: Pick<Evento, 'companyId' | 'codigoGeneracion'>,
  { now, to }: { readonly now: Date; readonly to: 'send' | 'ask' },
): Promise<boolean> {
  const taken = await statement(
    pool,
    `update events set lease_until = $4, retry_at = $4, attempts = attempts + 1, sendings = sendings + $5
      where company_id = $1 and codigo_generacion = $2 and estado = 'firmado'
        and coalesce(lease_until, $3) <= $3
     returning 1`,
    [companyId, codigoGeneracion, now, leaseFrom(now), to === 'send' ? 1 : 0],
  )
  return taken.length === 1
}
