/** The secrets of webhooks (Standard Webhooks): random, encrypted at rest under the company's data key. */
import { createHmac } from 'node:crypto'
import type { Random } from '../../base/clock.ts'
import { decryptColumn, encryptColumn } from '../../base/secrets/secrets.ts'
import { DAY_MS } from '../../base/time/durations.ts'

/** As long as the HMAC's output. */
const SECRET_BYTES = 32
/** How long the secret before a rotation signs too: a day to change it in every receiver. */
export const BEFORE_MS = DAY_MS

export interface SecretOf {
  readonly companyId: string
  readonly webhookId: string
  readonly dataKey: Buffer
}

/** The secret as its receiver gets it, once, and as it is stored. */
export function newSecret(
  of: SecretOf,
  random: Random,
): { readonly text: string; readonly stored: Buffer } {
  const secret = random.bytes(SECRET_BYTES)
  return {
    text: `whsec_${secret.toString('base64')}`,
    stored: encryptColumn(secret, of.dataKey, idOf(of), random),
  }
}

export const openSecret = (of: SecretOf, stored: Buffer): Buffer =>
  decryptColumn(stored, of.dataKey, idOf(of))

const idOf = ({ companyId, webhookId }: SecretOf) => `webhooks/${companyId}/${webhookId}/secret`

export interface Signed {
  readonly id: string
  readonly body: Buffer
  /** Seconds since 1970. */
  readonly timestamp: number
}

/** The value of `webhook-signature`: one for each secret, separated by a space. */
export function signatureOf({ id, body, timestamp }: Signed, secrets: readonly Buffer[]): string {
  return secrets
    .map((secret) => {
      const hmac = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body)
      return `v1,${hmac.digest('base64')}`
    })
    .join(' ')
}
