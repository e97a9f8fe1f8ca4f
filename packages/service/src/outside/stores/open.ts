/** The storage that the service writes to, and how it is opened. */
import { timingSafeEqual } from 'node:crypto'
import { WrongKey } from '@sello/vault'
import type { Clock, Random } from '../../base/clock.ts'
import { decryptWithMasterKey, encryptColumn, type Secrets } from '../../base/secrets/secrets.ts'
import type { DestinationLocation } from '../../ledger/destinations/location.ts'
import { type Credentials, createBucket } from './bucket.ts'
import { createFolder } from './folder.ts'
import { claimStore, type Owner } from './marker.ts'
import { type Store, StoreFailed } from './store.ts'

/** What opening a store needs from its process. */
export interface Opener {
  readonly clock: Clock
  readonly random: Random
  readonly secrets: Secrets
}

/** Throws `StoreFailed` if this process lacks the master key of the credentials. */
export function openStore(
  destination: DestinationLocation,
  { clock, random, secrets }: Opener,
): Store {
  if (destination.kind === 'managed_folder') return createFolder(destination.location, random)
  if (destination.credentials === null) throw new Error('bug: a bucket without credentials')
  return createBucket(
    destination.location,
    credentialsOf(destination, destination.credentials, secrets),
    clock,
    destination,
  )
}

function credentialsOf(
  destination: DestinationLocation,
  encrypted: Buffer,
  secrets: Secrets,
): Credentials {
  try {
    return JSON.parse(
      decryptWithMasterKey(secrets, encrypted, credentialsId(destination)).toString(),
    )
  } catch (cause) {
    if (!(cause instanceof WrongKey)) throw cause
    throw new StoreFailed(
      'Sus credenciales no se abren con la llave maestra de este proceso: conéctelo de nuevo.',
      { cause },
    )
  }
}

/** Encrypts under the master key, bound to this company and this bucket. */
export function encryptCredentials(
  credentials: Credentials,
  destination: Pick<DestinationLocation, 'companyId' | 'kind' | 'location'>,
  { secrets, random }: Pick<Opener, 'secrets' | 'random'>,
): Buffer {
  const plain = Buffer.from(JSON.stringify(credentials))
  return encryptColumn(plain, secrets.masterKey, credentialsId(destination), random)
}

export const credentialsId = ({
  companyId,
  kind,
  location,
}: Pick<DestinationLocation, 'companyId' | 'kind' | 'location'>) =>
  `storage_destinations/${companyId}/${kind}/${location}/credentials`

const PROBE_BYTES = 64

/**
 * Marks the destination as the company's, writes a random file, reads it back and deletes it. Throws `StoreFailed`
 * if that fails, or if the destination is marked for another company.
 */
export async function probe(
  destination: DestinationLocation & Owner,
  opener: Opener,
): Promise<void> {
  const store = openStore(destination, opener)
  await claimStore(store, destination)
  const path = `DTE/.sello-${opener.random.uuid()}`
  const content = opener.random.bytes(PROBE_BYTES)
  await store.put([{ path, bytes: content }])
  const back = await store.get(path)
  await store.remove(path)
  if (back?.length !== content.length || !timingSafeEqual(back, content)) {
    throw new StoreFailed('Lo que se leyó no es lo que se escribió.')
  }
}
