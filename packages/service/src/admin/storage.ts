/** Storage destinations: a place counts once a real file was written there, read back and deleted. */
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isUniqueViolation } from '../db/errors.ts'
import type { Credentials } from '../storage/bucket.ts'
import {
  type Connected,
  listDestinations,
  recordProblem,
  recordVerified,
  saveDestination,
} from '../storage/destinations.ts'
import { type Place, probe, sealCredentials } from '../storage/open.ts'
import { StoreFailed } from '../storage/store.ts'
import { type Admin, companyOf, refuse } from './admin.ts'

/** What is shown of a destination: nothing that is secret. */
export type Destination = Pick<
  Connected,
  'destinationId' | 'kind' | 'location' | 'verifiedAt' | 'problem'
>

export interface ManagedBucket extends Credentials {
  /** The bucket's own address: `https://s3.example.com/documentos`. */
  readonly url: string
}

/** Tries a failed place again soon, whoever asked for the probe that failed. */
const AGAIN_MS = 15 * 60_000

/**
 * Afterwards the folder is the company's destination, verified now. Refuses one that cannot be used, and
 * one that another company has.
 */
export async function connectManagedFolder(
  admin: Admin,
  nit: string,
  folder: string,
): Promise<Destination & { readonly verifiedAt: Date }> {
  const { companyId } = await companyOf(admin, nit)
  const location = resolve(folder)
  await makeFolder(location)
  const place: Place = { companyId, kind: 'managed_folder', location, credentials: null }
  return connect(admin, 'managed', place)
}

/** The same of a bucket; a repeat brings new credentials. */
export async function connectManagedBucket(
  admin: Admin,
  nit: string,
  { url, region, accessKeyId, secretAccessKey }: ManagedBucket,
): Promise<Destination & { readonly verifiedAt: Date }> {
  const { companyId } = await companyOf(admin, nit)
  const which = { companyId, kind: 'managed_bucket', location: bucketUrl(url) } as const
  const sealed = sealCredentials({ region, accessKeyId, secretAccessKey }, which, admin)
  return connect(admin, 's3', { ...which, credentials: sealed })
}

export async function listStorage(admin: Admin, nit: string): Promise<readonly Destination[]> {
  const { companyId } = await companyOf(admin, nit)
  return (await listDestinations(admin.pool, companyId)).map(shown)
}

/** Probes every place of the company now. Says of each how it was; those that were well count from now. */
export async function verifyStorage(admin: Admin, nit: string): Promise<readonly Destination[]> {
  const { companyId } = await companyOf(admin, nit)
  for (const destination of await listDestinations(admin.pool, companyId)) {
    const problem = await problemOf(admin, destination)
    const now = admin.clock.now()
    const at = new Date(now.getTime() + AGAIN_MS)
    if (problem === null) await recordVerified(admin.pool, destination, now)
    else await recordProblem(admin.pool, destination, { problem, at })
  }
  return listStorage(admin, nit)
}

async function connect(admin: Admin, field: string, place: Place) {
  const problem = await problemOf(admin, place)
  if (problem !== null) refuse(field, problem)
  const now = admin.clock.now()
  try {
    const wanted = { destinationId: admin.random.uuid(), now }
    const destinationId = await saveDestination(admin.pool, place, wanted)
    return { ...shown({ ...place, destinationId, verifiedAt: now, problem }), verifiedAt: now }
  } catch (error) {
    if (!isUniqueViolation(error, 'storage_destinations_place')) throw error
    refuse(field, `${place.location} es de otra empresa. Use un lugar para cada una.`)
  }
}

function shown({ destinationId, kind, location, verifiedAt, problem }: Connected): Destination {
  return { destinationId, kind, location, verifiedAt, problem }
}

/** Null where the place was written, read and deleted in. */
async function problemOf(admin: Admin, place: Place): Promise<string | null> {
  try {
    await probe(place, admin)
    return null
  } catch (error) {
    if (error instanceof StoreFailed) return error.message
    throw error
  }
}

async function makeFolder(location: string): Promise<void> {
  try {
    await mkdir(location, { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    refuse('managed', `No se puede escribir, leer y borrar en ${location} (${code}).`)
  }
}

/** One spelling for each bucket. Plain HTTP is for a store on this machine: the files would travel open. */
function bucketUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isBucket = url !== null && /^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/?$/.test(url.pathname)
  const isPlain = url?.search === '' && url.hash === '' && url.username === ''
  if (!isBucket || !isPlain)
    refuse('s3', 'Es la dirección del depósito: https://servidor/deposito.')
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.hostname))
  if (!isSafe) refuse('s3', 'Va con https://; con http:// solo en esta misma máquina.')
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`
}

const isLocal = (hostname: string) => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
