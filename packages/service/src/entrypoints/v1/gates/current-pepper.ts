/** Rehashes the key under the newest pepper: an older pepper is needed until each of its keys was used once. */
import { rehash } from '../../../ledger/keys/rehash.ts'
import { admittedOf } from '../admitted.ts'
import type { Call } from '../gate.ts'

export async function currentPepper(call: Call): Promise<undefined> {
  const { deps, presented } = call
  const key = admittedOf(call)
  const [newest] = presented?.hashes ?? []
  if (!newest) throw new Error('bug: a key without the hash that it was known by')
  if (key.pepperId === null || !newest.equals(key.secretHash)) {
    await rehash(deps.pool, deps.secrets, key, newest)
  }
  return undefined
}
