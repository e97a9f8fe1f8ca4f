/**
 * Limits of guesses of passwords and codes, counted in the database over all processes. Nobody can lock another
 * person out: a browser that a person has signed in from has its own count, and passkeys are not counted. What is
 * stored is bounded: a row for each person, and 4,096 that all e-mails of nobody share (ADR 0098).
 */
import { createHmac } from 'node:crypto'
import type { Pool } from '../../base/db/pool.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { networkOf } from '../../base/net/network.ts'
import type { Secrets } from '../../base/secrets/secrets.ts'
import { HOUR_MS, MINUTE_MS } from '../../base/time/durations.ts'

// biome-ignore format: a table
const LIMITS = {
  // the person's own browser: its failures only slow down itself
  browser: { attempts: 10, minutes: 15 },
  // an unknown browser: this e-mail from this network, this e-mail from anywhere
  network: { attempts: 5,  minutes: 15 },
  correo:  { attempts: 50, minutes: 60 },
} as const

export interface Attempt {
  readonly correo: string
  /** Whose e-mail it is; null: nobody's. */
  readonly personId: string | null
  readonly peer: string | null
  /** The browser's token, if the person has signed in from it. */
  readonly device: string | null
}

interface Counted {
  readonly bucket: string
  /** Whether it came from a browser of the person's. */
  readonly known: boolean
  readonly at: number
}

/**
 * Counts the attempt before it is checked. Returns null, or the minutes to wait: then it is not counted and must not
 * be checked. The same statements for an e-mail of nobody.
 */
export function countAttempt(
  { pool, secrets }: { readonly pool: Pool; readonly secrets: Secrets },
  attempt: Attempt,
  now: Date,
): Promise<number | null> {
  const bucket = bucketOf(secrets, attempt)
  const known = attempt.device !== null
  return transaction(pool, async (tx) => {
    const counted = await lockCounted(tx, secrets, attempt, now)
    const same = counted.filter((one) => one.bucket === bucket)
    const strangers = counted.filter((one) => !one.known)
    const waits = known
      ? [waitOf(same, LIMITS.browser, now)]
      : [waitOf(same, LIMITS.network, now), waitOf(strangers, LIMITS.correo, now)]
    const wait = Math.max(...waits)
    if (wait > 0) return wait
    const next = [...counted, { bucket, known, at: now.getTime() }]
    await storeCounted(tx, subjectOf(secrets, attempt), next)
    return null
  })
}

/** The guess was right: resets the count of its browser, or of its network. */
export async function forgetAttempts(
  tx: Tx,
  secrets: Secrets,
  { attempt, now }: { readonly attempt: Attempt; readonly now: Date },
): Promise<void> {
  const bucket = bucketOf(secrets, attempt)
  const counted = await lockCounted(tx, secrets, attempt, now)
  const others = counted.filter((one) => one.bucket !== bucket)
  await storeCounted(tx, subjectOf(secrets, attempt), others)
}

/** The attempts of the last hour, locked until the commit: concurrent ones would both be below the limit. */
async function lockCounted(
  tx: Tx,
  secrets: Secrets,
  attempt: Attempt,
  now: Date,
): Promise<readonly Counted[]> {
  const { attempts } = await tx.one<{ attempts: readonly Counted[] }>(
    `insert into sign_in_counts as c (subject, attempts, changed_at) values ($1, '[]', $2)
     on conflict (subject) do update set changed_at = excluded.changed_at returning attempts`,
    [subjectOf(secrets, attempt), now],
  )
  return attempts.filter(({ at }) => at > now.getTime() - HOUR_MS)
}

function storeCounted(tx: Tx, subject: string, counted: readonly Counted[]): Promise<number> {
  return tx.run('update sign_in_counts set attempts = $2 where subject = $1', [
    subject,
    JSON.stringify(counted),
  ])
}

/** Minutes until there is room for another one; 0 or less: now. */
function waitOf(
  counted: readonly Counted[],
  { attempts, minutes }: (typeof LIMITS)[keyof typeof LIMITS],
  now: Date,
): number {
  const since = now.getTime() - minutes * MINUTE_MS
  const times = counted.map(({ at }) => at).sort((a, b) => b - a)
  const oldest = times[attempts - 1]
  return oldest === undefined ? 0 : Math.ceil((oldest - since) / MINUTE_MS)
}

function bucketOf(secrets: Secrets, { correo, peer, device }: Attempt): string {
  const where = device === null ? ['network', networkOf(peer ?? '')] : ['browser', device]
  return hmac(secrets, ['sign_in', correo, ...where])
    .subarray(0, 16)
    .toString('base64url')
}

/** So many that guesses, one at a time, cannot use up the limits of all of them: they would tell which e-mails exist. */
const NOBODIES = 4_096

function subjectOf(secrets: Secrets, { correo, personId }: Attempt): string {
  const slot = hmac(secrets, ['nobody', correo]).readUInt32BE() % NOBODIES
  const nobody = `00000000-0000-0000-0000-${slot.toString(16).padStart(12, '0')}`
  return personId ?? nobody
}

const hmac = (secrets: Secrets, said: readonly string[]) =>
  createHmac('sha256', secrets.pepper)
    .update(`sign_in\n${JSON.stringify(said)}`)
    .digest()
