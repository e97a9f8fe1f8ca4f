/**
 * Browsers that a person has signed in from. Their attempts are counted separately (attempts.ts), a first second
 * factor is set up in one that came by more than the password, and where the second factor was given the password
 * alone does for thirty days, for roles that may (entrypoints/console/confirm.ts).
 */
import type { Random } from '../../base/clock.ts'
import type { Db, Tx } from '../../base/db/tx.ts'
import { DAY_MS } from '../../base/time/durations.ts'
import { hashToken, mintToken } from './token.ts'

export const DEVICE_MS = 365 * DAY_MS
export const REMEMBERED_MS = 30 * DAY_MS

/** Returns the browser's token, reusing `known` if valid, and remembers it as the person's for a year. */
export async function rememberDevice(
  tx: Tx,
  device: {
    readonly personId: string
    readonly known: string | null
    /** By more than the password. Once true of a browser it stays so. */
    readonly vouched: boolean
    /** The second factor was given there now: the thirty days begin. */
    readonly confirmed: boolean
    readonly now: Date
  },
  random: Random,
): Promise<string> {
  const { personId, known, vouched, confirmed, now } = device
  const minted = mintToken(random)
  // A browser keeps its token only if this service issued it, so nobody can plant one before a sign-in.
  const ofOurs = 'select 1 from devices where token_hash = $1 limit 1'
  const isOurs = known !== null && (await tx.maybeOne(ofOurs, [hashToken(known)])) !== null
  const [token, hash] = isOurs ? [known, hashToken(known)] : [minted.token, minted.hash]
  await tx.run(
    `insert into devices (token_hash, person_id, created_at, expires_at, vouched, remembered_until)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (token_hash, person_id) do update
       set expires_at = excluded.expires_at, vouched = devices.vouched or excluded.vouched,
           remembered_until = coalesce(excluded.remembered_until, devices.remembered_until)`,
    [
      ...[hash, personId, now, new Date(now.getTime() + DEVICE_MS), vouched],
      confirmed ? new Date(now.getTime() + REMEMBERED_MS) : null,
    ],
  )
  return token
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
    [token === null ? null : hashToken(token), correo, now, vouched],
  )
  return known
}

/** Whether the person gave the second factor in this browser within thirty days, and it was not forgotten since. */
export async function isRemembered(
  db: Db,
  device: { readonly personId: string; readonly token: string | null; readonly now: Date },
): Promise<boolean> {
  const { personId, token, now } = device
  if (token === null) return false
  const { remembered } = await db.one<{ remembered: boolean }>(
    `select exists (select 1 from devices
                     where token_hash = $1 and person_id = $2 and remembered_until > $3) as remembered`,
    [hashToken(token), personId, now],
  )
  return remembered
}

/** In all of the person's browsers but `kept` the second factor is asked again, also of sessions that are open. */
export async function forgetDevices(
  tx: Tx,
  personId: string,
  kept: string | null = null,
): Promise<void> {
  await tx.run(
    `update devices set remembered_until = null
      where person_id = $1 and token_hash is distinct from $2`,
    [personId, kept === null ? null : hashToken(kept)],
  )
}

/** The same in the browser of one session. */
export async function forgetDeviceOf(tx: Tx, personId: string, sessionId: string): Promise<void> {
  await tx.run(
    `update devices d set remembered_until = null from sessions s
      where s.session_id = $2 and s.person_id = $1
        and d.person_id = s.person_id and d.token_hash = s.device_hash`,
    [personId, sessionId],
  )
}
