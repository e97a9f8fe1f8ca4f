/**
 * Idempotency-Keys, created and stored. A named operation (a sale by its `referencia`, a correction by its
 * document) gets the same key after a crash, as long as the service remembers it.
 */

export interface KeyEntry {
  readonly idempotencyKey: string
  /** SHA-256 of the body, in hexadecimal: a corrected body is another attempt with its own key. */
  readonly bodyHash: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** `open`: possibly done. `done`: done. `refused`: not done, and a repeat is a new attempt. */
  readonly state: 'open' | 'done' | 'refused'
}

/**
 * Where keys are stored between calls. `write` resolves only once the entry survives a crash of this program; the
 * request is sent after that.
 */
export interface KeyStore {
  read(operation: string): Promise<KeyEntry | null>
  write(operation: string, entry: KeyEntry): Promise<void>
}

/** How long the service remembers a key (docs/wire.md#idempotency), minus a margin for clock skew. */
const LIFETIME_MS = 23 * 3_600_000
const ENTRIES_MAX = 10_000

/** Keeps the newest 10,000 while the program runs. */
export function memoryKeyStore(): KeyStore {
  const entries = new Map<string, KeyEntry>()
  return {
    read: async (operation) => entries.get(operation) ?? null,
    async write(operation, entry) {
      entries.delete(operation)
      entries.set(operation, entry)
      const oldest = entries.keys().next()
      if (entries.size > ENTRIES_MAX && !oldest.done) entries.delete(oldest.value)
    },
  }
}

/** The operation that needs a key. */
export interface Operation {
  /** The operation's name, such as `issue:F-1001`; null: each call is a separate operation. */
  readonly name: string | null
  readonly bodyHash: string
  /**
   * Whether a repeat after success is the same operation. A `referencia` identifies one sale for ever; two equal
   * returns of one document are separate.
   */
  readonly once: boolean
}

export interface TakenKey {
  readonly idempotencyKey: string
  readonly createdAt: number
  /** The entry of the same operation with the same body, if that may have been done. */
  readonly earlier: KeyEntry | null
}

/** The operation's existing key, if still usable, or a new one that is stored now. */
export async function takeKey(
  store: KeyStore,
  { name, bodyHash, once }: Operation,
  { now, fresh }: { now: number; fresh: () => string },
): Promise<TakenKey> {
  if (name === null) return { idempotencyKey: fresh(), createdAt: now, earlier: null }
  const entry = await store.read(name)
  const same = entry?.bodyHash === bodyHash ? entry : null
  const isGood =
    same !== null &&
    now - same.createdAt < LIFETIME_MS &&
    (same.state === 'open' || (same.state === 'done' && once))
  if (isGood) {
    const { idempotencyKey, createdAt } = same
    return { idempotencyKey, createdAt, earlier: same }
  }
  const idempotencyKey = fresh()
  await store.write(name, { idempotencyKey, bodyHash, createdAt: now, state: 'open' })
  const mayBeDone = once && same?.state !== 'refused'
  return { idempotencyKey, createdAt: now, earlier: mayBeDone ? same : null }
}

/** The same text for equal JSON values, in any member order, as the service compares bodies. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}

/** SHA-256 of a text, in hexadecimal. */
export async function hashOf(text: string): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
