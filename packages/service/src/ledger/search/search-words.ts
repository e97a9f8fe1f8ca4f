/** The words of customers and products (`search_words`), written with the rows that they are taken from. */
import type { Pool } from '../../base/db/pool.ts'
import { type Db, type Tx, transaction } from '../../base/db/tx.ts'
import { endOf, wordsOf } from './words.ts'

export type Kind = 'customer' | 'product'

/** Where the texts of a kind are. */
export const SOURCES = {
  customer: {
    table: 'customers',
    id: 'customer_id',
    text: `concat_ws(E'\\n', nombre, coalesce(num_documento, ''), coalesce(external_id, ''))`,
  },
  product: {
    table: 'products',
    id: 'product_id',
    text: `concat_ws(E'\\n', descripcion, coalesce(codigo, ''))`,
  },
} as const satisfies Record<Kind, object>

interface Row {
  readonly id: string
  readonly position: bigint
  readonly before: string | null
  readonly after: string
}

/** Brings the words of a company's rows up to date. Call it in the transaction that writes their texts. */
export async function indexWords(
  tx: Tx,
  kind: Kind,
  { companyId, ids }: { readonly companyId: string; readonly ids: readonly string[] },
): Promise<void> {
  const { table, id: idColumn, text } = SOURCES[kind]
  const rows = await tx.many<Row>(
    `select ${idColumn} as id, position, searched as before, ${text} as after from ${table}
      where company_id = $1 and ${idColumn} = any ($2::uuid[]) and searched is distinct from ${text}
      order by position for update`,
    [companyId, ids],
  )
  for (const { id, position, before, after } of rows) {
    const [old, now] = [wordsOf(before ?? ''), wordsOf(after)]
    const gone = old.filter((word) => !now.includes(word))
    const added = now.filter((word) => !old.includes(word))
    // One row at a time: its position is a value, so that the whole key is known and no join can turn around.
    await tx.run(
      `with gone as (
         delete from search_words
          where company_id = $1 and kind = $2 and position = $3 and word = any ($4::text[])
       ), added as (
         insert into search_words (company_id, kind, word, position)
         select $1, $2, word, $3 from unnest($5::text[]) as a (word)
         on conflict do nothing
       )
       update ${table} set searched = $7
          where company_id = $1 and ${idColumn} = $6 and position = $3`,
      [companyId, kind, position, gone, added, id, after],
    )
  }
}

interface Stale {
  readonly company_id: string
  readonly id: string
}

/** Indexes up to `limit` rows whose words are not those of their text. Returns how many there were. */
export async function indexStale(pool: Pool, kind: Kind, limit: number): Promise<number> {
  const stale = await findStale(pool, kind, limit)
  for (const companyId of new Set(stale.map(({ company_id }) => company_id))) {
    const ids = stale.filter(({ company_id }) => company_id === companyId).map(({ id }) => id)
    await transaction(pool, (tx) => indexWords(tx, kind, { companyId, ids }))
  }
  return stale.length
}

function findStale(db: Db, kind: Kind, limit: number): Promise<Stale[]> {
  const { table, id, text } = SOURCES[kind]
  return db.many<Stale>(
    `select /* reads 30000: all of them once an hour, for what an import left unindexed */
            company_id, ${id} as id from ${table} where searched is distinct from ${text} limit $1`,
    [limit],
  )
}

/** The two values of `foundSql`: where the range of each word begins and ends. */
export const rangesOf = (words: readonly string[]) => [words, words.map(endOf)] as const

/**
 * The positions of the rows of company $1 below $3 that have a word in each of the ranges, newest first. Each lateral
 * subquery is one range of the primary key; `distinct` keeps the planner from joining it another way.
 */
export const foundSql = (kind: Kind, from: `$${number}`, to: `$${number}`) => `
  select /* reads 20000: what has one of the words */ w.position from unnest(${from}::text[], ${to}::text[]) as asked (low, high)
   cross join lateral (
     select distinct s.position from search_words s
      where s.company_id = $1 and s.kind = '${kind}' and s.word >= asked.low and s.word < asked.high
        and ($3::bigint is null or s.position < $3)) w
   group by w.position having count(*) = cardinality(${from}::text[])
   order by w.position desc`
