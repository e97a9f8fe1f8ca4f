/**
 * Puts the tables of a database on the machines of its Citus cluster, as tables.ts lists them. One transaction over
 * all machines: what ends in the middle has changed nothing.
 */
import type pg from 'pg'
import { connected, inTurn } from '../../base/db/migrate.ts'
import { FORMER_TRIGGERS, type Placement, TABLES, UNIQUE_OVER_COMPANIES } from './tables.ts'

/** The database cannot be put on a cluster as it is; the message says why, to an operator. */
export class DistributionRefused extends Error {
  override readonly name = 'DistributionRefused'
}

/** What was done now; nothing, where all tables had their place. */
export interface Distributed {
  readonly tables: readonly string[]
  /** Machines that hold companies. */
  readonly workers: number
}

type Places = Readonly<Record<Placement, readonly string[]>>

/**
 * Gives every listed table its place, of a migrated database. Refuses (`DistributionRefused`) one without the extension
 * or its machines, and one that has issued. Tables that a later migration added get theirs when it is called again.
 */
export function distribute(url: string, places: Places = TABLES): Promise<Distributed> {
  return connected(url, (client) =>
    inTurn(client, async () => {
      const workers = await assertCluster(client)
      const missing = await findMissing(client, places)
      if (missing.length > 0) await place(client, places, missing)
      return { tables: missing, workers }
    }),
  )
}

async function assertCluster(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select from pg_extension where extname = 'citus'`)
  if (rows.length === 0) throw new DistributionRefused(WITHOUT_EXTENSION)
  const nodes = await client.query<{ coordinators: number; workers: number }>(
    `select (count(*) filter (where groupid = 0))::integer as coordinators,
            (count(*) filter (where groupid <> 0 and isactive and shouldhaveshards))::integer as workers
       from pg_dist_node where noderole = 'primary'`,
  )
  const { coordinators = 0, workers = 0 } = nodes.rows[0] ?? {}
  if (coordinators === 0) throw new DistributionRefused(WITHOUT_COORDINATOR)
  if (workers === 0) throw new DistributionRefused(WITHOUT_WORKERS)
  return workers
}

const WITHOUT_EXTENSION =
  'no tiene la extensión Citus. Instálela en todas las máquinas, ejecute "create extension citus" en esta base y repita; con un solo PostgreSQL no hace falta repartir nada.'
const WITHOUT_COORDINATOR =
  'no sabe por qué dirección la alcanzan las otras máquinas. Ejecute "select citus_set_coordinator_host(…)" en ella y repita.'
const WITHOUT_WORKERS =
  'no tiene máquinas entre las que repartir. Agréguelas con "select citus_add_node(…)" y repita.'
const HAS_ISSUED =
  'ya tiene documentos o eventos. Se reparte una base nueva, antes de la primera emisión; ésta sigue como está.'

/** The listed tables without a place, in the order of the list. */
async function findMissing(client: pg.Client, places: Places): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' or repmodel = 't'`,
  )
  const placed = new Set(rows.map(({ name }) => name))
  return [...places.distributed, ...places.reference].filter((table) => !placed.has(table))
}

async function place(client: pg.Client, places: Places, missing: readonly string[]): Promise<void> {
  if (missing.includes('documents')) await assertUnused(client)
  const distributed = places.distributed.filter((table) => missing.includes(table))
  // Citus distributes neither end of a key first.
  const keys = await takeKeys(client, missing)
  await dropTriggers(client, distributed)
  await replaceUniques(client, distributed)
  for (const table of distributed) {
    const beside = table === 'companies' ? 'default' : 'companies'
    await client.query(`select create_distributed_table($1, 'company_id', colocate_with => $2)`, [
      table,
      beside,
    ])
  }
  for (const table of places.reference.filter((one) => missing.includes(one))) {
    await client.query('select create_reference_table($1)', [table])
  }
  for (const add of keys) await client.query(add)
}

/** Nobody issues until the end of the transaction. */
async function assertUnused(client: pg.Client): Promise<void> {
  await client.query('lock table documents, events in access exclusive mode')
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from documents) or exists (select from events) as used',
  )
  if (rows[0]?.used) throw new DistributionRefused(HAS_ISSUED)
}

/** Drops the foreign keys from and to these tables, and returns the statements that add them again. */
async function takeKeys(client: pg.Client, tables: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname,
                   pg_get_constraintdef(oid)) as add
       from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
        and (conrelid::regclass::text = any ($1) or confrelid::regclass::text = any ($1))
      order by conrelid::regclass::text, conname`,
    [tables],
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ add }) => add)
}

/** Citus has no triggers on distributed tables; these were for processes of the release before. */
async function dropTriggers(client: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string; drop: string }>(
    `select tgname as name, format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop
       from pg_trigger where not tgisinternal and tgrelid::regclass::text = any ($1)`,
    [tables],
  )
  for (const { name, drop } of rows) {
    if (!FORMER_TRIGGERS.includes(name)) throw new Error(`bug: the trigger ${name} is needed`)
    await client.query(drop)
  }
}

interface Unique {
  readonly name: string
  readonly table: string
  readonly definition: string
  /** The columns of a primary key. */
  readonly columns: string | null
  readonly is_constraint: boolean
}

/**
 * Unique indexes without company_id, which Citus refuses, become plain ones under the same name; a primary key gets the
 * company before its columns.
 */
async function replaceUniques(client: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<Unique>(FIND_UNIQUES, [tables])
  for (const { name, table, definition, columns, is_constraint } of rows) {
    if (!(name in UNIQUE_OVER_COMPANIES)) throw new Error(`bug: ${name} is unique over companies`)
    const drop = is_constraint
      ? `alter table ${table} drop constraint ${name}`
      : `drop index ${name}`
    await client.query(drop)
    if (columns === null) await client.query(definition.replace(/^CREATE UNIQUE /, 'CREATE '))
    else
      await client.query(
        `alter table ${table} add constraint ${name} primary key (company_id, ${columns})`,
      )
  }
}

/** The unique indexes of tables $1 that do not begin from a company. */
export const FIND_UNIQUES = `
  select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table,
         pg_get_indexdef(i.indexrelid) as definition, c.oid is not null as is_constraint,
         case when i.indisprimary then
              (select string_agg(quote_ident(a.attname), ', ' order by k.place)
                 from unnest(i.indkey) with ordinality as k (attnum, place)
                 join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum) end as columns
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
   where i.indisunique and i.indrelid::regclass::text = any ($1)
     and not exists (select from pg_attribute a
                      where a.attrelid = i.indrelid and a.attname = 'company_id'
                        and a.attnum = any (i.indkey))
   order by name`
