/**
 * Browsers that a person has signed in from. Their attempts are counted separately (attempts.ts), and a first second
 * factor is set up in one that came by more than the password.
 */
import type { Random } from '../clock.ts'
import type { Db, Tx } from '../db/tx.ts'
import { DAY_MS } from '../time/durations.ts'
import { hashToken, mintToken } from './token.ts'

export const DEVICE_MS = 365 * DAY_MS

/** Returns the browser's token, reusing `known` if valid, and remembers it as the person's for a year. */
export async function rememberDevice(
  tx: Tx,
  device: {
    readonly personId: string
    readonly known: string | null
    /** By more than the password. Once true of a browser it stays so. */
    readonly vouched: boolean
    readonly now: Date
  },
  random: Random,
): Promise<string> {
  const { personId, known, vouched, now } = device
  const minted = mintToken(random)
  // A browser keeps its token only if this service issued it, so nobody can plant one before a sign-in.
  const isOurs = known !== null && (await isKnownToken(tx, known))
  const [token, hash] = isOurs ? [known, hashToken(known)] : [minted.token, minted.hash]
  await tx.run(
    `insert into devices (token_hash, person_id, created_at, expires_at, vouched) values ($1, $2, $3, $4, $5)
     on conflict (token_hash, person_id) do update
       set expires_at = excluded.expires_at, vouched = devices.vouched or excluded.vouched`,
    [hash, personId, now, new Date(now.getTime() + DEVICE_MS), vouched],
  )
  return token
}

async function isKnownToken(db: Db, token: string): Promise<boolean> {
  const { known } = await db.one<{ known: boolean }>(
    'select exists (select 1 from devices where token_hash = $1) as known',
    [hashToken(token)],
  )
  return known
}

/** Whether the person has signed in from this browser within the year; `vouched`: by more than the password. */
export async function isDeviceOf(
  db: Db,
  device: {
    readonly correo: string
    readonly token: string | null
    readonly now: Date
    readonly vouched?: true
  },
): Promise<boolean> {
  const { correo, token, now, vouched = false } = device
  const { known } = await db.one<{ known: boolean }>(
    `select exists (select 1 from devices d join people p on p.person_id = d.person_id
                     where d.token_hash = $1 and p.correo = $2 and d.expires_at > $3
                       and (d.vouched or not $4)) as known`,
    [token === null ? Buffer.alloc(32) : hashToken(token), correo, now, vouched],
  )
  return known
}
