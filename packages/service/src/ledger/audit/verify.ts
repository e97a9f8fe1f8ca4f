/** Verifies a chain of the audit log, as a whole or onwards from an entry that was verified before. */
import type { Db } from '../../base/db/tx.ts'
import { decryptWithMasterKey, type Secrets } from '../../base/secrets/secrets.ts'
import { COLUMNS, chainKeyId, FIRST_MAC, type Head, macOf, type Row, toEntry } from './chain.ts'

export interface Verdict {
  readonly companyId: string
  readonly entries: number
  /** The MAC of the last entry, in hex. Noted elsewhere, it later proves that nothing before it changed. */
  readonly head: string | null
  /** The first entry whose MAC does not match; null: all match. */
  readonly broken: Broken | null
}

export interface Broken {
  readonly seq: bigint
  /** Null: the entry is missing. */
  readonly at: Date | null
}

/** An entry with which the chain is intact; before the first, number 0. */
export interface Link {
  readonly seq: bigint
  readonly mac: Buffer
}

export interface Chain {
  readonly companyId: string
  readonly key: Buffer
}

export const BEFORE_FIRST: Link = { seq: 0n, mac: FIRST_MAC }
/** Rows of a chain that are read at once. */
const PAGE = 1_000

/** Verifies a chain from its first entry to its head. */
export async function verifyChain(db: Db, secrets: Secrets, companyId: string): Promise<Verdict> {
  const head = await findHead(db, companyId)
  if (!head) {
    const left = await db.maybeOne<Row>(
      `select ${COLUMNS} from audit_log where company_id = $1 order by seq limit 1`,
      [companyId],
    )
    return { companyId, entries: 0, head: null, broken: left && { seq: left.seq, at: left.at } }
  }
  const chain = { companyId, key: keyOf(secrets, companyId, head) }
  const { last, broken } = await walk(db, chain, { from: BEFORE_FIRST })
  const fault = broken ?? (await endOf(db, companyId, { head, last }))
  return {
    companyId,
    entries: Number(last.seq),
    head: fault === null ? last.mac.toString('hex') : null,
    broken: fault,
  }
}

/** Every chain that has a head or an entry. */
export async function verifyChains(db: Db, secrets: Secrets): Promise<readonly Verdict[]> {
  const rows = await db.many<{ company_id: string }>(
    `select company_id from audit_heads union select company_id from audit_log order by company_id`,
  )
  const verdicts: Verdict[] = []
  for (const { company_id } of rows) verdicts.push(await verifyChain(db, secrets, company_id))
  return verdicts
}

export function findHead(db: Db, companyId: string): Promise<Head | null> {
  return db.maybeOne<Head>('select seq, mac, key from audit_heads where company_id = $1', [
    companyId,
  ])
}

export const keyOf = (secrets: Secrets, companyId: string, { key }: Pick<Head, 'key'>) =>
  decryptWithMasterKey(secrets, key, chainKeyId(companyId))

/** `last`: the last entry that follows from `from`. Absent `pages`: up to the end. */
export async function walk(
  db: Db,
  chain: Chain,
  { from, pages = Number.POSITIVE_INFINITY }: { readonly from: Link; readonly pages?: number },
): Promise<{ readonly last: Link; readonly broken: Broken | null; readonly isEnd: boolean }> {
  let last = from
  for (let page = 0; page < pages; page += 1) {
    const rows = await db.many<Row>(
      `select ${COLUMNS} from audit_log where company_id = $1 and seq > $2 order by seq limit $3`,
      [chain.companyId, last.seq, PAGE],
    )
    for (const row of rows) {
      if (!follows(chain, last, row)) {
        return { last, broken: { seq: last.seq + 1n, at: row.at }, isEnd: false }
      }
      last = row
    }
    if (rows.length < PAGE) return { last, broken: null, isEnd: true }
  }
  return { last, broken: null, isEnd: false }
}

export function follows({ companyId, key }: Chain, before: Link, row: Row): boolean {
  if (row.seq !== before.seq + 1n) return false
  return macOf(key, before.mac, toEntry(companyId, row), row.detalle).equals(row.mac)
}

/**
 * Whether the chain ends with its head: `head` was read before its entries. Entries that were added meanwhile are
 * not a fault, so the head is read again.
 */
export async function endOf(
  db: Db,
  companyId: string,
  { head, last }: { readonly head: Link; readonly last: Link },
): Promise<Broken | null> {
  const now = last.seq === head.seq ? head : ((await findHead(db, companyId)) ?? head)
  const isWhole =
    last.seq >= head.seq &&
    last.seq <= now.seq &&
    (last.seq !== now.seq || last.mac.equals(now.mac))
  return isWhole ? null : { seq: last.seq + 1n, at: null }
}
