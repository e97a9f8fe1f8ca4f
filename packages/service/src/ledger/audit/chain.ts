/**
 * The audit log: people's actions, one entry after the other. Each entry's MAC covers the previous one, under a key
 * that is encrypted under the master key. So write access to the database alone does not suffice to change or
 * remove an entry unnoticed.
 */
import { createHmac } from 'node:crypto'
import type { Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { decryptWithMasterKey, encryptColumn, type Secrets } from '../../base/secrets/secrets.ts'

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

export type Sealing = { readonly secrets: Secrets; readonly random: Random }

const KEY_BYTES = 32
/** Before the first entry. */
export const FIRST_MAC = Buffer.alloc(32)

/** Who acts when and from where, as an entry states it. */
export const actorOf = (
  { now, peer }: { readonly now: Date; readonly peer: string | null },
  { personId, nombre, correo }: Readonly<Record<'personId' | 'nombre' | 'correo', string>>,
) => ({ at: now, personId, persona: `${nombre} <${correo}>`, peer })

/** Appends the action to its chain, in its own transaction, before the action starts. */
export function recordAct(pool: Pool, sealing: Sealing, act: Act): Promise<void> {
  return transaction(pool, (tx) => appendAct(tx, sealing, act))
}

export interface Head {
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

/** As it is stored: `detalle` is the text under the MAC. */
export interface Row extends Omit<Entry, 'companyId' | 'detalle'> {
  readonly detalle: string
  readonly mac: Buffer
}

export const COLUMNS =
  'seq, at, person_id as "personId", persona, acto, sobre, detalle::text as detalle, peer, mac'

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
export function macOf(key: Buffer, before: Buffer, entry: Entry, detalle: string): Buffer {
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

export function toEntry(companyId: string, { mac: _, detalle, ...row }: Row): Entry {
  return { ...row, companyId, detalle: JSON.parse(detalle) as Entry['detalle'] }
}

export const chainKeyId = (companyId: string) => `audit_heads/${companyId}/key`
