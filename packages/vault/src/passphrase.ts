/**
 * The owner's passphrase: the second way to the vault's data key, only needed to mint another sign key. A person
 * chose it, so it is stretched with scrypt (RFC 7914) and its own salt.
 */
import { scrypt } from 'node:crypto'
import { decrypt, type Encrypted, encrypt, KEY_BYTES, WrongKey } from './encrypted.ts'
import { type Random, take } from './random.ts'
import { VaultDamaged } from './vault-damaged.ts'

/** 128 MiB and about 300 ms per guess: OWASP's first recommendation for scrypt. */
export const PASSPHRASE_COST = { N: 2 ** 17, r: 8, p: 1 } as const satisfies ScryptParams
// A row with larger parameters was not written by us. scrypt takes 128 bytes for each unit of work.
const WORK_MAX = PASSPHRASE_COST.N * PASSPHRASE_COST.r
const SALT_BYTES = 16

/** Shorter ones can be guessed at any acceptable cost (NIST SP 800-63B requires 15). */
export const PASSPHRASE_CHARACTERS_MIN = 15

export interface ScryptParams {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** What is stored for a passphrase, without the passphrase itself. */
export interface PassphraseWrap {
  readonly wrap: Encrypted
  readonly salt: Uint8Array
  readonly params: ScryptParams
}

export class WrongPassphrase extends Error {
  override readonly name = 'WrongPassphrase'
}

/** The passphrase is too short. The message is for its owner. */
export class WeakPassphrase extends Error {
  override readonly name = 'WeakPassphrase'
}

/** The row that the wrap is bound to, and the cost of a guess. */
export interface Wrapping {
  readonly id: string
  readonly cost: ScryptParams
  readonly random: Random
}

/** Wraps the vault's data key for the owner. Refuses a short passphrase with `WeakPassphrase`. */
export async function wrapForPassphrase(
  dataKey: Uint8Array,
  passphrase: string,
  { id, cost, random }: Wrapping,
): Promise<PassphraseWrap> {
  if ([...normal(passphrase)].length < PASSPHRASE_CHARACTERS_MIN) {
    throw new WeakPassphrase(
      `La frase de contraseña debe tener al menos ${PASSPHRASE_CHARACTERS_MIN} caracteres.`,
    )
  }
  const salt = take(random, SALT_BYTES)
  const key = await stretch(passphrase, salt, cost)
  try {
    return { wrap: encrypt(dataKey, key, id, random), salt, params: cost }
  } finally {
    key.fill(0)
  }
}

/** The vault's data key, or `WrongPassphrase`. The caller zeroes it after use. */
export async function openWithPassphrase(
  stored: PassphraseWrap,
  passphrase: string,
): Promise<Buffer> {
  if (!isPayable(stored.params)) throw new VaultDamaged('the scrypt parameters are not ours')
  const key = await stretch(passphrase, stored.salt, stored.params)
  try {
    return decrypt(stored.wrap, key)
  } catch (error) {
    throw error instanceof WrongKey
      ? new WrongPassphrase('the passphrase does not open the vault')
      : error
  } finally {
    key.fill(0)
  }
}

/** Parameters may change over the years, so each row has its own; this accepts those that scrypt can run with. */
function isPayable({ N, r, p }: ScryptParams): boolean {
  const isWhole = [N, r, p].every((n) => Number.isInteger(n) && n > 0)
  return isWhole && N > 1 && Number.isInteger(Math.log2(N)) && N * r * p <= WORK_MAX
}

/** Unifies equivalent spellings, since keyboards encode accented letters differently. */
function normal(passphrase: string): string {
  return passphrase.normalize('NFKC')
}

function stretch(passphrase: string, salt: Uint8Array, params: ScryptParams): Promise<Buffer> {
  // WORK_MAX limits the memory; Node's own limit of 32 MiB is below what our cost needs.
  const options = { N: params.N, r: params.r, p: params.p, maxmem: Number.MAX_SAFE_INTEGER }
  return new Promise((resolve, reject) => {
    scrypt(normal(passphrase), salt, KEY_BYTES, options, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
