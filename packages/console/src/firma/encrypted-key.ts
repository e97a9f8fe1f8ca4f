/**
 * A person's sign key at rest in this browser: encrypted with AES-256-GCM under a passphrase (PBKDF2) or the
 * secret of a passkey (PRF), never in plain text. Pure WebCrypto, so that it also runs in a worker.
 */

const ITERATIONS = 600_000

export interface EncryptedKey {
  readonly kind: 'frase' | 'llave'
  /** The passkey that opens it; null for a passphrase. */
  readonly credentialId: string | null
  readonly salt: Uint8Array<ArrayBuffer>
  readonly iterations: number
  readonly iv: Uint8Array<ArrayBuffer>
  readonly datos: Uint8Array<ArrayBuffer>
}

export type Secret =
  | { readonly kind: 'frase'; readonly frase: string }
  | {
      readonly kind: 'llave'
      readonly secret: Uint8Array<ArrayBuffer>
      readonly credentialId: string
    }

const text = new TextEncoder()
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

/** `binding` names person, company and environment: a key encrypted under one does not open under another. */
export async function encrypt(
  signKey: string,
  secret: Secret,
  binding: string,
): Promise<EncryptedKey> {
  const salt = random(16)
  const iv = random(12)
  const key = await keyOf(secret, salt, ITERATIONS)
  const additionalData = text.encode(binding)
  const datos = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    key,
    text.encode(signKey),
  )
  return {
    kind: secret.kind,
    credentialId: secret.kind === 'llave' ? secret.credentialId : null,
    salt,
    iterations: ITERATIONS,
    iv,
    datos: new Uint8Array(datos),
  }
}

/** The sign key, or null when the secret is wrong. */
export async function decrypt(
  encrypted: EncryptedKey,
  secret: Secret,
  binding: string,
): Promise<string | null> {
  const key = await keyOf(secret, encrypted.salt, encrypted.iterations)
  try {
    const clear = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: encrypted.iv, additionalData: text.encode(binding) },
      key,
      encrypted.datos,
    )
    return new TextDecoder().decode(clear)
  } catch (error) {
    // A wrong secret fails with this error; any other error is a bug and is rethrown.
    if (error instanceof DOMException && error.name === 'OperationError') return null
    throw error
  }
}

async function keyOf(
  secret: Secret,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<CryptoKey> {
  const usages: KeyUsage[] = ['encrypt', 'decrypt']
  if (secret.kind === 'frase') {
    const raw = text.encode(secret.frase.normalize('NFKC'))
    const base = await crypto.subtle.importKey('raw', raw, 'PBKDF2', false, ['deriveKey'])
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
    return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, usages)
  }
  const base = await crypto.subtle.importKey('raw', secret.secret, 'HKDF', false, ['deriveKey'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt, info: text.encode('sello firma local v1') }
  return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, usages)
}
