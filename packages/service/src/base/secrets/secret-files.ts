/** The service's own secrets: configured, or created on first start in files that only their owner can read. */
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { keepFirst, readIfThere } from '../first-file.ts'
import { flushFolder } from '../flush-folder.ts'
import type { Secrets } from './secrets.ts'

const KEY_BYTES = 32

/**
 * Reads or creates both secrets, the same for every process on this data folder. Losing the master key loses the
 * stored documents; SECURITY.md says how to keep it.
 */
export async function readSecrets(config: Config): Promise<Secrets> {
  const folder = join(config.dataDir, 'secrets')
  const read = (given: string | null, name: string, file: string) =>
    readSecret(given, name, join(folder, file), folder)
  const [masterKey, ...olderMasterKeys] = await read(
    config.masterKey,
    'SELLO_MASTER_KEY',
    'master.key',
  )
  const [pepper, ...olderPeppers] = await read(config.pepper, 'SELLO_PEPPER', 'pepper.key')
  return { masterKey, olderMasterKeys, pepper, olderPeppers }
}

async function readSecret(
  given: string | null,
  name: string,
  file: string,
  folder: string,
): Promise<Known> {
  if (given !== null) return decode(given, name)
  const kept = await readIfThere(file)
  if (kept !== null) return decode(kept, file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const secret = await keepFirst(file, randomBytes(KEY_BYTES).toString('base64url'), 0o600)
  await flushFolder(dirname(folder)) // the folder's own name survives a power cut, before anything is encrypted
  return decode(secret, file)
}

/** Newest first. */
type Known = readonly [Buffer, ...Buffer[]]

/** One secret, or several while it is being changed: separated by commas in a variable, by lines in a file. */
function decode(text: string, name: string): Known {
  const [newest, ...older] = text
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => decodeOne(one, name))
  if (!newest) throw new Error(`${name} está vacío.`)
  return [newest, ...older]
}

function decodeOne(text: string, name: string): Buffer {
  const key = Buffer.from(text, 'base64url')
  if (key.length === KEY_BYTES) return key
  throw new Error(`${name} debe tener ${KEY_BYTES} bytes en base64url.`)
}
