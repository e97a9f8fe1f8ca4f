/** The company's own destinations: decrypting, connecting and verifying them. */
import type { CallOptions } from '../../caller.ts'
import { invalidOption, isSelloError } from '../../error.ts'
import type { Destino } from '../../generated/wire.ts'
import type { ArchivedClient } from '../../own/archive.ts'
import { decryptLocation, encryptLocation } from '../../own/encrypt-location.ts'
import { bucketProblem, type StorageLocation } from '../../own/location.ts'
import { type Platform, runtime } from '../../platform.ts'
import { bucketStore } from './bucket-store.ts'
import { folderStore } from './folder-store.ts'
import { type Store, StoreFailed } from './store.ts'

/** A destination that this key decrypts. */
export interface Destination {
  readonly destino: Destino
  readonly location: StorageLocation
  readonly store: Store
}

export interface DestinationOwner {
  readonly sello: ArchivedClient
  readonly unlockKey: string
  readonly platform?: Platform | undefined
}

/** The marker file of a destination: another company's numbers may equal ours. */
const MARK = '.sello-destino'
const PROBE_BYTES = 64

const storeOf = (location: StorageLocation, platform: Platform): Store =>
  location.kind === 'byos_folder'
    ? folderStore(location, platform.uuid)
    : bucketStore(location, platform)

/** Those that decrypt; skips those encrypted with another key. */
export async function openDestinations(
  { sello, unlockKey, platform = runtime }: DestinationOwner,
  nit: string,
  options?: CallOptions,
): Promise<readonly Destination[]> {
  const { destinos } = await sello.storage.destinations(options)
  const opened = await Promise.all(
    destinos.map(async (destino) => {
      const { id, revision, sellado } = destino
      const location = sellado && (await decryptLocation(unlockKey, { nit, id, revision }, sellado))
      return location ? [{ destino, location, store: storeOf(location, platform) }] : []
    }),
  )
  return opened.flat()
}

export interface Connecting {
  readonly label: string
  readonly location: StorageLocation
  /** The id of an existing destination whose credentials are replaced. Absent: a new one. */
  readonly id?: string | undefined
  /** Takes over a location that is marked for another destination. */
  readonly takeOver?: boolean | undefined
}

/**
 * Writes, reads, compares and deletes a file there, and stores the encrypted location with the service; it counts
 * for 30 days. Throws `StoreFailed` if that fails; then nothing was stored.
 */
export async function connectDestination(
  whose: DestinationOwner,
  { label, location, id: given, takeOver = false }: Connecting,
  options?: CallOptions,
): Promise<Destino> {
  const { sello, unlockKey, platform = runtime } = whose
  if (location.kind === 'byos_bucket') {
    const problem = bucketProblem(location.url)
    if (problem !== null) throw invalidOption('url', problem)
  }
  const id = given ?? platform.uuid()
  const { emisor } = await sello.status(options)
  const { destinos } = await sello.storage.destinations(options)
  const before = destinos.find((one) => one.id === id)
  const store = storeOf(location, platform)
  await claim(store, id, takeOver)
  await probe(store, platform)
  const revision = (before?.revision ?? 0) + 1
  const sellado = await encryptLocation(unlockKey, { nit: emisor.nit, id, revision }, location)
  await sello.storage.put(id, { kind: location.kind, label, revision, sellado }, options)
  return sello.storage.verify(id, revision, options)
}

/** After this it counts for another 30 days. Throws `StoreFailed` if it does not work. */
export async function verifyDestination(
  { sello, platform = runtime }: Pick<DestinationOwner, 'sello' | 'platform'>,
  { destino, store }: Destination,
  options?: CallOptions,
): Promise<Destino> {
  await assertMarked(store, destino)
  await probe(store, platform)
  return sello.storage.verify(destino.id, destino.revision, options)
}

/** After this it no longer counts. Its files stay; its marker is removed if the location is reachable. */
export async function endOwnDestination(
  { sello }: Pick<DestinationOwner, 'sello'>,
  { destino, store }: Destination,
  options?: CallOptions,
): Promise<void> {
  await sello.storage.end(destino.id, options)
  try {
    await store.remove(MARK)
  } catch (error) {
    if (!(error instanceof StoreFailed)) throw error // the location may be lost, which is why it is ended
  }
}

const textOf = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes).trim()

async function claim(store: Store, id: string, takeOver: boolean): Promise<void> {
  const mark = textOf(await store.get(MARK))
  if (mark !== null && mark !== id && !takeOver) {
    throw new StoreFailed(
      'Ese lugar es de otro destino, y dos empresas no comparten uno: use otra carpeta u otro prefijo. Si es suyo de antes, tómelo.',
      { code: 'marked' },
    )
  }
  if (mark !== id) await store.put(MARK, new TextEncoder().encode(`${id}\n`))
}

/** Throws if the location is not the connected one: an unmounted disk leaves an empty folder. */
export async function assertMarked(
  store: Store,
  { id, label }: Pick<Destino, 'id' | 'label'>,
): Promise<void> {
  if (textOf(await store.get(MARK)) === id) return
  throw new StoreFailed(
    `${label}: el lugar no es el que se conectó, falta su marca. Si es un disco, conéctelo; si no, conecte el destino de nuevo.`,
    { code: 'unmarked' },
  )
}

/** Writes a probe file, reads it back, compares and deletes it. */
async function probe(store: Store, platform: Platform): Promise<void> {
  const path = `DTE/.sello-${platform.uuid()}`
  const content = globalThis.crypto.getRandomValues(new Uint8Array(PROBE_BYTES))
  await store.put(path, content)
  const back = await store.get(path)
  await store.remove(path)
  const isSame = back?.length === content.length && content.every((byte, i) => byte === back[i])
  if (!isSame)
    throw new StoreFailed('Lo que se leyó no es lo que se escribió.', { code: 'altered' })
}

/** The failure of a copy, as a sentence. Rethrows bugs. */
export function problemOf(error: unknown): string {
  if (error instanceof StoreFailed || isSelloError(error)) return error.message
  throw error
}
