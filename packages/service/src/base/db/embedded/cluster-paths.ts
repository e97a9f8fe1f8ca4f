/** Where a cluster and its password are: in the data folder if PostgreSQL can reach it. */
import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keepFirst, readIfThere } from '../../first-file.ts'
import { type Account, accountCan } from './account.ts'

export interface ClusterPaths {
  /** The data folder, as the caller named it, resolved. */
  readonly dataDir: string
  /** The parent of the cluster: PostgreSQL's user can enter it. */
  readonly base: string
  /** PGDATA. */
  readonly cluster: string
  /** PostgreSQL's log, next to the data. */
  readonly logFile: string
}

const POINTER = 'postgres.place'
const PASSWORD = 'postgres.password'

/**
 * Creates the data folder if needed; the result is the same at every start. Under root the folder itself is made
 * traversable (0711). If a parent folder is inaccessible, the cluster goes below the shared folder and the data
 * folder keeps a pointer to it.
 */
export async function findClusterPaths(
  given: string,
  sharedDir: string,
  account: Account,
): Promise<ClusterPaths> {
  await mkdir(given, { recursive: true, mode: account ? 0o711 : 0o700 })
  const dataDir = await realpath(given)
  const base = account ? await baseFor(dataDir, sharedDir, account) : dataDir
  return {
    dataDir,
    base,
    cluster: join(base, 'postgres'),
    logFile: join(dataDir, 'postgres.log'),
  }
}

async function baseFor(
  dataDir: string,
  sharedDir: string,
  account: NonNullable<Account>,
): Promise<string> {
  const pointer = join(dataDir, POINTER)
  const known = await readIfThere(pointer)
  if (known !== null) return known
  const { mode } = await stat(dataDir)
  if ((mode & 0o011) !== 0o011) await chmod(dataDir, mode | 0o011)
  if (await accountCan(account, 'test -x "$0"', dataDir)) return dataDir

  // The random part prevents a folder that was deleted and recreated from finding the old data.
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const base = join(sharedDir, 'clusters', `${hash}-${randomBytes(4).toString('hex')}`)
  await mkdir(base, { recursive: true, mode: 0o755 })
  if (!(await accountCan(account, 'test -x "$0"', base))) {
    throw new Error(
      `PostgreSQL does not run as root, and its user can enter neither ${dataDir} nor ${base}: ` +
        'choose another data folder, or set DATABASE_URL.',
    )
  }
  const stored = await keepFirst(pointer, base, 0o644)
  if (stored !== base) await rm(base, { recursive: true })
  return stored
}

/** The password of the cluster, created at the first start; only our user can read it. */
export async function passwordOf(paths: ClusterPaths): Promise<string> {
  const file = join(paths.dataDir, PASSWORD)
  const known = await readIfThere(file)
  if (known !== null) return known
  if (await stat(paths.cluster).catch(() => null)) {
    throw new Error(
      `${file} is missing: without it nobody can log in to ${paths.cluster}. Restore it.`,
    )
  }
  return keepFirst(file, randomBytes(24).toString('base64url'), 0o600)
}

/** A password file for initdb, owned by PostgreSQL's user. The caller removes it. */
export async function lendPassword(
  paths: ClusterPaths,
  account: Account,
  password: string,
): Promise<string> {
  const file = join(paths.base, `postgres.pwfile-${randomBytes(6).toString('hex')}`)
  await writeFile(file, '', { mode: 0o600, flag: 'wx' })
  if (account) await chown(file, account.uid, account.gid)
  await writeFile(file, `${password}\n`)
  return file
}
