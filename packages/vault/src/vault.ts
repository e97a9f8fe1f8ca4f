/**
 * The signing vault. A company's private key is stored encrypted under its own data key, and the data key is
 * wrapped for each sign key and for the owner's passphrase. The vault is open only while `withSigner` runs its
 * callback, and nothing in this package keeps it longer.
 */
import { type KeyObject, sign as rsaSign } from 'node:crypto'
import { decrypt, type Encrypted, encrypt, KEY_BYTES, WrongKey } from './encrypted.ts'
import { signingInput } from './jws.ts'
import { enter, leave } from './open-keys.ts'
import { type RsaPrivateJwk, readPrivateJwk, writePrivateJwk } from './private-jwk.ts'
import { type Random, take } from './random.ts'
import { openWithSignKey } from './sign-key.ts'
import { VaultDamaged } from './vault-damaged.ts'

export interface SignedJws {
  readonly jws: string
  readonly signature: Buffer
}

/** Signs synchronously, so it may be called while a transaction is open. */
export type Sign = (payload: Uint8Array | string) => SignedJws

export interface NewVault {
  /** The encrypted private key, in its stored form. */
  readonly key: Encrypted
  /** Wrap it for everyone who may open the vault, then zero it: it is stored nowhere. */
  readonly dataKey: Buffer
}

/** Encrypts a private key under a new data key. `id` names the row of the vault. */
export function createVault(o: {
  readonly privateKeyJwk: RsaPrivateJwk
  readonly random: Random
  readonly id: string
}): NewVault {
  const plain = writePrivateJwk(o.privateKeyJwk)
  try {
    const dataKey = take(o.random, KEY_BYTES)
    return { key: encrypt(plain, dataKey, o.id, o.random), dataKey }
  } finally {
    plain.fill(0)
  }
}

/**
 * Runs `use` with the vault open, and closes it in any case. `wrap` is the vault's data key under the sign key,
 * `key` the private key under the data key. Throws `WrongSignKey` before `use` is called; `VaultDamaged` if the
 * sign key is right but the rows are not.
 */
export async function withSigner<T>(
  wrap: Encrypted,
  key: Encrypted,
  signKey: string,
  use: (sign: Sign) => Promise<T>,
): Promise<T> {
  let privateKey: KeyObject | null = openPrivateKey(key, openWithSignKey(wrap, signKey))
  try {
    return await use((payload) => {
      if (!privateKey) throw new Error('bug: signing after the vault was closed')
      const input = signingInput(payload)
      const signature = rsaSign('sha512', Buffer.from(input, 'latin1'), privateKey)
      return { jws: `${input}.${signature.toString('base64url')}`, signature }
    })
  } finally {
    privateKey = null
    leave(key)
  }
}

/**
 * Consumes the data key, which is zeroed when this returns or throws. After a return the caller must call `leave`.
 */
function openPrivateKey(key: Encrypted, dataKey: Buffer): KeyObject {
  const plain = openJwk(key, dataKey) // every user of a shared key has decrypted it too
  try {
    return enter(key, () => readKey(plain))
  } finally {
    plain.fill(0) // strings parsed from it stay until garbage collection
  }
}

function readKey(plain: Buffer): KeyObject {
  const privateKey = readPrivateJwk(plain)
  if (!privateKey) throw new VaultDamaged('what the vault holds is not a private key')
  return privateKey
}

function openJwk(key: Encrypted, dataKey: Buffer): Buffer {
  try {
    if (dataKey.length === KEY_BYTES) return decrypt(key, dataKey)
  } catch (error) {
    if (!(error instanceof WrongKey)) throw error
  } finally {
    dataKey.fill(0)
  }
  throw new VaultDamaged('the data key does not open the private key')
}
