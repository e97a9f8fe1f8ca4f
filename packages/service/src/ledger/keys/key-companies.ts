/**
 * Of which company a presented key is, before it is admitted: all of admission's statement then names that company as
 * a value, which on a cluster sends it to the one machine that has it.
 *
 * What a process has learned of a key serves only whoever presents its right secret again. Every bad key is looked up,
 * so that all of them cost the same.
 */
import type { Db } from '../../base/db/tx.ts'

export interface Presented {
  /** Null when the text is not a key; as much is read. */
  readonly keyId: string | null
  /** Hashes of the secret under each pepper. */
  readonly hashes: readonly Buffer[]
}

/** A key to read, and the hashes that it is read with. */
export interface Near {
  readonly companyId: string
  readonly keyId: string
  readonly hashes: readonly Buffer[]
}

export interface KeyCompanies {
  /**
   * The key, or a neighbour of where it would be, with hashes that are no key's: as much is read of it, and in the same
   * time, whether there is such a key or not. Null: there are no keys at all.
   */
  find(db: Db, presented: Presented): Promise<Near | null>
  /** The key was admitted: the company of a key never changes. */
  remember(presented: Presented, companyId: string): void
}

/** Replaces a missing id: it sorts among ids, and is too short to be one. */
const NO_ID = 'mmmmmmmmmmm'

/** Those that called last; a key and its company are some 200 bytes. */
const KEYS_MAX = 20_000

const NEAR = `
  select company_id as "companyId", key_id as "keyId" from key_companies
   where key_id >= least($1, (select max(key_id) from key_companies)) order by key_id limit 1`

export function createKeyCompanies(): KeyCompanies {
  const known = new Map<string, string>()
  return {
    async find(db, presented) {
      const { keyId, hashes } = presented
      const companyId = known.get(nameOf(presented))
      if (companyId !== undefined && keyId !== null) return { companyId, keyId, hashes }
      const near = await db.maybeOne<Omit<Near, 'hashes'>>(NEAR, [keyId ?? NO_ID])
      return near && { ...near, hashes: near.keyId === keyId ? hashes : hashes.map(() => NO_HASH) }
    },
    remember(presented, companyId) {
      const name = nameOf(presented)
      known.delete(name)
      known.set(name, companyId)
      for (const oldest of known.keys()) {
        if (known.size <= KEYS_MAX) break
        known.delete(oldest)
      }
    },
  }
}

const NO_HASH = Buffer.alloc(0)

const nameOf = ({ keyId, hashes: [first] }: Presented) =>
  `${keyId ?? NO_ID}/${first?.toString('base64url') ?? ''}`
