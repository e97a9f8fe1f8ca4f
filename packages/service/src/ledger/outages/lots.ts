/** Lots: up to 100 documents of one sealed contingency event, which are sent together. */
import type { Ambiente } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement } from '../../base/db/tx.ts'
import {
  type Due,
  listDue,
  listOfAll,
  lockedOf,
  type OnSkipped,
  type Wanted,
} from '../cluster/due.ts'
import type { Lease } from '../transmission/store.ts'

/** An event of a company that is sealed, and lists documents that are in no lot. */
export interface Ready {
  readonly company_id: string
  readonly evento: string
  readonly ambiente: Ambiente
}

interface Searched {
  /** Environments with an open outage: no lot is formed there. */
  readonly away: readonly Ambiente[]
  readonly except: readonly string[]
}

/** One of them, of no company in `except`. */
export async function findReady(
  pool: Pool,
  { away, except }: Searched,
  onSkipped: OnSkipped,
): Promise<Ready | null> {
  const [ready] = await listOfAll<Ready>(pool, { sql: READY, values: [away, except] }, onSkipped)
  return ready ?? null
}

/** The columns of a company's row in either table are the same. */
const READY = (among: string) => `
  select /* reads 10000: what waits for the seal of its event */
         company_id, codigo_generacion as evento, e.ambiente
    from (select company_id, evento_contingencia from documents
           where estado = 'contingencia' and lote is null and lease_until is null
             and company_id <> all ($2::uuid[]) ${among}) d
    join events e using (company_id)
   where e.codigo_generacion = d.evento_contingencia
     and e.estado = 'sellado' and e.ambiente <> all ($1::text[])
   limit 1`

interface Forming {
  readonly lote: string
  readonly limit: number
  readonly now: Date
}

/** Forms the next lot of the event's documents; it is due at once. False if there are none. */
export async function formLot(
  pool: Pool,
  { company_id, evento, ambiente }: Ready,
  { lote, limit, now }: Forming,
): Promise<boolean> {
  const formed = await statement(
    pool,
    `with taken as (
       select codigo_generacion from documents
        where company_id = $1 and evento_contingencia = $2 and estado = 'contingencia'
          and lote is null and lease_until is null
        order by created_at limit $5 for update skip locked
     ), lot as (
       insert into lots (company_id, lote, ambiente, evento, next_at, created_at)
       select $1, $4, $3, $2, $6, $6 where exists (select from taken)
     )
     update documents set lote = $4
      where company_id = $1 and codigo_generacion = any (array(select codigo_generacion from taken))
     returning 1`,
    [company_id, evento, ambiente, lote, limit, now],
  )
  return formed.length > 0
}

export interface TakenLot {
  readonly company_id: string
  readonly lote: string
  readonly ambiente: Ambiente
  readonly codigo_lote: string | null
  /** Attempts, this one included. */
  readonly attempts: number
  readonly nit: string
  readonly data_key: Buffer
}

export interface DueLot extends Due {
  readonly lote: string
}

/** Lists lots that are due; the lots of a process that dies become due again. */
export const listLots = (
  pool: Pool,
  { now, away, limit, except }: Pick<Lease, 'now' | 'away'> & Wanted,
  onSkipped: OnSkipped,
): Promise<readonly DueLot[]> =>
  listDue(pool, { sql: DUE, values: [now, away, except, limit], limit }, onSkipped)

const DUE = (among: string) => `
  select company_id, lote, next_at as due_at from lots
   where next_at <= $1 and ambiente <> all ($2::text[]) and company_id <> all ($3::uuid[]) ${among}
   order by next_at limit $4`

/** Leases those of a company's lots that are still due until `leaseUntil`. */
export function takeLots(
  pool: Pool,
  { companyId, lotes }: { readonly companyId: string; readonly lotes: readonly string[] },
  { now, leaseUntil, away }: Lease,
): Promise<TakenLot[]> {
  return statement<TakenLot>(
    pool,
    `with taken as (
       update lots set next_at = $3, attempts = attempts + 1
        where company_id = $1
          and lote = any (array(
              select lote from ${lockedOf('lots', 'lote = any ($4::uuid[])')} l
               where next_at <= $2 and ambiente <> all ($5::text[])))
      returning company_id, lote, ambiente, codigo_lote, attempts
     )
     select t.*, c.nit, c.data_key from taken t join companies c on c.company_id = t.company_id
      where c.company_id = $1`,
    [companyId, now, leaseUntil, lotes, away],
  )
}

/** The codes of a lot's documents that have no verdict. */
export async function findLotDocuments(
  db: Db,
  { company_id, lote }: Pick<TakenLot, 'company_id' | 'lote'>,
): Promise<readonly string[]> {
  const rows = await db.many<{ codigo_generacion: string }>(
    `select codigo_generacion
       from (select * from documents where company_id = $1 and lote = $2 offset 0) d
      where estado = 'contingencia' order by created_at`,
    [company_id, lote],
  )
  return rows.map(({ codigo_generacion }) => codigo_generacion.toUpperCase())
}

/** Records the ministry's code of the lot, which is queried at `nextAt`. */
export async function recordLot(
  pool: Pool,
  { company_id, lote }: Pick<TakenLot, 'company_id' | 'lote'>,
  { codigoLote, nextAt }: { readonly codigoLote: string | null; readonly nextAt: Date },
): Promise<void> {
  await statement(
    pool,
    `update lots set codigo_lote = coalesce($3, codigo_lote), next_at = $4
      where company_id = $1 and lote = $2`,
    [company_id, lote, codigoLote, nextAt],
  )
}

/** Closes the lot. Its documents without a verdict are sent one by one, each after a query. */
export async function endLot(
  pool: Pool,
  { company_id, lote }: Pick<TakenLot, 'company_id' | 'lote'>,
  now: Date,
): Promise<void> {
  await statement(
    pool,
    `with ended as (
       update lots set next_at = null where company_id = $1 and lote = $2
     )
     update documents set lease_until = $3
      where company_id = $1
        and codigo_generacion = any (array(
              select codigo_generacion
                from (select * from documents where company_id = $1 and lote = $2 offset 0 for update) d
               where estado = 'contingencia' and lease_until is null))`,
    [company_id, lote, now],
  )
}
