/** An archive's destinations: decrypted once, decrypted again after a change, and re-verified in time. */
import { isSelloError } from '../../error.ts'
import type { ArchivedClient } from '../../own/archive.ts'
import type { Platform } from '../../platform.ts'
import { type Destination, openDestinations, verifyDestination } from './destinations.ts'
import { StoreFailed } from './store.ts'

/** Ten days before a verification expires, and before the status warns about it. */
const VERIFY_MS = 20 * 24 * 3_600_000
/** A failed verification is not repeated for every document. */
const VERIFY_AGAIN_MS = 15 * 60_000
const COPIED_MAX = 10_000

export interface DestinationSet {
  /** Loads the destinations. Reports to `note` what prevents their verification. */
  open(sello: ArchivedClient, note: (error: unknown) => void): Promise<void>
  all(): readonly Destination[]
  ids(): readonly string[]
  /** Drops the loaded destinations if `work` fails because of them. */
  guard(work: () => Promise<void>): Promise<void>
  none(): StoreFailed
  /** Notes what this program has copied, because a search by day finds it again. */
  copied(name: string): void
  wasCopied(name: string): boolean
}

export function createDestinationSet(
  options: { readonly unlockKey: string; readonly destinations?: readonly string[] | undefined },
  platform: Platform,
): DestinationSet {
  const { unlockKey, destinations: wanted } = options
  const copied = new Set<string>()
  const triedAt = new Map<string, number>()
  let opened: readonly Destination[] | null = null

  function isDue({ destino }: Destination): boolean {
    const { id, verificadoEl } = destino
    const now = platform.now()
    const isOld = verificadoEl === null || now - Date.parse(verificadoEl) > VERIFY_MS
    return isOld && now - (triedAt.get(id) ?? Number.NEGATIVE_INFINITY) > VERIFY_AGAIN_MS
  }

  return {
    async open(sello, note) {
      if (opened === null || opened.length === 0) {
        const { emisor } = await sello.status()
        const all = await openDestinations({ sello, unlockKey, platform }, emisor.nit)
        opened = all.filter(({ destino }) => wanted?.includes(destino.id) ?? true)
      }
      for (const one of opened.filter(isDue)) {
        triedAt.set(one.destino.id, platform.now())
        try {
          const destino = await verifyDestination({ sello, platform }, one)
          opened = opened.map((other) => (other === one ? { ...one, destino } : other))
        } catch (error) {
          note(error)
        }
      }
    },
    all: () => opened ?? [],
    ids: () => (opened ?? []).map(({ destino }) => destino.id),
    async guard(work) {
      try {
        await work()
      } catch (error) {
        // Its credentials may have been replaced, or it has ended.
        const isOurs = isSelloError(error, 'validation_failed') && error.details.syncRequired
        if (error instanceof StoreFailed || isOurs) opened = null
        throw error
      }
    },
    none: () =>
      new StoreFailed(
        'La llave de apertura no abre ningún destino de esta empresa: conecte uno con ella.',
      ),
    copied(name) {
      copied.add(name)
      const oldest = copied.values().next()
      if (copied.size > COPIED_MAX && !oldest.done) copied.delete(oldest.value)
    },
    wasCopied: (name) => copied.has(name),
  }
}
