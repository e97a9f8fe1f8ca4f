/**
 * Rate limits of sign-in attempts, counted in the database across processes. Nobody can lock another person out:
 * a browser that a person has signed in from has its own count, and passkeys are not counted. An attempt is
 * recorded before it is checked, so that parallel guesses are counted.
 */
import { createHmac } from 'node:crypto'
import type { Random } from '../clock.ts'
import type { Pool } from '../db/pool.ts'
import { type Tx, transaction } from '../db/tx.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { MINUTE_MS } from '../time/durations.ts'

interface Limit {
  readonly name: 'navegador' | 'red' | 'correo' | 'direccion'
  readonly attempts: number
  readonly minutes: number
}

// biome-ignore format: a table
const LIMITS = {
  // the person's own browser: its failures only slow down itself
  navegador: { name: 'navegador', attempts: 10,  minutes: 15 },
  // an unknown browser: this e-mail from this network, this e-mail from anywhere, anybody from this network
  red:       { name: 'red',       attempts: 5,   minutes: 15 },
  correo:    { name: 'correo',    attempts: 50,  minutes: 60 },
  direccion: { name: 'direccion', attempts: 100, minutes: 60 },
} as const satisfies Record<string, Limit>

export interface Attempt {
  readonly correo: string
  readonly peer: string | null
  /** The browser's token, if the person has signed in from it. */
  readonly device: string | null
}

export interface Counted {
  /** Removed when the guess was right. */
  readonly id: string
  /** Minutes to wait; null: the guess may be checked. */
  readonly wait: number | null
}

/** Records the attempt. */
export function countAttempt(
  deps: { readonly pool: Pool; readonly secrets: Secrets; readonly random: Random },
  attempt: Attempt,
  now: Date,
): Promise<Counted> {
  const buckets = bucketsOf(deps.secrets, attempt)
  const id = deps.random.uuid()
  return transaction(deps.pool, async (tx) => {
    const waits: number[] = []
    for (const { bucket, limit } of buckets) {
      // Serialises each bucket: two concurrent counts would both be below the limit.
      await tx.run('select pg_advisory_xact_lock($1)', [bucket.readBigInt64BE()])
      const wait = await waitOf(tx, bucket, limit, now)
      if (wait !== null) waits.push(wait)
    }
    if (waits.length > 0) return { id, wait: Math.max(...waits) }
    await tx.run(
      'insert into sign_in_attempts (bucket, at, id) select unnest($1::bytea[]), $2, $3',
      [buckets.map(({ bucket }) => bucket), now, id],
    )
    return { id, wait: null }
  })
}

/** The guess was right: removes it, and resets the count of the person's own browser. */
export async function forgetAttempt(
  tx: Tx,
  secrets: Secrets,
  { id, attempt }: { readonly id: string; readonly attempt: Attempt },
): Promise<void> {
  const own = bucketsOf(secrets, attempt)
    .filter(({ limit }) => limit.name === 'navegador' || limit.name === 'red')
    .map(({ bucket }) => bucket)
  await tx.run('delete from sign_in_attempts where id = $1 or bucket = any ($2::bytea[])', [
    id,
    own,
  ])
}

async function waitOf(tx: Tx, bucket: Buffer, limit: Limit, now: Date): Promise<number | null> {
  const ms = limit.minutes * MINUTE_MS
  const row = await tx.maybeOne<{ at: Date }>(
    `select at from sign_in_attempts where bucket = $1 and at > $2 order by at desc offset $3 limit 1`,
    [bucket, new Date(now.getTime() - ms), limit.attempts - 1],
  )
  return row && Math.max(1, Math.ceil((row.at.getTime() + ms - now.getTime()) / MINUTE_MS))
}

/** Sorted, so that two attempts lock them in the same order. */
function bucketsOf(secrets: Secrets, { correo, peer, device }: Attempt) {
  const network = networkOf(peer)
  const wanted =
    device === null
      ? [
          { limit: LIMITS.red, of: [correo, network] },
          { limit: LIMITS.correo, of: [correo] },
          { limit: LIMITS.direccion, of: [network] },
        ]
      : [{ limit: LIMITS.navegador, of: [correo, device] }]
  return wanted
    .map(({ limit, of }) => ({ limit, bucket: bucketOf(secrets, [limit.name, ...of]) }))
    .sort((a, b) => Buffer.compare(a.bucket, b.bucket))
}

const bucketOf = (secrets: Secrets, said: readonly string[]) =>
  createHmac('sha256', secrets.pepper)
    .update(`sign_in\n${JSON.stringify(said)}`)
    .digest()

/** Counts by network, because the owner of one address has more: /24 of IPv4, /64 of IPv6. */
function networkOf(peer: string | null): string {
  if (peer === null) return 'unknown'
  if (!peer.includes(':')) return peer.split('.').slice(0, 3).join('.')
  const [head = ''] = peer.split('::')
  return peer.includes('::') && head.split(':').length < 4
    ? `${head}::`
    : peer.split(':').slice(0, 4).join(':')
}
