/**
 * Rows that differ from one another in one column of their key alone, and what a call changed among them: a statement
 * that asks one condition too few meets a neighbour's row.
 */
import type { Pool } from '../src/base/db/pool.ts'
import type { Db } from '../src/base/db/query.ts'
import { statement } from '../src/base/db/tx.ts'

const ID = /00000000-0000-4000-8000-([0-9a-f]{12})/g

/** The id of a name of up to six letters; what `changesOf` tells has the name again. */
export const idOf = (name: string): string =>
  `00000000-0000-4000-8000-${Buffer.from(name.padStart(6)).toString('hex')}`

export const namesIn = (text: string): string =>
  text.replaceAll(ID, (_, hex: string) => Buffer.from(hex, 'hex').toString().trim())

/** Every combination of the values of these columns. */
export function combined<Row extends Readonly<Record<string, readonly unknown[]>>>(
  columns: Row,
): readonly { readonly [C in keyof Row]: Row[C][number] }[] {
  let rows: Record<string, unknown>[] = [{}]
  for (const [column, values] of Object.entries(columns)) {
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [column]: value })))
  }
  return rows as { [C in keyof Row]: Row[C][number] }[]
}

/** The row, and for each column of `others` one that differs from it in that column alone. */
export const oneApart = <Row extends object>(row: Row, others: Partial<Row>): readonly Row[] => [
  row,
  ...Object.entries(others).map(([column, value]) => ({ ...row, [column]: value })),
]

export async function put(
  pool: Pool,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  for (const row of rows) {
    const values = Object.keys(row).map((_, at) => `$${at + 1}`)
    const sql = `insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`
    await statement(pool, sql, Object.values(row))
  }
}

type Row = Readonly<Record<string, unknown>>

/** Works with these rows, whose tables stand in the order of their foreign keys, and removes them. */
export async function withRows(
  pool: Pool,
  rows: Readonly<Record<string, readonly Row[]>>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    for (const [table, ofTable] of Object.entries(rows)) await put(pool, table, ofTable)
    await work()
  } finally {
    for (const table of Object.keys(rows).toReversed()) {
      await statement(pool, `delete from ${table} returning 1`)
    }
  }
}

interface Table {
  readonly name: string
  /** The columns that a row is told by. */
  readonly key: readonly string[]
}

const KEY = `
  select a.attname as name from pg_index i
   cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, at)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
   where i.indrelid = $1::regclass and i.indisprimary order by k.at`

/**
 * What a call does to the rows of these tables, which stand in the order of their foreign keys: `- table key` for a row
 * that is gone, `+ table key` for a new one, and `table key: columns` for a changed one, all in alphabetical order.
 * Afterwards the rows are as they were. A row is told by its primary key, or by the columns after the table's name.
 * `names`: what to tell in place of a text.
 */
export async function watch(
  pool: Pool,
  tables: readonly string[],
  names: Readonly<Record<string, string>> = {},
): Promise<(act: () => Promise<unknown>) => Promise<readonly string[]>> {
  const watched = await Promise.all(
    tables.map(async (table): Promise<Table> => {
      const [name = '', ...columns] = table.split(' ')
      if (columns.length > 0) return { name, key: columns }
      const key = await pool.many<{ name: string }>(KEY, [name])
      return { name, key: key.map((column) => column.name) }
    }),
  )
  const labelOf = ({ name, key }: Table, row: Row) => {
    const parts = key.map((column) => String(row[column])).map((part) => names[part] ?? part)
    return namesIn([name, ...parts].join(' '))
  }
  const read = async () =>
    Promise.all(
      watched.map(async (table) => {
        const rows = await rowsOf(pool, table)
        return new Map(rows.map((row) => [labelOf(table, row), row]))
      }),
    )
  return async (act) => {
    const before = await read()
    await act()
    const after = await read()
    const lines: string[] = []
    for (const [at, table] of [...watched.entries()].reverse()) {
      for (const [label, row] of after[at] ?? []) {
        if (before[at]?.has(label)) continue
        lines.push(`+ ${label}`)
        await remove(pool, table, row)
      }
    }
    for (const [at, table] of watched.entries()) {
      for (const [label, row] of before[at] ?? []) {
        const now = after[at]?.get(label)
        if (!now) {
          lines.push(`- ${label}`)
          await insert(pool, table, row)
          continue
        }
        const changed = Object.keys(row)
          .filter((c) => !isSame(row[c], now[c]))
          .toSorted()
        if (changed.length === 0) continue
        lines.push(`${label}: ${changed.join(' ')}`)
        await change(pool, table, { row, changed })
      }
    }
    return lines.sort()
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const rowsOf = async (db: Db, { name }: Table): Promise<readonly Row[]> =>
  (await db.many<{ row: Row }>(`select to_jsonb(t) as row from ${name} t`)).map(({ row }) => row)

const sameKey = ({ key }: Table) =>
  key.map((column) => `t.${column} is not distinct from r.${column}`).join(' and ')

const given = ({ name }: Table) => `jsonb_populate_record(null::${name}, $1::jsonb) r`

const remove = (pool: Pool, table: Table, row: Row) =>
  statement(
    pool,
    `delete from ${table.name} t using ${given(table)} where ${sameKey(table)} returning 1`,
    [JSON.stringify(row)],
  )

function insert(pool: Pool, table: Table, row: Row) {
  const columns = Object.keys(row)
  const own = columns.map((column) => `r.${column}`)
  return statement(
    pool,
    `insert into ${table.name} (${columns.join(', ')}) overriding system value
     select ${own.join(', ')} from ${given(table)} returning 1`,
    [JSON.stringify(row)],
  )
}

function change(
  pool: Pool,
  table: Table,
  { row, changed }: { readonly row: Row; readonly changed: readonly string[] },
) {
  const set = changed.map((column) => `${column} = r.${column}`)
  return statement(
    pool,
    `update ${table.name} t set ${set.join(', ')} from ${given(table)} where ${sameKey(table)} returning 1`,
    [JSON.stringify(row)],
  )
}
