/** Storage destinations: one counts once a real file was written there, read back and deleted. */
import { resolve } from 'node:path'
import type { ByosKind } from '@sello/contract'
import { isLoopback } from '../../base/net/origins.ts'
import {
  type Connected,
  listDestinations,
  overlapsAnothers,
  recordProblem,
  recordVerified,
  saveDestination,
} from '../../ledger/destinations/destinations.ts'
import type { DestinationLocation } from '../../ledger/destinations/location.ts'
import { listAllDestinations } from '../../ledger/destinations/own.ts'
import type { Credentials } from '../../outside/stores/bucket.ts'
import { assertOutsideOthers, makeFolder, realPathOf } from '../../outside/stores/folder-path.ts'
import type { Owner } from '../../outside/stores/marker.ts'
import { encryptCredentials, probe } from '../../outside/stores/open.ts'
import { StoreFailed } from '../../outside/stores/store.ts'
import { PROBE_RETRY_MS, verifyDestination } from '../keeping/verify.ts'
import { type Admin, companyOf, refuse } from './admin.ts'

/** The public part of a destination, without secrets. */
export interface Destination
  extends Pick<Connected, 'destinationId' | 'location' | 'verifiedAt' | 'problem'> {
  /** For a company's own destination only the label: only the caller knows its location. */
  readonly kind: Connected['kind'] | ByosKind
}

export interface ManagedBucket extends Credentials {
  /** The bucket's own address, `https://s3.example.com/documentos`, optionally followed by folders. */
  readonly url: string
}

/**
 * Connects the folder as the company's destination, verified, under its real path. Refuses an unusable folder, and
 * one that is another company's, inside it or around it.
 */
export async function connectManagedFolder(
  admin: Admin,
  nit: string,
  folder: string,
): Promise<Destination & { readonly verifiedAt: Date }> {
  const owner = await companyOf(admin, nit)
  const { companyId } = owner
  const kind = 'managed_folder'
  const location = await saidOf('managed', async () => {
    const wanted = await realPathOf(resolve(folder))
    await refuseAnothers(admin, 'managed', { companyId, kind, location: wanted })
    await assertOutsideOthers(wanted, owner)
    return makeFolder(wanted)
  })
  const destination = { kind, location, credentials: null, innerNetwork: true } as const
  return connect(admin, 'managed', { ...owner, ...destination })
}

/**
 * The same for a bucket, or a prefix in one; a repeat updates the credentials. `innerNetwork`: it may be on this
 * machine or its internal networks, which anyone with a shell there may decide.
 */
export async function connectManagedBucket(
  admin: Admin,
  nit: string,
  { url, region, accessKeyId, secretAccessKey }: ManagedBucket,
  { innerNetwork } = { innerNetwork: true },
): Promise<Destination & { readonly verifiedAt: Date }> {
  const owner = await companyOf(admin, nit)
  const { companyId } = owner
  const which = { companyId, kind: 'managed_bucket', location: bucketUrl(url) } as const
  await refuseAnothers(admin, 's3', which)
  const encrypted = encryptCredentials({ region, accessKeyId, secretAccessKey }, which, admin)
  return connect(admin, 's3', { ...owner, ...which, credentials: encrypted, innerNetwork })
}

export async function listStorage(admin: Admin, nit: string): Promise<readonly Destination[]> {
  const { companyId } = await companyOf(admin, nit)
  const managed = await listDestinations(admin.pool, companyId)
  const all = await listAllDestinations(admin.pool, companyId)
  const own = all.flatMap(({ destinationId, kind, label, verifiedAt }) =>
    label === null ? [] : [{ destinationId, kind, location: label, verifiedAt, problem: null }],
  )
  return [...managed.map(shown), ...own]
}

/** Probes every destination in use and reports each result. The successful ones count from now. */
export async function verifyStorage(admin: Admin, nit: string): Promise<readonly Destination[]> {
  const { companyId } = await companyOf(admin, nit)
  for (const destination of await listDestinations(admin.pool, companyId)) {
    await verify(admin, destination)
  }
  return listStorage(admin, nit)
}

async function verify(admin: Admin, destination: Connected): Promise<void> {
  try {
    const checkedUntil = await verifyDestination(admin, destination)
    await recordVerified(admin.pool, destination, { now: admin.clock.now(), checkedUntil })
  } catch (error) {
    if (!(error instanceof StoreFailed)) throw error
    const now = admin.clock.now()
    const at = new Date(now.getTime() + PROBE_RETRY_MS)
    await recordProblem(admin.pool, destination, { problem: error.message, now, at })
  }
}

async function connect(admin: Admin, field: string, destination: DestinationLocation & Owner) {
  await saidOf(field, () => probe(destination, admin))
  const now = admin.clock.now()
  const wanted = { destinationId: admin.random.uuid(), now }
  const destinationId = await saveDestination(admin.pool, destination, wanted)
  if (destinationId === null) refuseShared(field, destination.location)
  const { kind, location } = destination
  return { destinationId, kind, location, verifiedAt: now, problem: null }
}

/** A check before anything is created there; `saveDestination` decides. */
async function refuseAnothers(
  { pool }: Admin,
  field: string,
  destination: Pick<DestinationLocation, 'companyId' | 'kind' | 'location'>,
): Promise<void> {
  if (await overlapsAnothers(pool, destination)) refuseShared(field, destination.location)
}

function refuseShared(field: string, location: string): never {
  const why = 'es de otra empresa, está dentro de un lugar de otra o lo contiene'
  refuse(field, `${location} ${why}. Use un lugar para cada una.`)
}

function shown({ destinationId, kind, location, verifiedAt, problem }: Connected): Destination {
  return { destinationId, kind, location, verifiedAt, problem }
}

/** Reports the store's own error for the field. */
async function saidOf<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreFailed) refuse(field, error.message)
    throw error
  }
}

/**
 * A canonical address for each bucket. Plain HTTP only for a store on this machine, or the files would travel
 * unencrypted.
 */
function bucketUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isBucket = url !== null && BUCKET_PATH.test(url.pathname)
  const isPlain = url?.search === '' && url.hash === '' && url.username === ''
  if (!isBucket || !isPlain)
    refuse(
      's3',
      'Es la dirección del depósito, o de una carpeta en él: https://servidor/deposito/carpeta.',
    )
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
  if (!isSafe) refuse('s3', 'Va con https://; con http:// solo en esta misma máquina.')
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`
}

/** The bucket's name, and folders within it. */
const BUCKET_PATH =
  /^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9_][A-Za-z0-9._-]{0,99}){0,8}\/?$/
