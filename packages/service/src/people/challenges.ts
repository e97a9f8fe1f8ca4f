/** WebAuthn challenges: each can be answered once. */
import type { Random } from '../clock.ts'
import type { Pool } from '../db/pool.ts'
import { statement } from '../db/tx.ts'
import { MINUTE_MS } from '../time/durations.ts'

export type Purpose = 'registro' | 'entrada' | 'confirmacion'

export interface Challenge {
  readonly purpose: Purpose
  /** Null at sign-in. */
  readonly personId: string | null
}

const CHALLENGE_BYTES = 32
const LIFE_MS = 5 * MINUTE_MS

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

/** Uses it up; null if it was answered, expired, or was issued to another person or for another purpose. */
export async function takeChallenge(
  pool: Pool,
  retoId: string,
  { purpose, personId }: Challenge,
  now: Date,
): Promise<string | null> {
  const [row] = await statement<{ challenge: string }>(
    pool,
    `delete from challenges
      where challenge_id = $1 and purpose = $2 and person_id is not distinct from $3 and expires_at > $4
     returning challenge`,
    [retoId, purpose, personId, now],
  )
  return row?.challenge ?? null
}
