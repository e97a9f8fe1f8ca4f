/**
 * The private key in the form that the vault stores: the components of a JWK, which Node imports in microseconds. A
 * PKCS#8 file would take a third of a millisecond per document.
 */
import { createPrivateKey, type KeyObject } from 'node:crypto'

const MEMBERS = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] as const

/** An RSA private key (RFC 7518, 6.3) without other members. */
export type RsaPrivateJwk = { readonly kty: 'RSA' } & Readonly<
  Record<(typeof MEMBERS)[number], string>
>

/** Extracts the key's own members from a KeyObject. */
export function toPrivateJwk(key: KeyObject): RsaPrivateJwk {
  return pick(key.export({ format: 'jwk' }))
}

/** The bytes to encrypt: only the key's own members. The caller zeroes them. */
export function writePrivateJwk(jwk: RsaPrivateJwk): Buffer {
  return Buffer.from(JSON.stringify(pick(jwk)))
}

/** The key, or null if the bytes are not one. Gives no reason, because Node's errors quote their input. */
export function readPrivateJwk(bytes: Buffer): KeyObject | null {
  try {
    return createPrivateKey({ key: pick(JSON.parse(bytes.toString())), format: 'jwk' })
  } catch {
    return null
  }
}

function pick(jwk: Readonly<Record<string, unknown>>): RsaPrivateJwk {
  if (jwk.kty !== 'RSA') throw new Error('bug: not an RSA private key')
  const members = MEMBERS.map((name) => {
    const value = jwk[name]
    if (typeof value !== 'string') throw new Error(`bug: an RSA private key has ${name}`)
    return [name, value] as const
  })
  return { kty: 'RSA', ...Object.fromEntries(members) } as RsaPrivateJwk
}
