/**
 * API keys: `<prefix>_test_<id>.<secret><checksum>`, or `_live_`. The secret is 256 random bits (43 base64url
 * characters); the checksum detects a mistyped key, and lets secret scanners recognise ours.
 */
import { createHash } from 'node:crypto'
import type { Ambiente } from '@sello/contract'
import type { Random } from '../../base/clock.ts'

const SECRET_BYTES = 32
const ID_BYTES = 9
const CHECKSUM_CHARS = 6
/** Far longer than any key with its prefix. */
const LENGTH_MAX = 200
const FORM =
  /^([a-z][a-z0-9]*)_(test|live)_([A-Za-z0-9_-]{12})\.([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/

const WORD_OF_AMBIENTE = { '00': 'test', '01': 'live' } as const

export interface ApiKey {
  readonly keyId: string
  readonly secret: string
  readonly ambiente: Ambiente
}

/** A key's public part, as its text begins. */
export const keyName = (
  prefix: string,
  { ambiente, keyId }: { readonly ambiente: Ambiente; readonly keyId: string },
) => `${prefix}_${WORD_OF_AMBIENTE[ambiente]}_${keyId}`

/** A new key and its text, which is shown once. */
export function mintApiKey(prefix: string, ambiente: Ambiente, random: Random) {
  const keyId = random.bytes(ID_BYTES).toString('base64url')
  const secret = random.bytes(SECRET_BYTES).toString('base64url')
  const head = `${keyName(prefix, { ambiente, keyId })}.${secret}`
  return { keyId, secret, apiKey: head + checksum(head) }
}

/** Null for anything that cannot be one of our keys. A result does not mean that the key exists. */
export function parseApiKey(text: string): ApiKey | null {
  const computed = checksum(text.slice(0, LENGTH_MAX).slice(0, -CHECKSUM_CHARS)) // computed for every text, so that all take the same time
  const parts = FORM.exec(text)
  if (!parts) return null
  const [, , word, keyId = '', secret = '', check] = parts
  if (check !== computed) return null
  return { keyId, secret, ambiente: word === 'live' ? '01' : '00' }
}

function checksum(head: string): string {
  return createHash('sha256').update(head).digest('base64url').slice(0, CHECKSUM_CHARS)
}
