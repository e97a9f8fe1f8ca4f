/** The columns of a table, for inserting copies of its rows. */
import type { Db } from '../src/base/db/query.ts'

const COLUMNS = `
  select attname as name from pg_attribute a
   where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
     and coalesce((select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d
                    where d.adrelid = a.attrelid and d.adnum = a.attnum), '') not like 'nextval%'
   order by attnum`

/** Those that a row is inserted with. */
export async function columnsOf(db: Db, table: string): Promise<readonly string[]> {
  return (await db.many<{ name: string }>(COLUMNS, [table])).map(({ name }) => name)
}
