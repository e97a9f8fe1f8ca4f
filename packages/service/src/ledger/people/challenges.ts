/**
 * WebAuthn challenges: each can be answered once. None is stored: its id has its time, and the challenge is the
 * HMAC of the id and of whom and what it is for, under the service's secret, so that only what this service issued can
 * be answered, and only there.
 */
import type { Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { hashesOf, type Secrets } from '../../base/secrets/secrets.ts'
import { MINUTE_MS } from '../../base/time/durations.ts'

/** What it is for. Anybody may sign in; the others are a person's own. */
export type Challenge =
  | { readonly purpose: 'sign-in' }
  | { readonly purpose: 'registro' | 'confirmacion'; readonly personId: string }

const LIFE_MS = 5 * MINUTE_MS

export function issueChallenge(
  { secrets, random }: { readonly secrets: Secrets; readonly random: Random },
  of: Challenge,
  now: Date,
): { readonly retoId: string; readonly challenge: Buffer } {
  const time = now.getTime().toString(16).padStart(12, '0')
  const retoId = `${time.slice(0, 8)}-${time.slice(8)}${random.uuid().slice(13)}`
  return { retoId, challenge: hashes(secrets, retoId, of)[0] }
}

/** What may have been issued with the id, for this; none if it is too old. */
export function challengesOf(
  secrets: Secrets,
  retoId: string,
  of: Challenge,
  now: Date,
): readonly string[] {
  if (now.getTime() >= issuedAt(retoId) + LIFE_MS) return []
  return hashes(secrets, retoId.toLowerCase(), of).map((one) => one.toString('base64url'))
}

/** Uses it up. False if it has served before. Call it once the answer is right: what strangers send stores nothing. */
export async function useChallenge(pool: Pool, retoId: string): Promise<boolean> {
  const rows = await statement(
    pool,
    `insert into answered_challenges (challenge_id, expires_at) values ($1, $2)
     on conflict (challenge_id) do nothing returning 1`,
    [retoId, new Date(issuedAt(retoId) + LIFE_MS)],
  )
  return rows.length === 1
}

const hashes = (secrets: Secrets, retoId: string, of: Challenge) =>
  hashesOf(
    secrets,
    `${of.purpose} challenge\n${'personId' in of ? `${of.personId}\n` : ''}${retoId}`,
  )

/** The first 48 bits are the milliseconds of the epoch. */
const issuedAt = (retoId: string) => Number.parseInt(retoId.replaceAll('-', '').slice(0, 12), 16)
