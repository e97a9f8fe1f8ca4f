/**
 * Fills every table with copies of the rows that real calls left, so that each has what such rows have. The first
 * company keeps three of four copies of what grows with its sales; everything else is of as many other companies.
 */
import type { Db } from '../../src/base/db/query.ts'

/** Of each table. */
const ROWS = 20_000

/** Tables of which a company has as many rows as sales, buyers or calls. */
const GROWING = new Set([
  ...['documents', 'claims', 'events', 'return_lines', 'related_documents', 'rejected_documents'],
  'liquidated_documents',
  ...['released_numbers', 'skipped_numbers', 'recovered_documents', 'holding', 'copies', 'lots'],
  ...['customers', 'products', 'search_words', 'rate_calls', 'request_log', 'kept_answers'],
  ...[
    'audit_log',
    'outbox',
    'feed',
    'webhook_deliveries',
    'delivery_addresses',
    'deliveries',
    'pages',
  ],
])

/** One row, or one for each process. */
const FIXED = new Set([
  'schema_migrations',
  'database_marks',
  'service_secrets',
  'database_runs',
  'ministry_answers',
  'ministry_outages',
])

/** Kept: many copies belong to one of these. */
const OWNERS = new Set(['outage_id', 'destination_id', 'webhook_id'])

/** Until these times nothing is to be done with a copy. */
const DUE = new Set([
  ...['lease_until', 'retry_at', 'next_at', 'verify_at', 'vence_en', 'expires_at', 'attempt_at'],
])

/** Parts of keys with few values. */
const KEPT = /^(ambiente|kind|room|tipo_dte|cod_\w+|estado)$/

/** Texts of a fixed form; `g` numbers the copies of a table. */
const FORMS: Readonly<Record<string, string>> = {
  copy_at: `case when g % 3 = 0 then created_at + interval '2 days' end`, // the files of one in three wait
  nit: `lpad(g::text, 14, '0')`,
  numero_control: `overlay(numero_control placing lpad((g + 1000000)::text, 15, '0') from 17)`,
  correlativo: 'correlativo + g',
  tercero: `case when tercero > '' then tercero || '-' || g else tercero end`, // a copy's bytes open for nobody
  refused_until: `'infinity'::timestamptz`, // nobody probes with what a copy cannot decrypt
}

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly unique: boolean
}

/** After this every table has at least `ROWS` rows. Nothing is analysed. Returns the tables that had none to copy. */
export async function fill(db: Db): Promise<string[]> {
  await db.many(`set session_replication_role = 'replica'`) // copies of rows whose other rows are not copied
  const columns = await db.many<Column>(COLUMNS)
  const tables = [...new Set(columns.map(({ table }) => table))].filter(
    (table) => !FIXED.has(table),
  )
  const empty: string[] = []
  for (const table of tables) {
    const { count } = await db.one<{ count: number }>(`select count(*)::int as count from ${table}`)
    if (count === 0) empty.push(table)
    else
      await db.many(
        copies(
          table,
          columns.filter((one) => one.table === table),
          count,
        ),
      )
  }
  return empty
}

function copies(table: string, columns: readonly Column[], count: number): string {
  const isGrowing = GROWING.has(table)
  const values = columns.map((column) => copyOf(column, isGrowing))
  return `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
    select ${values.join(', ')}
      from (select t.*, n, n * ${count} + row_number() over () as g
              from ${table} t, generate_series(1, ${Math.ceil(ROWS / count)}) as n) as t`
}

function copyOf({ name, type, unique }: Column, isGrowing: boolean): string {
  if (name === 'company_id') return isGrowing ? LARGE_OR_SMALL : copied(name)
  if (FORMS[name] !== undefined) return FORMS[name]
  if (DUE.has(name)) return `"${name}" + interval '2 days'`
  if (type === 'uuid' && !OWNERS.has(name)) return copied(name)
  if (!unique) return `"${name}"`
  const isKept = name === 'key_id' ? isGrowing : KEPT.test(name)
  if (type === 'text' && !isKept) return `"${name}" || '-' || g`
  if (type === 'bytea') return `sha256("${name}" || g::text::bytea)`
  if (name === 'position' || name === 'seq' || name === 'ordinal') return `"${name}" - n * 1000`
  if (type.startsWith('timestamp') && name === 'at') return `"${name}" - n * interval '10 ms'`
  return `"${name}"`
}

/** Another id for each copy: the same one in every table, so that copies belong to each other. */
const copied = (name: string) => `md5("${name}"::text || n)::uuid`
const LARGE_OR_SMALL = `case when n % 4 = 0 then md5(company_id::text || 1 + n % 5)::uuid else company_id end`

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
         exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey)) as unique
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and (c.relkind = 'p' or c.relkind = 'r' and not c.relispartition)
     and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
     and coalesce((select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d
                    where d.adrelid = c.oid and d.adnum = a.attnum), '') not like 'nextval%'
   order by c.relname, a.attnum`
