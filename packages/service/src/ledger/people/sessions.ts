/** Sessions: a random token in a cookie, and its SHA-256 in a row that people can see and end. */
import type { Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, type Tx } from '../../base/db/tx.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/time/durations.ts'
import { PERSON, type Person } from './person.ts'
import { hashToken, mintToken } from './token.ts'

export type Metodo = 'contrasena' | 'llave_de_acceso' | 'enlace' | 'invitacion'

export interface Session {
  readonly sessionId: string
  readonly personId: string
  readonly metodo: Metodo
  /** Confirmed by a second factor, a passkey or a one-time link, at its beginning or later. */
  readonly strong: boolean
  /** Begun in a browser where the second factor had been given within thirty days, and not forgotten since. */
  readonly remembered: boolean
  readonly confirmedAt: Date | null
  readonly expiresAt: Date
}

export const IDLE_MS = 12 * HOUR_MS
export const SESSION_MS = 7 * DAY_MS
/** How long one confirmation lasts. */
export const CONFIRMED_MS = 5 * MINUTE_MS
/** `used_at` has a resolution of a minute, because a write per read would be most of a read's cost. */
const TOUCH_MS = MINUTE_MS
const USER_AGENT_LENGTH = 200

export interface NewSession {
  readonly personId: string
  readonly metodo: Metodo
  readonly strong: boolean
  readonly userAgent: string | null
  readonly peer: string | null
  /** The browser's token, where it is known as the person's. */
  readonly device: string | null
  /** The browser's earlier session ends, so that a planted token does not survive the sign-in (fixation). */
  readonly before: string | null
}

/** The token of a new session. Never reuses a token that the browser sent. */
export async function beginSession(
  tx: Tx,
  { random, now }: { readonly random: Random; readonly now: Date },
  { personId, metodo, strong, userAgent, peer, device, before }: NewSession,
): Promise<string> {
  if (before !== null) {
    await tx.run('update sessions set ended_at = $2 where token_hash = $1 and ended_at is null', [
      hashToken(before),
      now,
    ])
  }
  const { token, hash } = mintToken(random)
  await tx.run(
    `insert into sessions (session_id, token_hash, person_id, metodo, strong, confirmed_at, user_agent,
                           peer, created_at, used_at, expires_at, device_hash)
     values ($1, $2, $3, $4, $5, $8, $6, $7, $8, $8, $9, $10)`,
    [
      random.uuid(),
      hash,
      personId,
      metodo,
      strong,
      userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
      peer,
      now,
      new Date(now.getTime() + SESSION_MS),
      device === null ? null : hashToken(device),
    ],
  )
  return token
}

/**
 * The active session of a cookie, and whose it is; null if it ended, expired or never existed. It is marked as used now, unless its page
 * asks by itself: an unattended one must not keep it open.
 */
export async function findSession(
  pool: Pool,
  token: string,
  now: Date,
  { unattended = false }: { readonly unattended?: boolean } = {},
): Promise<(Session & Person) | null> {
  const found = await pool.maybeOne<Session & Person & { readonly usedAt: Date }>(
    // The thirty days may run out during the session, which then goes on to its end.
    `select ${PERSON}, s.session_id as "sessionId", s.metodo, s.strong, s.confirmed_at as "confirmedAt",
            s.expires_at as "expiresAt", s.used_at as "usedAt",
            coalesce(d.remembered_until > s.created_at, false) as remembered
       from sessions s
       join people p on p.person_id = s.person_id
       left join devices d on d.token_hash = s.device_hash and d.person_id = s.person_id
      where s.token_hash = $1 and s.ended_at is null and s.expires_at > $2 and s.used_at > $3`,
    [hashToken(token), now, new Date(now.getTime() - IDLE_MS)],
  )
  if (!found) return null
  const { usedAt, ...session } = found
  if (!unattended && now.getTime() - usedAt.getTime() > TOUCH_MS) {
    await statement(pool, 'update sessions set used_at = $2 where session_id = $1', [
      session.sessionId,
      now,
    ])
  }
  return session
}

/** Until when the last confirmation covers sensitive actions; null if they need a new one. */
export function confirmedUntil({ confirmedAt }: Session, now: Date): Date | null {
  if (confirmedAt === null) return null
  const until = new Date(confirmedAt.getTime() + CONFIRMED_MS)
  return until > now ? until : null
}

/** By the password alone: the session is as strong as before. */
export async function confirmSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.run('update sessions set confirmed_at = $2 where session_id = $1', [sessionId, now])
}

/** By a second factor or a passkey, in the browser of that token. */
export async function strengthenSession(
  tx: Tx,
  sessionId: string,
  { now, device }: { readonly now: Date; readonly device: string },
): Promise<void> {
  await tx.run(
    'update sessions set confirmed_at = $2, strong = true, device_hash = $3 where session_id = $1',
    [sessionId, now, hashToken(device)],
  )
}

export interface ShownSession {
  readonly id: string
  readonly actual: boolean
  readonly metodo: Metodo
  readonly navegador: string | null
  readonly direccion: string | null
  readonly creadaEl: Date
  readonly usadaEl: Date
  readonly venceEl: Date
}

/** A person's active sessions, most recently used first. */
export function listSessions(
  db: Db,
  { personId, sessionId }: Session,
  now: Date,
): Promise<readonly ShownSession[]> {
  return db.many<ShownSession>(
    `select session_id as id, session_id = $4 as actual, metodo, user_agent as navegador,
            host(peer) as direccion, created_at as "creadaEl", used_at as "usadaEl",
            expires_at as "venceEl"
       from sessions
      where person_id = $1 and ended_at is null and expires_at > $2 and used_at > $3
      order by used_at desc, session_id`,
    [personId, now, new Date(now.getTime() - IDLE_MS), sessionId],
  )
}

/** Ends one of the person's own sessions; returns how many ended. */
export function endSession(
  tx: Tx,
  personId: string,
  sessionId: string,
  now: Date,
): Promise<number> {
  return tx.run(
    `update sessions set ended_at = $3
      where person_id = $1 and session_id = $2 and ended_at is null`,
    [personId, sessionId, now],
  )
}

/** Ends all of the person's sessions but one; null: all. */
export function endOtherSessions(
  tx: Tx,
  personId: string,
  kept: string | null,
  now: Date,
): Promise<number> {
  return tx.run(
    `update sessions set ended_at = $3
      where person_id = $1 and ended_at is null and ($2::uuid is null or session_id <> $2)`,
    [personId, kept, now],
  )
}
