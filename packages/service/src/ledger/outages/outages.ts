/** The ministry's outages, as the processes share them. */
import { AMBIENTES, type Ambiente } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { listDue, listOfAll, lockedOf, type OnSkipped, takeDue } from '../cluster/due.ts'
import { tellOutageSql } from '../outbox/tell.ts'
import type { DueFiling } from '../transmission/store.ts'
import { listWindows, type MaintenanceWindow } from './maintenance.ts'

export interface Outage {
  readonly outageId: string
  readonly ambiente: Ambiente
  readonly openedAt: Date
  readonly probeAt: Date
}

/** A process's cached view, until the next read. */
export interface OutageView {
  readonly open: readonly Outage[]
  /** Environments where documents of a closed outage wait for a contingency event to be signed. */
  readonly owed: readonly Ambiente[]
  /** Announced, and not over yet. */
  readonly windows: readonly MaintenanceWindow[]
}

export async function readOutages(
  pool: Pool,
  now: Date,
  onSkipped: OnSkipped,
): Promise<OutageView> {
  const [open, owed, windows] = await Promise.all([
    pool.many<Outage>(
      `select outage_id as "outageId", ambiente, opened_at as "openedAt", probe_at as "probeAt"
         from ministry_outages where closed_at is null`,
    ),
    listOfAll<{ ambiente: Ambiente }>(pool, { sql: ANY_OWED, values: [] }, onSkipped),
    listWindows(pool, now),
  ])
  const away = new Set(open.map(({ ambiente }) => ambiente))
  const owing = AMBIENTES.filter((one) => owed.some(({ ambiente }) => ambiente === one))
  return { open, owed: owing.filter((ambiente) => !away.has(ambiente)), windows }
}

const anyOwedIn = (ambiente: Ambiente, among: string) =>
  `(select ambiente from documents
     where ambiente = '${ambiente}' and outage_id is not null and evento_contingencia is null
       and estado = 'contingencia' ${among} limit 1)`

const ANY_OWED = (among: string) =>
  AMBIENTES.map((ambiente) => anyOwedIn(ambiente, among)).join(' union all ')

/**
 * After the commit an outage is open in its environment: this one, or one that another process opened before. None is
 * opened if another process than `processId` has an answer from after its beginning.
 */
export async function openOutage(
  pool: Pool,
  outage: Outage & { readonly processId: string },
): Promise<void> {
  await statement(
    pool,
    `with opened as (
     insert into ministry_outages (outage_id, ambiente, opened_at, probe_at)
     select $1, $2, $3, $4
      where not exists (select from ministry_answers
                         where ambiente = $2 and process_id <> $5 and answered_at > $3)
     on conflict (ambiente) where closed_at is null do nothing
     returning outage_id, ambiente, opened_at as at
     )${tellOutageSql('opened', 'contingencia.abierta')}`,
    [outage.outageId, outage.ambiente, outage.openedAt, outage.probeAt, outage.processId],
  )
}

/** True for the one process that may probe the ministry now. */
export async function takeProbe(
  pool: Pool,
  outageId: string,
  { now, nextAt }: { readonly now: Date; readonly nextAt: Date },
): Promise<boolean> {
  const taken = await statement(
    pool,
    `update ministry_outages set probe_at = $3
      where outage_id = $1 and closed_at is null and probe_at <= $2 returning 1`,
    [outageId, now, nextAt],
  )
  return taken.length === 1
}

/** Closes the outage. False where another process closed it. */
export async function closeOutage(pool: Pool, outage: Outage, now: Date): Promise<boolean> {
  const closed = await statement(
    pool,
    `with closed as (
     update ministry_outages set closed_at = greatest($2, opened_at)
      where outage_id = $1 and closed_at is null
     returning outage_id, ambiente, closed_at as at
     ), told as (${tellOutageSql('closed', 'contingencia.cerrada')}
     )
     select from closed`,
    [outage.outageId, now],
  )
  return closed.length === 1
}

/** Makes filings signed in the normal model, documents and events, due now; the job takes a few at a time. */
export async function hastenWaiting(
  pool: Pool,
  { ambiente, now }: { readonly ambiente: Ambiente; readonly now: Date },
  onSkipped: OnSkipped,
): Promise<void> {
  for (const { list, hasten } of Object.values(HASTENING)) {
    const batches = takeDue<DueFiling, unknown>(pool, {
      limit: HASTENED_MAX,
      list: ({ limit, except }) =>
        listDue(pool, { sql: list, values: [now, ambiente, except, limit], limit }, onSkipped),
      take(companyId, due) {
        const codes = due.map(({ codigo_generacion }) => codigo_generacion)
        return statement(pool, hasten, [companyId, now, ambiente, codes])
      },
      onSkipped,
    })
    for await (const _ of batches);
  }
}

/** Each statement stays far below the statement timeout. */
const HASTENED_MAX = 5_000

/** An event with a lease belongs to another process and keeps its lease. */
const HASTENING = {
  documents: hastening('documents', 'lease_until', () => `estado = 'contingencia'`),
  events: hastening(
    'events',
    'retry_at',
    (now) => `estado = 'firmado' and coalesce(lease_until, ${now}) <= ${now}`,
  ),
} as const

function hastening(table: string, due: string, waits: (now: string) => string) {
  return {
    list: (among: string) => `
      select /* reads 20000: a batch of 5,000 */ company_id, codigo_generacion, ${due} as due_at
        from ${table}
       where ${due} > $1 and ambiente = $2 and ${waits('$1')} and company_id <> all ($3::uuid[]) ${among}
       order by ${due} limit $4`,
    hasten: `
      update /* reads 20000: the same, of one company */ ${table} set ${due} = $2
       where company_id = $1
         and codigo_generacion = any (array(
             select codigo_generacion
               from ${lockedOf(table, 'codigo_generacion = any ($4::uuid[])')} waiting
              where ${due} > $2 and ambiente = $3 and ${waits('$2')}))
      returning 1`,
  }
}
