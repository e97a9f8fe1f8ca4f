/** The first start: creates a cluster, completely or not at all. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, lstat, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, spawnOptions } from './account.ts'
import type { Binaries } from './binaries.ts'
import { type ClusterPaths, lendPassword } from './cluster-paths.ts'
import { isAlive } from './postmaster.ts'

/** The role that administers the cluster and keeps it running. */
export const ADMIN = 'sello_admin'
/** The role that the service logs in as, and the database that it owns: no superuser. */
export const OWNER = 'sello'

export interface Creation {
  readonly paths: ClusterPaths
  readonly binaries: Binaries
  readonly account: Account
  readonly password: string
  /** False skips fsync: for clusters that only live for a test run. */
  readonly durable: boolean
  /** Of programs that a test names. */
  readonly isOtherVersion: boolean
}

/** True if this call created it. Two processes may race; one cluster results. */
export async function createCluster(creation: Creation): Promise<boolean> {
  const { paths } = creation
  if (await isThere(paths.cluster)) return false
  await sweepUnfinished(paths)
  const fresh = `${paths.cluster}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  making.add(basename(fresh))
  await mkdir(fresh, { mode: 0o700 })
  if (creation.account) await chown(fresh, creation.account.uid, creation.account.gid)
  await initdb(creation, fresh)
  try {
    await rename(fresh, paths.cluster)
    return true
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (await isThere(paths.cluster)) return false
    throw error
  }
}

/** The owner of the files: a cluster always runs as the user who created it. */
export async function ownerOf(cluster: string, account: Account): Promise<Account> {
  const found = await stat(cluster).catch(() => null)
  if (account === null || found === null) return account
  if (found.uid !== 0) return { uid: found.uid, gid: found.gid }
  // Restored from a backup by root.
  await promisify(execFile)('chown', ['-R', `${account.uid}:${account.gid}`, cluster])
  return account
}

/** Sorting by code point, the same on every machine and with every version of its C library. */
const BUILTIN = [
  ['--locale-provider', 'builtin'],
  ['--builtin-locale', 'C.UTF-8'],
  ['--locale', 'C'],
] as const
/** The same before PostgreSQL 17, where the system has this locale. */
const OF_THE_SYSTEM = [['--locale', 'C.UTF-8']] as const

async function initdb(creation: Creation, folder: string): Promise<void> {
  const { paths, binaries, account, password } = creation
  const pwfile = await lendPassword(paths, account, password)
  const flags = [
    ['--pgdata', folder],
    ['--username', ADMIN],
    ['--pwfile', pwfile],
    ['--auth', 'scram-sha-256'],
    ['--encoding', 'UTF8'],
    ...(creation.isOtherVersion ? OF_THE_SYSTEM : BUILTIN),
  ].map(([name, value]) => `${name}=${value}`)
  const sync = creation.durable ? [] : ['--no-sync']
  try {
    const options = { ...spawnOptions(account), cwd: paths.base }
    await promisify(execFile)(binaries.initdb, [...flags, ...sync], options)
  } catch (cause) {
    await rm(folder, { recursive: true, force: true })
    throw new Error(`initdb failed: ${(cause as { stderr?: string }).stderr ?? cause}`, { cause })
  } finally {
    await rm(pwfile, { force: true })
  }
}

/** Folders that this process is filling. Needed because in a container a dead process may have had our pid. */
const making = new Set<string>()

/** The leftovers of a process that died during its first start. */
async function sweepUnfinished(paths: ClusterPaths): Promise<void> {
  for (const name of await readdir(paths.base)) {
    const pid = Number(/^postgres\.new-(\d+)-/.exec(name)?.[1])
    if (Number.isNaN(pid) || making.has(name)) continue
    if (pid === process.pid || !isAlive(pid)) {
      await rm(join(paths.base, name), { recursive: true, force: true })
    }
  }
}

/** Refuses binaries whose major version differs from the cluster's, since the server would refuse to start. */
export async function assertVersion(cluster: string, binaries: Binaries): Promise<void> {
  const theirs = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  const { stdout } = await promisify(execFile)(binaries.postgres, ['--version'])
  const ours = /\) (\d+)/.exec(stdout)?.[1]
  if (theirs === ours) return
  throw new Error(
    `${cluster} was made by PostgreSQL ${theirs} and the embedded one is ${ours}: carry the data ` +
      'over with pg_dumpall and an empty data folder.',
  )
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null
}
