/**
 * What is stored for a document: bytes by table, by index and by column, as they are while its claim lives and once
 * it has ended. Documents of every type are issued through HTTP and their files copied, so every row is the service's.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Admin } from '@sello/service/admin'
import { Pool } from 'undici'
import { SALE, send } from './load.ts'
import { NOTA_OF, REQUESTS, type Tipo, tipoOf } from './rows-requests.ts'
import type { World } from './world.ts'

export interface Rows {
  readonly documents: number
  readonly tables: readonly TableBytes[]
  /** Of a row of `documents`, by column. */
  readonly columns: readonly ColumnBytes[]
  readonly tipos: readonly TipoBytes[]
  /** Share of the updates of `documents` that wrote no index. */
  readonly hotShare: number
}

/** All bytes are of one document. */
export interface TableBytes {
  readonly table: string
  /** When its rows are deleted. */
  readonly ends: string | null
  readonly heap: number
  readonly toast: number
  readonly indexes: readonly { readonly name: string; readonly bytes: number }[]
  readonly total: number
  /** Of a table that ends: what its files keep once every row has ended. The next rows use it again. */
  readonly left: number
}

export interface ColumnBytes {
  readonly column: string
  readonly bytes: number
}

export interface TipoBytes {
  readonly tipoDte: string
  readonly documents: number
  readonly payload: number
  readonly row: number
}

const CALLERS = 32
/** A vacuum after each part, as the server's own would: what it frees is used again by the next part. */
const PARTS = 10
const REST_MS = 1_000
const UPKEEP_MS = 10 * 60_000

/** What ends, and when (docs/architecture.md#the-jobs). */
const ENDS: Readonly<Record<string, string>> = {
  claims: '24 hours',
  kept_answers: '24 hours',
  rate_calls: '24 hours',
  holding: '1 hour',
  request_log: '90 days',
}

export async function measureRows(world: World, least: number): Promise<Rows> {
  const pool = new Pool(world.url, { connections: CALLERS, pipelining: 1 })
  try {
    await issue(pool, world, CALLERS) // what exists once for a company is not counted
    await settle(world)
    const before = await sizes(world)
    const earlier = await count(world)
    for (let part = 0; part < PARTS; part++) {
      await issue(pool, world, least / PARTS)
      await settle(world)
    }
    const after = await sizes(world)
    const documents = (await count(world)) - earlier // a note comes with the sale that it is over
    const rest = {
      columns: await columns(world),
      tipos: await tipos(world),
      hotShare: await hotShare(world),
    }
    await endAll(world)
    const left = await sizes(world)
    return { documents, tables: tablesOf({ before, after, left }, documents), ...rest }
  } finally {
    await pool.close()
  }
}

async function issue(pool: Pool, world: World, documents: number): Promise<void> {
  let next = 0
  async function caller() {
    while (next < documents) await issueOne(pool, world, tipoOf(next++))
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

async function issueOne(pool: Pool, world: World, tipo: Tipo): Promise<void> {
  if (tipo === '01') await send(pool, world, SALE)
  else if (tipo !== '05') await send(pool, world, JSON.stringify(REQUESTS[tipo]))
  else {
    const { codigoGeneracion } = JSON.parse(await send(pool, world, JSON.stringify(REQUESTS['03'])))
    await send(pool, world, JSON.stringify(NOTA_OF(codigoGeneracion)))
  }
}

async function count(world: World): Promise<number> {
  const sql = 'select count(*)::float8 as documents from documents'
  return (await world.administer(({ pool }) => pool.one<{ documents: number }>(sql))).documents
}

/** Waits for the copier, then frees what is dead. */
async function settle(world: World): Promise<void> {
  await world.administer(async ({ pool }) => {
    const waiting = 'select count(*) as n from holding where copy_at is not null'
    while ((await pool.one<{ n: bigint }>(waiting)).n > 0n) await pause(REST_MS)
    await vacuum(pool)
  })
}

/** As the jobs do when their time has come; partitions of the request log are dropped whole. */
async function endAll(world: World): Promise<void> {
  await world.administer(async ({ pool }) => {
    for (const table of Object.keys(ENDS)) await pool.many(`delete from ${table}`)
    await vacuum(pool)
  })
}

function vacuum(pool: Admin['pool']): Promise<void> {
  return pool.lend(async ({ ask }) => {
    await ask({ text: 'set statement_timeout = 0' })
    const whole = { text: 'vacuum (analyze)', query_timeout: UPKEEP_MS }
    await ask(whole)
    await ask({ text: 'reset statement_timeout' })
  })
}

interface Size {
  readonly root: string
  readonly name: string
  readonly kind: 'heap' | 'toast' | 'index'
  readonly bytes: number
}

/** Every relation of the schema; partitions count with their table. */
function sizes(world: World): Promise<Size[]> {
  const sql = `
    select coalesce(pg_partition_root(c.oid)::text, c.relname) as root, part.name, part.kind, part.bytes::float8
      from pg_class c cross join lateral (
        select c.relname::text as name, 'heap' as kind, pg_table_size(c.oid) - coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0) as bytes
        union all
        select c.relname::text, 'toast', pg_total_relation_size(c.reltoastrelid) where c.reltoastrelid <> 0
        union all
        select coalesce(parent.relname, i.relname)::text, 'index', pg_relation_size(i.oid)
          from pg_index x join pg_class i on i.oid = x.indexrelid
          left join pg_inherits h on h.inhrelid = i.oid left join pg_class parent on parent.oid = h.inhparent
         where x.indrelid = c.oid) part
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`
  return world.administer(({ pool }) => pool.many<Size>(sql))
}

interface Sizes {
  readonly before: readonly Size[]
  readonly after: readonly Size[]
  readonly left: readonly Size[]
}

function tablesOf({ before, after, left }: Sizes, documents: number): TableBytes[] {
  const more = (now: readonly Size[], isIt: (size: Size) => boolean) => {
    const of = (all: readonly Size[]) => all.filter(isIt).reduce((sum, { bytes }) => sum + bytes, 0)
    return (of(now) - of(before)) / documents
  }
  const grown = (root: string, kind: Size['kind'], name?: string) =>
    more(
      after,
      (s) => s.root === root && s.kind === kind && (name === undefined || s.name === name),
    )
  const tables = [...new Set(after.map(({ root }) => root))].map((table): TableBytes => {
    const names = after.filter((s) => s.root === table && s.kind === 'index').map((s) => s.name)
    const indexes = [...new Set(names)]
      .map((name) => ({ name, bytes: grown(table, 'index', name) }))
      .sort((a, b) => b.bytes - a.bytes)
    const [heap, toast] = [grown(table, 'heap'), grown(table, 'toast')]
    const total = heap + toast + indexes.reduce((sum, { bytes }) => sum + bytes, 0)
    const kept = more(left, ({ root }) => root === table)
    return { table, ends: ENDS[table] ?? null, heap, toast, indexes, total, left: kept }
  })
  return tables.filter(({ total }) => total >= 1).sort((a, b) => b.total - a.total)
}

async function columns(world: World): Promise<ColumnBytes[]> {
  return world.administer(async ({ pool }) => {
    const names = await pool.many<{ name: string }>(
      `select attname::text as name from pg_attribute
        where attrelid = 'documents'::regclass and attnum > 0 and not attisdropped`,
    )
    const list = names.map(
      ({ name }) => `avg(coalesce(pg_column_size(${name}), 0))::float8 as ${name}`,
    )
    const row = await pool.one<Record<string, number>>(`select ${list.join(', ')} from documents`)
    return Object.entries(row)
      .map(([column, bytes]) => ({ column, bytes }))
      .sort((a, b) => b.bytes - a.bytes)
  })
}

function tipos(world: World): Promise<TipoBytes[]> {
  const sql = `select tipo_dte as "tipoDte", count(*)::float8 as documents,
                      avg(pg_column_size(payload))::float8 as payload, avg(pg_column_size(d))::float8 as row
                 from documents d group by tipo_dte order by tipo_dte`
  return world.administer(({ pool }) => pool.many<TipoBytes>(sql))
}

async function hotShare(world: World): Promise<number> {
  const sql = `select n_tup_hot_upd::float8 / nullif(n_tup_upd, 0) as share
                 from pg_stat_user_tables where relname = 'documents'`
  return (await world.administer(({ pool }) => pool.one<{ share: number | null }>(sql))).share ?? 0
}
