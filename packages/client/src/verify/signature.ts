/** The signature: RS512 over the exact bytes, with a given key. */
import type { Finding } from './finding.ts'
import { membersOf, shown } from './members.ts'

/** An issuer's key and its known data. */
export interface Certificate {
  /** Its public key, PEM (`BEGIN PUBLIC KEY`). */
  readonly publicKeyPem: string
  readonly nit?: string
  readonly ambiente?: string
  /** ISO instants. */
  readonly validFrom?: string
  readonly validTo?: string
}

type PublicKey = Awaited<ReturnType<typeof globalThis.crypto.subtle.importKey>>

const imported = new Map<string, PublicKey>()
const KEYS_MAX = 100

/** Throws a TypeError unless it is an RSA public key in PEM. */
async function importKey(pem: string): Promise<PublicKey> {
  const known = imported.get(pem)
  if (known !== undefined) return known
  const body = /-----BEGIN PUBLIC KEY-----([\s\S]+?)-----END PUBLIC KEY-----/.exec(pem)?.[1]
  if (body === undefined) throw new TypeError('no es una llave pública en PEM')
  const der = Uint8Array.from(atob(body.replaceAll(/\s/g, '')), (char) => char.charCodeAt(0))
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' }
  const key = await globalThis.crypto.subtle.importKey('spki', der, algorithm, false, ['verify'])
  if (imported.size >= KEYS_MAX) imported.clear()
  imported.set(pem, key)
  return key
}

/** The certificate whose key made the signature, or the finding. */
export async function checkSignature(
  jws: string,
  certificates: readonly Certificate[],
): Promise<{ readonly finding: Finding } | { readonly certificate: Certificate }> {
  const [header = '', payload = '', signature = ''] = jws.split('.')
  const finding = (code: Finding['code'], message: string) => ({ finding: { code, message } })
  const said = headerOf(header)
  if (said.alg !== 'RS512') {
    return finding('algorithm', `la firma no es RS512 (${shown(said.alg ?? 'sin alg')}).`)
  }
  const bytes = bytesOf(signature)
  if (bytes === null) return finding('jws_form', 'la firma no es base64url.')
  const data = new TextEncoder().encode(`${header}.${payload}`)
  for (const certificate of certificates) {
    const key = await importKey(certificate.publicKeyPem)
    const isGood = await globalThis.crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, bytes, data)
    if (isGood) return { certificate }
  }
  return finding('signature', 'la firma no es de la llave del emisor, o lo firmado fue cambiado.')
}

function headerOf(header: string): { readonly alg?: unknown } {
  try {
    return membersOf(JSON.parse(new TextDecoder().decode(bytesOf(header) ?? new Uint8Array())))
  } catch {
    return {} // not JSON: reported as a finding
  }
}

/** Null for what is no base64url. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]+$/.test(base64url) || base64url.length % 4 === 1) return null
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (char) => char.charCodeAt(0))
}
