/** Random tokens that people carry: cookies, links. Only their SHA-256 is stored. */
import { createHash } from 'node:crypto'
import type { Random } from '../../base/clock.ts'

const TOKEN_BYTES = 32
const FORM = /^[A-Za-z0-9_-]{43}$/

/** A new token and the hash that is stored. */
export function mintToken(random: Random): { readonly token: string; readonly hash: Buffer } {
  const token = random.bytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** 256 random bits need no stretching. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Null for a text that cannot be a token. */
export const readToken = (text: string | undefined): string | null =>
  text !== undefined && FORM.test(text) ? text : null
