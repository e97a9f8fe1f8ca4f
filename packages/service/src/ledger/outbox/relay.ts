/**
 * Moves rows from the outbox to their feeds and gives them positions. Whoever does it holds the lock of each feed, so
 * two of them never number one feed at once; what commits later gets a later position, however early it began. What a
 * row makes due by mail is written with it.
 */
import { Refused } from '@sello/contract'
import type { Logger } from 'pino'
import type { Pool } from '../../base/db/pool.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { oweBuyers } from '../addresses/owed.ts'
import { listOfAll, type OnSkipped, skippedInLog, takeDue } from '../cluster/due.ts'
import { type Fence, restored } from '../marks/fence.ts'
import { oweOwners } from '../owner-mails/owed.ts'

/** Rows that one transaction looks at: some ten milliseconds. */
const ROWS_MAX = 500

interface Waiting {
  readonly seq: bigint
  readonly company_id: string
  readonly ambiente: string
}

interface Row extends Waiting {
  readonly tipo: string
  readonly about: string | null
  readonly datos: object | null
  readonly at: Date
}

interface Feed extends Pick<Row, 'company_id' | 'ambiente'> {
  readonly last: bigint
}

/** Until nothing waits that this process could take. Returns how many rows it moved. */
export async function relay({ pool, fence, log }: Relaying, signal?: AbortSignal): Promise<number> {
  const tellSkipped = skippedInLog(log, 'feed')
  const onSkipped: OnSkipped = (skipped, error) => {
    if (error instanceof Refused) throw error // the database went back: that of every company
    tellSkipped(skipped, error)
  }
  const move = (waiting: readonly Waiting[]) =>
    transaction(pool, (tx) => moveRows(tx, fence, waiting))
  const batches = takeDue<Waiting, bigint>(pool, {
    limit: ROWS_MAX,
    list: ({ limit, except }) =>
      listOfAll(pool, { sql: OLDEST, values: [except, limit] }, onSkipped),
    take: (_companyId, waiting) => move(waiting),
    takeAll: (_companyIds, waiting) => move(waiting),
    onSkipped,
  })
  let count = 0
  for await (const moved of batches) {
    count += moved.length
    if (signal?.aborted) break
  }
  return count
}

interface Relaying {
  readonly pool: Pool
  readonly fence: Pick<Fence, 'seen'>
  readonly log: Pick<Logger, 'error'>
}

const OLDEST = (among: string) => `
  select seq, company_id, ambiente from outbox
   where company_id <> all ($1::uuid[]) ${among} order by seq limit $2`

/** Every statement names the companies: a cluster asks one at a time, and then the machine that has it alone. */
async function moveRows(tx: Tx, fence: Pick<Fence, 'seen'>, waiting: readonly Waiting[]) {
  const feeds = await lockFeeds(tx, waiting)
  if (feeds.length === 0) return []
  await assertNotRestored(tx, fence)
  const lasts = new Map(feeds.map((feed) => [nameOf(feed), feed.last]))
  const newest = waiting.reduce((max, { seq }) => (seq > max ? seq : max), 0n)
  // What was listed before the lock, another process may have moved.
  const rows = (await tx.many<Row>(TAKE, [...columnsOf(feeds), newest])).toSorted(bySeq)
  if (rows.length === 0) return []
  const positions = rows.map((row) => {
    const position = (lasts.get(nameOf(row)) ?? 0n) + 1n
    lasts.set(nameOf(row), position)
    return position
  })
  await tx.run(TELL, [
    ...[rows.map(({ company_id }) => company_id), rows.map(({ ambiente }) => ambiente), positions],
    ...[rows.map(({ tipo }) => tipo), rows.map(({ about }) => about), rows.map(({ at }) => at)],
    rows.map(({ datos }) => datos && JSON.stringify(datos)),
  ])
  await oweBuyers(tx, rows)
  await oweOwners(tx, rows)
  const ends = feeds.map((feed) => lasts.get(nameOf(feed)))
  await tx.commitWith({ sql: MOVE_ENDS, values: [...columnsOf(feeds), ends] })
  return rows.map(({ seq }) => seq)
}

const nameOf = ({ company_id, ambiente }: Pick<Row, 'company_id' | 'ambiente'>) =>
  `${company_id}/${ambiente}`

/** `seq` is each document's own order. */
const bySeq = (a: Row, b: Row) => (a.seq < b.seq ? -1 : 1)

/** The feeds of these rows, without those that another process is at. */
async function lockFeeds(tx: Tx, waiting: readonly Waiting[]): Promise<readonly Feed[]> {
  const wanted = columnsOf([...new Map(waiting.map((row) => [nameOf(row), row])).values()])
  const locked = await tx.many<Feed>(LOCK, wanted)
  if (locked.length === wanted[0]?.length) return locked
  await tx.run(BEGIN, wanted)
  return tx.many<Feed>(LOCK, wanted)
}

const columnsOf = (feeds: readonly Pick<Row, 'company_id' | 'ambiente'>[]) =>
  [feeds.map(({ company_id }) => company_id), feeds.map(({ ambiente }) => ambiente)] as const

const LOCK = `
  select /* reads 4000: one for each row of a batch */ f.company_id, f.ambiente, f.last
    from unnest($1::uuid[], $2::text[]) as w (company_id, ambiente)
    join feeds f on f.company_id = w.company_id and f.ambiente = w.ambiente
   where f.company_id = any ($1)
   order by 1, 2 for update of f skip locked`

const BEGIN = `
  insert into feeds (company_id, ambiente) /* reads 4000: the same */
  select company_id, ambiente from unnest($1::uuid[], $2::text[]) as w (company_id, ambiente)
   order by 1, 2 on conflict do nothing`

/** As commit 1 does: in a database that went back, positions would be given twice within one epoch. */
async function assertNotRestored(tx: Tx, { seen }: Pick<Fence, 'seen'>): Promise<void> {
  const mark = await tx.maybeOne<{ fenced_since: Date | null; alive_at: Date }>(
    'select fenced_since, alive_at from database_marks',
  )
  if (mark && (mark.fenced_since || (seen && mark.alive_at < seen))) throw restored()
}

/** Also what was committed since, up to the newest row of the batch: of one feed nothing earlier is passed over. */
const TAKE = `
  delete from outbox o /* reads 4000: the rows of a batch */
   using unnest($1::uuid[], $2::text[]) as f (company_id, ambiente)
   where o.company_id = any ($1) and o.company_id = f.company_id and o.ambiente = f.ambiente and o.seq <= $3
  returning o.seq, o.company_id, o.ambiente, o.tipo, o.about, o.datos, o.at`

const TELL = `
  insert into feed (company_id, ambiente, position, tipo, about, at, datos)
  select * from unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[], $5::uuid[], $6::timestamptz[], $7::jsonb[])`

const MOVE_ENDS = `
  update feeds f set last = n.last
    from unnest($1::uuid[], $2::text[], $3::bigint[]) as n (company_id, ambiente, last)
   where f.company_id = any ($1) and f.company_id = n.company_id and f.ambiente = n.ambiente`
