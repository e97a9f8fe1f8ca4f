/**
 * Moves rows from the outbox to their feeds and gives them positions. Whoever does it holds the lock of each feed, so
 * two of them never number one feed at once; what commits later gets a later position, however early it began. What a
 * row makes due by mail is written with it.
 */
import { Refused } from '@sello/contract'
import type { Logger } from 'pino'
import type { Pool } from '../../base/db/pool.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { oweSql } from '../addresses/owed.ts'
import { type Due, listDue, type OnSkipped, skippedInLog, takeDue } from '../cluster/due.ts'
import { type Fence, restored } from '../marks/fence.ts'
import { oweOwnersSql } from '../owner-mails/owed.ts'

/** Rows that one transaction looks at: some ten milliseconds. */
const ROWS_MAX = 500

type OfFeed = Pick<Row, 'company_id' | 'ambiente'>

interface Row {
  readonly seq: bigint
  readonly company_id: string
  readonly ambiente: string
  readonly tipo: string
  readonly about: string | null
  readonly datos: object | null
  readonly at: Date
}

interface Feed extends OfFeed {
  readonly last: bigint
}

interface Relaying {
  readonly pool: Pool
  readonly fence: Pick<Fence, 'seen'>
  readonly log: Pick<Logger, 'error'>
}

/** Until nothing waits that this process could take. Returns how many rows it moved. */
export const relay = (relaying: Relaying, signal?: AbortSignal): Promise<number> =>
  (relaying.pool.options.isCluster ? relayOfEach : relayOfAll)(relaying, signal)

async function relayOfAll({ pool, fence }: Relaying, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (;;) {
    const waiting = await pool.many<Row>(OF_ALL.oldest, [ROWS_MAX])
    if (waiting.length === 0) return count
    const { length } = await transaction(pool, (tx) => moveRows(tx, fence, waiting))
    count += length
    if (length === 0 || signal?.aborted) return count // another process has the others
  }
}

/** On a cluster: company by company (due.ts). */
async function relayOfEach({ pool, fence, log }: Relaying, signal?: AbortSignal): Promise<number> {
  const tell = skippedInLog(log, 'feed')
  const onSkipped: OnSkipped = (skipped, error) => {
    if (error instanceof Refused) throw error // the database went back: that of every company
    tell(skipped, error)
  }
  const batches = takeDue<Due & OfFeed, Row>(pool, {
    limit: ROWS_MAX,
    list: ({ limit, except }) =>
      listDue(pool, { sql: listWaiting, values: [except, limit], limit }, onSkipped),
    take: (companyId, waiting) =>
      transaction(pool, (tx) => moveRows(tx, fence, waiting, companyId)),
    onSkipped,
  })
  let count = 0
  for await (const moved of batches) {
    count += moved.length
    if (signal?.aborted) break
  }
  return count
}

const listWaiting = (among: string) => `
  select company_id, ambiente, at as due_at from outbox
   where company_id <> all ($1::uuid[]) ${among} order by seq limit $2`

/** Of all companies, or of the one that `waiting` is of: then each statement names it. */
async function moveRows(
  tx: Tx,
  fence: Pick<Fence, 'seen'>,
  waiting: readonly OfFeed[],
  companyId?: string,
): Promise<readonly Row[]> {
  const [sql, company] = companyId === undefined ? [OF_ALL, []] : [OF_ONE, [companyId]]
  const wanted = [...new Map(waiting.map((row) => [nameOf(row), row])).values()]
  await tx.run(sql.begin, [...columnsOf(wanted), ...company])
  const feeds = await tx.many<Feed>(sql.lock, [...columnsOf(wanted), ...company])
  if (feeds.length === 0) return []
  await assertNotRestored(tx, fence)
  const lasts = new Map(feeds.map((feed) => [nameOf(feed), feed.last]))
  // Read again: what was seen before the lock, another process may have moved.
  const oldest = await tx.many<Row>(sql.oldest, [ROWS_MAX, ...company])
  const rows = oldest.filter((row) => lasts.has(nameOf(row)))
  if (rows.length === 0) return []
  const positions = rows.map((row) => {
    const position = (lasts.get(nameOf(row)) ?? 0n) + 1n
    lasts.set(nameOf(row), position)
    return position
  })
  const seqs = rows.map(({ seq }) => seq)
  const ends = [...columnsOf(feeds), feeds.map((feed) => lasts.get(nameOf(feed)))]
  const moved = [
    ...[...columnsOf(rows), positions, rows.map(({ tipo }) => tipo)],
    ...[rows.map(({ about }) => about), rows.map(({ at }) => at)],
    rows.map(({ datos }) => datos && JSON.stringify(datos)),
  ]
  if (companyId === undefined) await tx.run(MOVE, [...moved, seqs, ...ends])
  else {
    await tx.commitWith(
      { sql: TELL, values: moved },
      { sql: OWE, values: [...moved, companyId] },
      { sql: OWE_OWNERS, values: [...moved, companyId] },
      { sql: TAKE, values: [companyId, seqs] },
      { sql: END, values: [...ends, companyId] },
    )
  }
  return rows
}

const nameOf = ({ company_id, ambiente }: OfFeed) => `${company_id}/${ambiente}`

const columnsOf = (feeds: readonly OfFeed[]) => [
  feeds.map(({ company_id }) => company_id),
  feeds.map(({ ambiente }) => ambiente),
]

/** Makes the feeds that are not there yet. */
const beginSql = (among: string) => `
  insert into feeds (company_id, ambiente) /* reads 4000: one for each row of a batch */
  select w.* from unnest($1::uuid[], $2::text[]) as w (company_id, ambiente)
   where not exists (
     select from feeds f where f.company_id = w.company_id and f.ambiente = w.ambiente ${among})
   order by 1, 2 on conflict do nothing`

/** The feeds without those that another process is at. */
const lockSql = (among: string) => `
  select /* reads 4000: the same */ f.company_id, f.ambiente, f.last
    from unnest($1::uuid[], $2::text[]) as w (company_id, ambiente)
    join feeds f on f.company_id = w.company_id and f.ambiente = w.ambiente ${among}
     for update of f skip locked`

/** `seq` is each document's own order. */
const oldestSql = (where: string) => `
  select seq, company_id, ambiente, tipo, about, at, datos from outbox ${where} order by seq limit $1`

const OF_ALL = { begin: beginSql(''), lock: lockSql(''), oldest: oldestSql('') }
const OF_ONE = {
  begin: beginSql('and f.company_id = $3'),
  lock: lockSql('and f.company_id = $3'),
  oldest: oldestSql('where company_id = $2'),
}

/** As commit 1 does: in a database that went back, positions would be given twice within one epoch. */
async function assertNotRestored(tx: Tx, { seen }: Pick<Fence, 'seen'>): Promise<void> {
  const mark = await tx.maybeOne<{ fenced_since: Date | null; alive_at: Date }>(
    'select fenced_since, alive_at from database_marks',
  )
  if (mark && (mark.fenced_since || (seen && mark.alive_at < seen))) throw restored()
}

const MOVED = `
  select * from unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[], $5::uuid[], $6::timestamptz[], $7::jsonb[])
             as m (company_id, ambiente, position, tipo, about, at, datos)`

const tellSql = (source: string) => `
  insert into feed (company_id, ambiente, position, tipo, about, at, datos) ${source}`

/** Of the feeds `ends`, as rows of their names and last positions. */
const endSql = (ends: string, among: string) => `
  update feeds f set last = n.last
    from unnest(${ends}) as n (company_id, ambiente, last)
   where f.company_id = n.company_id and f.ambiente = n.ambiente ${among}`

const MOVE = `
  with taken as ( /* reads 4000: the rows of a batch */
    delete from outbox where seq = any ($8::bigint[])
  ), moved as (${MOVED}
  ), told as (${tellSql('select * from moved')}
  ), owed as (${oweSql('moved')}
  ), owed_owners as (${oweOwnersSql('moved')}
  ) ${endSql('$9::uuid[], $10::text[], $11::bigint[]', '')}`

const TELL = tellSql(MOVED)
const OWE = oweSql(`(${MOVED})`, '$8')
const OWE_OWNERS = oweOwnersSql(`(${MOVED})`, '$8')
const TAKE = 'delete from outbox where company_id = $1 and seq = any ($2::bigint[])'
const END = endSql('$1::uuid[], $2::text[], $3::bigint[]', 'and f.company_id = $4')
