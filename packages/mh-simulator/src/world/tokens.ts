/** Sessions: bearer tokens in the ministry's form (JWT HS512), each with its taxpayer. */
import { createHmac } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { Random } from './random.ts'

export interface Tokens {
  /** The text already contains `Bearer `; send it back unchanged. */
  readonly issue: (nit: string) => string
  /** The taxpayer of a live token, or null. */
  readonly nitOf: (token: string) => string | null
  readonly revoke: (token: string) => void
  readonly live: () => number
}

/** Expired tokens are removed when this many are held, so a long run does not grow. */
const SWEEP_AT = 1_000

export function createTokens(clock: Clock, random: Random, lifeMs: number): Tokens {
  const secret = random(64)
  const held = new Map<string, { nit: string; expiresAt: number }>()

  function sweep(now: number): void {
    for (const [token, { expiresAt }] of held) if (expiresAt <= now) held.delete(token)
  }

  return {
    issue: (nit) => {
      const now = clock.now().getTime()
      if (held.size >= SWEEP_AT) sweep(now)
      const expiresAt = now + lifeMs
      const claims = {
        sub: nit,
        authorities: ['ROLE_USER'],
        iat: Math.floor(now / 1000),
        exp: Math.floor(expiresAt / 1000),
        jti: Buffer.from(random(9)).toString('base64url'),
      }
      const input = `${part({ alg: 'HS512' })}.${part(claims)}`
      const mac = createHmac('sha512', secret).update(input).digest('base64url')
      const token = `Bearer ${input}.${mac}`
      held.set(token, { nit, expiresAt })
      return token
    },
    nitOf: (token) => {
      const session = held.get(token)
      return session && session.expiresAt > clock.now().getTime() ? session.nit : null
    },
    revoke: (token) => {
      held.delete(token)
    },
    live: () => held.size,
  }
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
