/**
 * The fingerprint of a browser's public key, which the person who asks for a sign key and the owner who approves it
 * compare: each screen computes its own (ADR 0060).
 */
import { fromBase64Url } from '../base64url.ts'

/** Without the letters that are taken for digits; 32 of them. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16

/** Four groups of four, of a raw P-256 point in base64url. */
export async function huellaDe(clavePublica: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', fromBase64Url(clavePublica))
  const bytes = new Uint8Array(hash).subarray(0, LENGTH)
  const letters = Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1 ')
}
