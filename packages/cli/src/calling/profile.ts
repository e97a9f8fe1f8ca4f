/**
 * Profiles: the address of a service and the keys to call it with, in a file that only its owner can read. A
 * file that others can read is refused.
 */
import { chmod, mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CliError, usage } from '../exit.ts'
import type { Io } from '../io.ts'

export interface Profile {
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly signKey?: string | undefined
  /** Decrypts the company's own destinations locally; it is never sent. */
  readonly unlockKey?: string | undefined
}

export type Profiles = Readonly<Record<string, Profile>>

export const DEFAULT_PROFILE = 'default'

export function profileFile({ env }: Pick<Io, 'env'>): string {
  if (env.SELLO_PROFILES) return env.SELLO_PROFILES
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'sello/profiles.json')
}

/** Where the command keeps state for recovery after a crash: Idempotency-Keys. */
export function stateFolder({ env }: Pick<Io, 'env'>): string {
  return join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local/state'), 'sello')
}

export const checkName = (name: string) =>
  /^[\w.-]{1,50}$/.test(name)
    ? name
    : usage('El nombre de un perfil lleva letras, números, puntos o guiones; hasta 50.')

/** Empty if there is no file. Refuses a file that others can read, or that is not a list of profiles. */
export async function readProfiles(io: Pick<Io, 'env'>): Promise<Profiles> {
  const file = profileFile(io)
  try {
    const { mode } = await stat(file)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new CliError(
        'refused',
        `${file} tiene llaves y otros usuarios lo pueden leer: chmod 600 ${file}`,
      )
    }
    const { profiles } = JSON.parse(await readFile(file, 'utf8')) as { profiles: Profiles }
    if (Object.values(profiles).every(({ baseUrl }) => typeof baseUrl === 'string')) return profiles
    throw new SyntaxError('a profile without an address')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    if (error instanceof CliError || (error instanceof Error && 'code' in error)) throw error
    throw new CliError('refused', `${file} no es un archivo de perfiles.`, { cause: error })
  }
}

/** Written atomically, with mode 600 from the first byte. */
export async function writeProfiles(io: Pick<Io, 'env'>, profiles: Profiles): Promise<string> {
  const file = profileFile(io)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.new`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify({ profiles }, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await chmod(draft, 0o600)
  await rename(draft, file)
  return file
}
