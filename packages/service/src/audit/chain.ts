/**
 * The audit log: people's actions, one entry after the other. Each entry's MAC covers the previous one, under a key
 * that is encrypted under the master key. So write access to the database alone does not suffice to change or
 * remove an entry unnoticed.
 */
import { createHmac } from 'node:crypto'
import type { Random } from '../clock.ts'
import type { Pool } from '../db/pool.ts'
import { type Db, type Tx, transaction } from '../db/tx.ts'
import { decryptWithMasterKey, encryptColumn, type Secrets } from '../secrets/secrets.ts'

/** The chain for actions outside any company: sign-ins, operators. */
export const SERVICE_CHAIN = '00000000-0000-0000-0000-000000000000'

export interface Act {
  /** The company, or SERVICE_CHAIN. */
  readonly companyId: string
  readonly at: Date
  /** Null: an operator at a shell. */
  readonly personId: string | null
  /** Name and e-mail. */
  readonly persona: string
  readonly acto: string
  readonly sobre: string | null
  readonly detalle: Readonly<Record<string, unknown>>
  readonly peer: string | null
}

export interface Entry extends Act {
  readonly seq: bigint
}

type Sealing = { readonly secrets: Secrets; readonly random: Random }

const KEY_BYTES = 32
const FIRST_MAC = Buffer.alloc(32)

/** Appends the action to its chain, in its own transaction, before the action starts. */
export function recordAct(pool: Pool, sealing: Sealing, act: Act): Promise<void> {
  return transaction(pool, (tx) => appendAct(tx, sealing, act))
}

interface Head {
  readonly seq: bigint
  readonly mac: Buffer
  readonly key: Buffer
}

/** Locks the chain's head until the commit, so that the next entry follows this one. */
export async function appendAct(tx: Tx, { secrets, random }: Sealing, given: Act): Promise<void> {
  const act = asStored(given)
  const { companyId } = act
  const fresh = encryptColumn(
    random.bytes(KEY_BYTES),
    secrets.masterKey,
    chainKeyId(companyId),
    random,
  )
  const head = await tx.one<Head>(
    `insert into audit_heads as h (company_id, seq, mac, key) values ($1, 0, $2, $3)
     on conflict (company_id) do update set seq = h.seq returning seq, mac, key`,
    [companyId, FIRST_MAC, fresh],
  )
  const key = decryptWithMasterKey(secrets, head.key, chainKeyId(companyId))
  const seq = head.seq + 1n
  const detalle = JSON.stringify(act.detalle)
  const mac = macOf(key, head.mac, { ...act, seq }, detalle)
  await tx.run(
    `insert into audit_log (company_id, seq, at, person_id, persona, acto, sobre, detalle, peer, mac)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      companyId,
      seq,
      act.at,
      act.personId,
      act.persona,
      act.acto,
      act.sobre,
      detalle,
      act.peer,
      mac,
    ],
  )
  await tx.run('update audit_heads set seq = $2, mac = $3 where company_id = $1', [
    companyId,
    seq,
    mac,
  ])
}

interface Row {
  readonly seq: bigint
  readonly at: Date
  readonly person_id: string | null
  readonly persona: string
  readonly acto: string
  readonly sobre: string | null
  readonly detalle: string
  readonly peer: string | null
  readonly mac: Buffer
}

const COLUMNS = 'seq, at, person_id, persona, acto, sobre, detalle::text as detalle, peer, mac'

export interface Verdict {
  readonly companyId: string
  readonly entries: number
  /** The MAC of the last entry, in hex. Noted elsewhere, it later proves that nothing before it changed. */
  readonly head: string | null
  /** The first entry whose MAC does not match; null: all match. */
  readonly broken: { readonly seq: bigint; readonly at: Date | null } | null
}

/** Rows of a chain that are read at once. */
const PAGE = 1_000

/** Verifies a chain from its first entry to its head. */
export async function verifyChain(db: Db, secrets: Secrets, companyId: string): Promise<Verdict> {
  const head = await db.maybeOne<Head>(
    'select seq, mac, key from audit_heads where company_id = $1',
    [companyId],
  )
  if (!head) {
    const left = await db.maybeOne<Row>(
      `select ${COLUMNS} from audit_log where company_id = $1 order by seq limit 1`,
      [companyId],
    )
    return { companyId, entries: 0, head: null, broken: left && { seq: left.seq, at: left.at } }
  }
  const key = decryptWithMasterKey(secrets, head.key, chainKeyId(companyId))
  let mac: Buffer = FIRST_MAC
  let seq = 0n
  for (;;) {
    const rows = await db.many<Row>(
      `select ${COLUMNS} from audit_log where company_id = $1 and seq > $2 order by seq limit ${PAGE}`,
      [companyId, seq],
    )
    for (const row of rows) {
      const expected = macOf(key, mac, toEntry(companyId, row), row.detalle)
      if (row.seq !== seq + 1n || !expected.equals(row.mac) || row.seq > head.seq) {
        return {
          companyId,
          entries: Number(seq),
          head: null,
          broken: { seq: seq + 1n, at: row.at },
        }
      }
      mac = row.mac
      seq = row.seq
    }
    if (rows.length < PAGE) break
  }
  const isWhole = seq === head.seq && mac.equals(head.mac)
  return {
    companyId,
    entries: Number(seq),
    head: isWhole ? mac.toString('hex') : null,
    broken: isWhole ? null : { seq: seq + 1n, at: null },
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

/** A page of a chain, newest first, of the entries before `below`. */
export async function listActs(
  db: Db,
  page: { readonly companyId: string; readonly below: bigint | null; readonly limit: number },
): Promise<readonly Entry[]> {
  const rows = await db.many<Row>(
    `select ${COLUMNS} from audit_log where company_id = $1 and ($2::bigint is null or seq < $2)
      order by seq desc limit $3`,
    [page.companyId, page.below, page.limit],
  )
  return rows.map((row) => toEntry(page.companyId, row))
}

/** Replaces unpaired surrogates, which UTF-8 cannot store: the stored text must equal the one under the MAC. */
function asStored(act: Act): Act {
  const { persona, acto, sobre, peer } = act
  return {
    ...act,
    persona: inUtf8(persona),
    acto: inUtf8(acto),
    sobre: sobre && inUtf8(sobre),
    peer: peer && inUtf8(peer),
  }
}

const inUtf8 = (text: string) => Buffer.from(text).toString()

/** The entry as one unambiguous text. */
function macOf(key: Buffer, before: Buffer, entry: Entry, detalle: string): Buffer {
  const { companyId, seq, at, personId, persona, acto, sobre, peer } = entry
  const said = [
    companyId,
    `${seq}`,
    at.toISOString(),
    personId,
    persona,
    acto,
    sobre,
    peer,
    detalle,
  ]
  return createHmac('sha256', key).update(before).update(JSON.stringify(said)).digest()
}

function toEntry(companyId: string, row: Row): Entry {
  return {
    companyId,
    seq: row.seq,
    at: row.at,
    personId: row.person_id,
    persona: row.persona,
    acto: row.acto,
    sobre: row.sobre,
    detalle: JSON.parse(row.detalle) as Entry['detalle'],
    peer: row.peer,
  }
}

export const chainKeyId = (companyId: string) => `audit_heads/${companyId}/key`
