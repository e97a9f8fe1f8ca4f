/**
 * The audit log page by page. A page verifies its own entries; the newest also those since the entry up to which the
 * chain was last verified, a bounded number at a time. `sello audit verify` verifies a chain from its first entry.
 */
import { createHmac } from 'node:crypto'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement } from '../../base/db/tx.ts'
import type { Secrets } from '../../base/secrets/secrets.ts'
import { COLUMNS, type Entry, type Row, toEntry } from './chain.ts'
import {
  BEFORE_FIRST,
  type Broken,
  type Chain,
  endOf,
  findHead,
  follows,
  keyOf,
  type Link,
  walk,
} from './verify.ts'

/** Some tens of milliseconds of one core. */
const PAGES_AT_ONCE = 5

export interface Page {
  readonly companyId: string
  /** Entries before this one; null: the newest. */
  readonly below: bigint | null
  readonly limit: number
}

/** The largest bigint: a range with an end is read from the index by every plan, "null or below" only by some. */
const PAST_ALL = '9223372036854775807'

export interface Acts {
  /** Newest first. */
  readonly acts: readonly Entry[]
  /** Whether older ones follow. */
  readonly more: boolean
  /** The first entry of those verified that does not match; null: all match. */
  readonly broken: Broken | null
  /** Entries that are verified by the next calls. */
  readonly unverified: number
}

/** A page of a company's chain. */
export async function readActs(pool: Pool, secrets: Secrets, page: Page): Promise<Acts> {
  const { companyId, below, limit } = page
  const head = await findHead(pool, companyId)
  const chain = head && { companyId, key: keyOf(secrets, companyId, head) }
  const marked = chain && below === null ? await advanceMark(pool, chain, head) : NOTHING
  const rows = await pool.many<Row>(
    `select ${COLUMNS} from audit_log where company_id = $1 and seq < coalesce($2::bigint, ${PAST_ALL})
      order by seq desc limit $3`,
    [companyId, below, limit + 1],
  )
  const newest = below === null ? (head?.seq ?? 0n) : below - 1n
  return {
    acts: rows.slice(0, limit).map((row) => toEntry(companyId, row)),
    more: rows.length > limit,
    broken: brokenIn(rows, { chain, newest, limit }) ?? marked.broken,
    unverified: marked.unverified,
  }
}

const NOTHING: Pick<Acts, 'broken' | 'unverified'> = { broken: null, unverified: 0 }

interface Expected {
  readonly chain: Chain | null
  /** The first row has this number or a later one; 0: there may be none. */
  readonly newest: bigint
  /** With more rows than this, the last one is only there for its successor's MAC. */
  readonly limit: number
}

/** `rows` are newest first. */
function brokenIn(rows: readonly Row[], { chain, newest, limit }: Expected): Broken | null {
  if (newest > (rows[0]?.seq ?? 0n)) return { seq: newest, at: null }
  const links: readonly Link[] = rows.length > limit ? rows : [...rows, BEFORE_FIRST]
  const found = rows.findLast((row, i) => {
    const before = links[i + 1]
    return before && !(chain && follows(chain, before, row))
  })
  return found ? { seq: found.seq, at: found.at } : null
}

/** Verifies onwards from the mark and moves it. */
async function advanceMark(pool: Pool, chain: Chain, head: Link): Promise<typeof NOTHING> {
  const from = await findMark(pool, chain)
  const { last, broken, isEnd } = await walk(pool, chain, { from, pages: PAGES_AT_ONCE })
  if (last.seq > from.seq) await storeMark(pool, chain, last)
  const fault = broken ?? (isEnd ? await endOf(pool, chain.companyId, { head, last }) : null)
  const unverified = fault ? 0 : Math.max(0, Number(head.seq - last.seq))
  return { broken: fault, unverified }
}

/** A mark that the chain's key did not make is ignored. */
async function findMark(db: Db, chain: Chain): Promise<Link> {
  const row = await db.maybeOne<Link & { readonly tag: Buffer }>(
    `select verified_seq as seq, verified_mac as mac, verified_tag as tag
       from audit_heads where company_id = $1 and verified_seq is not null`,
    [chain.companyId],
  )
  return row && tagOf(chain, row).equals(row.tag) ? { seq: row.seq, mac: row.mac } : BEFORE_FIRST
}

async function storeMark(pool: Pool, chain: Chain, mark: Link): Promise<void> {
  await statement(
    pool,
    `update audit_heads set verified_seq = $2, verified_mac = $3, verified_tag = $4
      where company_id = $1`,
    [chain.companyId, mark.seq, mark.mac, tagOf(chain, mark)],
  )
}

const tagOf = ({ companyId, key }: Chain, { seq, mac }: Link) =>
  createHmac('sha256', key)
    .update(JSON.stringify(['verified', companyId, `${seq}`]))
    .update(mac)
    .digest()
