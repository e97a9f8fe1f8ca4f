/**
 * The private keys that are open at this moment. Overlapping requests of one vault share one key:
 * OpenSSL prepares a key at its first signature, which costs as much as another one (measured: 0.53 ms
 * for an import and a signature, 0.25 for a signature alone). It shares nothing but that: every
 * request proves its own sign key, and the last one out closes.
 */
import type { KeyObject } from 'node:crypto'
import type { Encrypted } from './encrypted.ts'

interface OpenKey {
  readonly privateKey: KeyObject
  users: number
}

// Per process and not per caller: it says what is open, and is empty whenever nobody signs.
const OPEN = new Map<string, OpenKey>()

/** The key of a sealed value that the caller has just opened, and so may use. `leave` it once. */
export function enter(key: Encrypted, read: () => KeyObject): KeyObject {
  const id = idOf(key)
  const shared = OPEN.get(id)
  if (shared) {
    shared.users += 1
    return shared.privateKey
  }
  const privateKey = read()
  OPEN.set(id, { privateKey, users: 1 })
  return privateKey
}

/** Afterwards the caller holds the key no more; where it was the last, nobody does. */
export function leave(key: Encrypted): void {
  const id = idOf(key)
  const shared = OPEN.get(id)
  if (!shared) throw new Error('bug: a key was left that nobody had entered')
  shared.users -= 1
  if (shared.users === 0) OPEN.delete(id) // OpenSSL wipes its copy when the object is collected
}

/** How many vaults are open. None, when no request is signing. */
export const openVaults = (): number => OPEN.size

/** The tag authenticates row and content, so another sealing of the same row is another key. */
function idOf({ id, nonce, tag }: Encrypted): string {
  return `${id}/${Buffer.from(nonce).toString('hex')}/${Buffer.from(tag).toString('hex')}`
}
