/** The service's own secrets: configured, or created on first start in files that only their owner can read. */
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, KEY_BYTES, type Keys, readKeys } from '../config.ts'
import { keepFirst, readIfThere } from '../first-file.ts'
import { flushFolder } from '../flush-folder.ts'
import type { Secrets } from './secrets.ts'

/**
 * Reads or creates both secrets, the same for every process on this data folder. Losing the master key loses the
 * stored documents; SECURITY.md says how to keep it.
 */
export async function readSecrets({ dataDir, ...given }: Config): Promise<Secrets> {
  const [masterKey, ...olderMasterKeys] = given.masterKey ?? (await keysIn(dataDir, 'master.key'))
  const [pepper, ...olderPeppers] = given.pepper ?? (await keysIn(dataDir, 'pepper.key'))
  return { masterKey, olderMasterKeys, pepper, olderPeppers }
}

async function keysIn(dataDir: string, name: string): Promise<Keys> {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  const kept = await readIfThere(file)
  if (kept !== null) return readKeys(kept, file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const secret = await keepFirst(file, randomBytes(KEY_BYTES).toString('base64url'), 0o600)
  await flushFolder(dataDir) // the folder's own name survives a power cut, before anything is encrypted
  return readKeys(secret, file)
}
