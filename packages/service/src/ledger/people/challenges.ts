/** WebAuthn challenges: each can be answered once. */
import type { Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { hashesOf, type Secrets } from '../../base/secrets/secrets.ts'
import { MINUTE_MS } from '../../base/time/durations.ts'

export interface Challenge {
  readonly purpose: 'registro' | 'confirmacion'
  readonly personId: string
}

const CHALLENGE_BYTES = 32
const LIFE_MS = 5 * MINUTE_MS

/** A challenge for a person who is signed in. */
export async function askChallenge(
  { pool, random }: { readonly pool: Pool; readonly random: Random },
  { purpose, personId }: Challenge,
  now: Date,
): Promise<{ readonly retoId: string; readonly challenge: Buffer }> {
  const retoId = random.uuid()
  const challenge = random.bytes(CHALLENGE_BYTES)
  await statement(
    pool,
    `insert into challenges (challenge_id, challenge, purpose, person_id, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [retoId, challenge.toString('base64url'), purpose, personId, new Date(now.getTime() + LIFE_MS)],
  )
  return { retoId, challenge }
}

/** Uses it up; none if it was answered, expired, or was issued to another person or for another purpose. */
export async function takeChallenge(
  pool: Pool,
  retoId: string,
  { purpose, personId }: Challenge,
  now: Date,
): Promise<readonly string[]> {
  const rows = await statement<{ challenge: string }>(
    pool,
    `delete from challenges
      where challenge_id = $1 and purpose = $2 and person_id = $3 and expires_at > $4
     returning challenge`,
    [retoId, purpose, personId, now],
  )
  return rows.map(({ challenge }) => challenge)
}

/**
 * A challenge to sign in with, for anybody. Nothing is stored: the id has its time, and the challenge is the id's
 * HMAC under the service's secret, so that only what this service issued can be answered.
 */
export function issueSignInChallenge(
  { secrets, random }: { readonly secrets: Secrets; readonly random: Random },
  now: Date,
): { readonly retoId: string; readonly challenge: Buffer } {
  const time = now.getTime().toString(16).padStart(12, '0')
  const retoId = `${time.slice(0, 8)}-${time.slice(8)}${random.uuid().slice(13)}`
  return { retoId, challenge: challengesOf(secrets, retoId)[0] }
}

/** What may have been issued with the id; none if it is too old. */
export function signInChallenges(secrets: Secrets, retoId: string, now: Date): readonly string[] {
  if (now.getTime() >= issuedAt(retoId) + LIFE_MS) return []
  return challengesOf(secrets, retoId.toLowerCase()).map((one) => one.toString('base64url'))
}

/** False if the challenge has served before. */
export async function useSignInChallenge(pool: Pool, retoId: string): Promise<boolean> {
  const rows = await statement(
    pool,
    `insert into answered_challenges (challenge_id, expires_at) values ($1, $2)
     on conflict (challenge_id) do nothing returning 1`,
    [retoId, new Date(issuedAt(retoId) + LIFE_MS)],
  )
  return rows.length === 1
}

const challengesOf = (secrets: Secrets, retoId: string) =>
  hashesOf(secrets, `sign-in challenge\n${retoId}`)

/** The first 48 bits are the milliseconds of the epoch. */
const issuedAt = (retoId: string) => Number.parseInt(retoId.slice(0, 13).replace('-', ''), 16)
