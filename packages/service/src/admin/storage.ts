/** Storage destinations: a folder counts once a real file was written there, read back and deleted. */
import { timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { statement } from '../db/tx.ts'
import { type Admin, companyOf, refuse } from './admin.ts'

const PROBE_BYTES = 64

export interface Destination {
  readonly destinationId: string
  readonly location: string
  readonly verifiedAt: Date
}

/** Afterwards the folder is the company's destination, verified now. Refuses one that cannot be used. */
export async function connectManagedFolder(
  admin: Admin,
  nit: string,
  folder: string,
): Promise<Destination> {
  const { companyId } = await companyOf(admin, nit)
  const location = resolve(folder)
  await probe(admin, location)
  const verifiedAt = admin.clock.now()
  const [row] = await statement<{ destination_id: string }>(
    admin.pool,
    `insert into storage_destinations (company_id, destination_id, kind, location, verified_at, created_at)
     values ($1, $2, 'managed_folder', $3, $4, $4)
     on conflict on constraint storage_destinations_location do update set verified_at = excluded.verified_at
     returning destination_id`,
    [companyId, admin.random.uuid(), location, verifiedAt],
  )
  if (!row) throw new Error('bug: a destination was stored and not returned')
  return { destinationId: row.destination_id, location, verifiedAt }
}

async function probe(admin: Admin, folder: string): Promise<void> {
  const file = join(folder, `.sello-${admin.random.uuid()}`)
  const content = admin.random.bytes(PROBE_BYTES)
  try {
    await mkdir(folder, { recursive: true })
    await writeDurably(file, content)
    const back = await readFile(file)
    await rm(file)
    if (back.length === content.length && timingSafeEqual(back, content)) return
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === undefined) throw error
    refuse('managed', `No se puede escribir, leer y borrar en ${folder} (${code}).`)
  }
  refuse('managed', `Lo que se escribió en ${folder} no es lo que se leyó.`)
}

async function writeDurably(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
