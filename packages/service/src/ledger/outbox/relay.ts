/**
 * Moves rows from the outbox to their feeds and gives them positions. Whoever does it holds the lock of each feed, so
 * two of them never number one feed at once; what commits later gets a later position, however early it began. What a
 * row makes due by mail is written with it.
 */
import type { Pool } from '../../base/db/pool.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { oweSql } from '../addresses/owed.ts'
import { type Fence, restored } from '../marks/fence.ts'
import { oweOwnersSql } from '../owner-mails/owed.ts'

/** Rows that one transaction looks at: some ten milliseconds. */
const ROWS_MAX = 500

interface Row {
  readonly seq: bigint
  readonly company_id: string
  readonly ambiente: string
  readonly tipo: string
  readonly about: string | null
  readonly datos: object | null
  readonly at: Date
}

interface Feed extends Pick<Row, 'company_id' | 'ambiente'> {
  readonly last: bigint
}

/** Until nothing waits that this process could take. Returns how many rows it moved. */
export async function relay(
  { pool, fence }: { readonly pool: Pool; readonly fence: Pick<Fence, 'seen'> },
  signal?: AbortSignal,
): Promise<number> {
  let count = 0
  for (;;) {
    const waiting = await pool.many<Row>(OLDEST, [ROWS_MAX])
    if (waiting.length === 0) return count
    const moved = await transaction(pool, (tx) => moveRows(tx, fence, waiting))
    count += moved
    if (moved === 0 || signal?.aborted) return count // another process has the others
  }
}

/** `seq` is each document's own order. */
const OLDEST =
  'select seq, company_id, ambiente, tipo, about, at, datos from outbox order by seq limit $1'

async function moveRows(tx: Tx, fence: Pick<Fence, 'seen'>, waiting: readonly Row[]) {
  const feeds = await lockFeeds(tx, waiting)
  if (feeds.length === 0) return 0
  await assertNotRestored(tx, fence)
  const lasts = new Map(feeds.map((feed) => [nameOf(feed), feed.last]))
  // Read again: what was seen before the lock, another process may have moved.
  const rows = (await tx.many<Row>(OLDEST, [ROWS_MAX])).filter((row) => lasts.has(nameOf(row)))
  const positions = rows.map((row) => {
    const position = (lasts.get(nameOf(row)) ?? 0n) + 1n
    lasts.set(nameOf(row), position)
    return position
  })
  await tx.run(MOVE, [
    rows.map(({ seq }) => seq),
    ...[rows.map(({ company_id }) => company_id), rows.map(({ ambiente }) => ambiente), positions],
    ...[rows.map(({ tipo }) => tipo), rows.map(({ about }) => about), rows.map(({ at }) => at)],
    rows.map(({ datos }) => datos && JSON.stringify(datos)),
    ...columnsOf(feeds),
    feeds.map((feed) => lasts.get(nameOf(feed))),
  ])
  return rows.length
}

const nameOf = ({ company_id, ambiente }: Pick<Row, 'company_id' | 'ambiente'>) =>
  `${company_id}/${ambiente}`

/** The feeds of these rows, without those that another process is at. */
async function lockFeeds(tx: Tx, waiting: readonly Row[]): Promise<readonly Feed[]> {
  const wanted = columnsOf([...new Map(waiting.map((row) => [nameOf(row), row])).values()])
  await tx.run(
    `insert into feeds (company_id, ambiente) /* reads 4000: one for each row of a batch */
     select w.* from unnest($1::uuid[], $2::text[]) as w (company_id, ambiente)
      where not exists (select from feeds f where f.company_id = w.company_id and f.ambiente = w.ambiente)
      order by 1, 2 on conflict do nothing`,
    wanted,
  )
  return tx.many<Feed>(
    `select /* reads 4000: the same */ f.company_id, f.ambiente, f.last
       from unnest($1::uuid[], $2::text[]) as w (company_id, ambiente)
       join feeds f on f.company_id = w.company_id and f.ambiente = w.ambiente
      order by 1, 2 for update of f skip locked`,
    wanted,
  )
}

const columnsOf = (feeds: readonly Pick<Row, 'company_id' | 'ambiente'>[]) => [
  feeds.map(({ company_id }) => company_id),
  feeds.map(({ ambiente }) => ambiente),
]

/** As commit 1 does: in a database that went back, positions would be given twice within one epoch. */
async function assertNotRestored(tx: Tx, { seen }: Pick<Fence, 'seen'>): Promise<void> {
  const mark = await tx.maybeOne<{ fenced_since: Date | null; alive_at: Date }>(
    'select fenced_since, alive_at from database_marks',
  )
  if (mark && (mark.fenced_since || (seen && mark.alive_at < seen))) throw restored()
}

const MOVE = `
  with taken as ( /* reads 4000: the rows of a batch */
    delete from outbox where seq = any ($1::bigint[])
  ), moved as (
    select * from unnest($2::uuid[], $3::text[], $4::bigint[], $5::text[], $6::uuid[], $7::timestamptz[], $8::jsonb[])
        as m (company_id, ambiente, position, tipo, about, at, datos)
  ), told as (
    insert into feed (company_id, ambiente, position, tipo, about, at, datos) select * from moved
  ), owed as (${oweSql('moved')}
  ), owed_owners as (${oweOwnersSql('moved')}
  )
  update feeds f set last = n.last
    from unnest($9::uuid[], $10::text[], $11::bigint[]) as n (company_id, ambiente, last)
   where f.company_id = n.company_id and f.ambiente = n.ambiente`
