/** The signature: compact JWS with one fixed header, verified with the registered key. */
import { isUtf8 } from 'node:buffer'
import { verify } from 'node:crypto'
import { type Message, refusal } from '../codes.ts'
import type { Taxpayer } from '../world/taxpayers.ts'

/** base64url of `{"alg":"RS512"}`, the only header that the official signer writes. */
const HEADER = 'eyJhbGciOiJSUzUxMiJ9'
const BASE64URL = /^[A-Za-z0-9_-]+$/

export interface Jws {
  /** `header.payload`, the signed bytes. */
  readonly input: string
  readonly header: string
  /** The payload as text, or null when it is not UTF-8. */
  readonly text: string | null
  readonly signature: Buffer
}

/** Splits a compact JWS, or returns null when the text is not one. */
export function readJws(jws: string): Jws | null {
  const [header, payload, signature, ...rest] = jws.split('.')
  if (!header || !payload || !signature || rest.length > 0) return null
  if (!BASE64URL.test(payload) || !BASE64URL.test(signature)) return null
  const bytes = Buffer.from(payload, 'base64url')
  return {
    input: jws.slice(0, header.length + 1 + payload.length),
    header,
    text: isUtf8(bytes) ? bytes.toString('utf8') : null,
    signature: Buffer.from(signature, 'base64url'),
  }
}

export function checkSignature(jws: Jws | null, taxpayer: Taxpayer): Message | null {
  if (!taxpayer.publicKey) return refusal('801')
  const valid =
    jws !== null &&
    jws.header === HEADER &&
    verify('sha512', Buffer.from(jws.input, 'latin1'), taxpayer.publicKey, jws.signature)
  return valid ? null : refusal('802')
}
