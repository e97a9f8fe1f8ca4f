/** How a cluster is made, with a program in the place of initdb that notes what it is given. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeFolder } from '../../../../test/folder.ts'
import { until } from '../../../../test/until.ts'
import { chooseAccount } from './account.ts'
import { findClusterPaths, passwordOf } from './cluster-paths.ts'
import { type Creation, createCluster, ownerOf } from './create.ts'
import { ensureRunning } from './running.ts'

/** Notes where it is, each argument, and what is in the file of the password. */
const INITDB = `#!/bin/sh
for one in "$@"; do case "$one" in --pwfile=*) file="\${one#--pwfile=}" ;; esac; done
{ pwd; printf '%s\\n' "$@"; cat "$file"; stat -c %a "$file"; } > "$(dirname "$0")/said.txt"
`

async function creationIn(t: TestContext, program: string): Promise<Creation> {
  const base = await makeFolder('create')
  t.after(() => rm(base, { recursive: true }))
  const bin = join(base, 'bin')
  await mkdir(bin)
  const initdb = join(bin, 'initdb')
  await writeFile(initdb, program)
  await chmod(initdb, 0o755)
  const logFile = join(base, 'postgres.log')
  return {
    paths: { dataDir: base, base, cluster: join(base, 'postgres'), logFile },
    binaries: { initdb, postgres: initdb },
    ...{ account: null, password: 'clave', durable: true, isOtherVersion: false },
  }
}

const namesIn = async ({ paths }: Creation) => (await readdir(paths.base)).sort()

test('a cluster is made with passwords alone, its texts in one order everywhere, and safely', async (t) => {
  const own = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  // biome-ignore format: a table
  const rows = [
    [{},                       own],
    [{ durable: false },       [...own, '--no-sync']],
    [{ isOtherVersion: true }, ['--locale=C.UTF-8']],
  ] as const
  for (const [change, last] of rows) {
    const creation = { ...(await creationIn(t, INITDB)), ...change }
    const { base } = creation.paths
    assert.equal(await createCluster(creation), true)
    const said = await readFile(join(base, 'bin', 'said.txt'), 'utf8')
    const [where, pgdata = '', user, pwfile = '', ...others] = said.trimEnd().split('\n')
    assert.equal(where, base)
    assert.match(pgdata, new RegExp(`^--pgdata=${base}/postgres\\.new-${process.pid}-[0-9a-f]{8}$`))
    assert.equal(user, '--username=sello_admin')
    assert.match(pwfile, new RegExp(`^--pwfile=${base}/postgres\\.pwfile-[0-9a-f]{12}$`))
    const fixed = ['--auth=scram-sha-256', '--encoding=UTF8']
    assert.deepEqual(others, [...fixed, ...last, 'clave', '600'])
    assert.deepEqual(await namesIn(creation), ['bin', 'postgres'])
    assert.equal((await stat(creation.paths.cluster)).mode & 0o777, 0o700)
    assert.equal(await createCluster(creation), false, 'it is there')
  }
})

test('a cluster that cannot be made leaves nothing, and the program’s words', async (t) => {
  const creation = await creationIn(t, '#!/bin/sh\necho "no space" >&2\nexit 1\n')
  await assert.rejects(createCluster(creation), { message: 'initdb failed: no space\n' })
  assert.deepEqual(await namesIn(creation), ['bin'])
})

test('what a process that has ended left of a first start goes, and what another is making stays', async (t) => {
  const creation = await creationIn(t, INITDB)
  const other = spawn('sleep', ['600'], { stdio: 'ignore' })
  await once(other, 'spawn')
  const folderOf = (pid: number) => join(creation.paths.base, `postgres.new-${pid}-cut`)
  const [dead, own, living] = [2 ** 22 + 1, process.pid, other.pid as number].map(folderOf)
  for (const folder of [dead, own, living]) await mkdir(folder as string)
  await mkdir(join(creation.paths.base, 'postgres.new-x-cut'))
  await createCluster(creation)
  const kept = ['bin', 'postgres', basename(living as string), 'postgres.new-x-cut']
  assert.deepEqual(await namesIn(creation), kept.sort())
  other.kill('SIGKILL')
  await once(other, 'exit')
})

test('of two first starts in one process each leaves the other alone, and one cluster results', async (t) => {
  const waiting = `#!/bin/sh
while [ ! -e "$(dirname "$0")/go" ]; do sleep 0.02; done
for one in "$@"; do case "$one" in --pgdata=*) touch "\${one#--pgdata=}/PG_VERSION" ;; esac; done
`
  const creation = await creationIn(t, waiting)
  const first = createCluster(creation)
  await until('the first is made', async () => (await namesIn(creation)).some(isUnfinished))
  const second = createCluster(creation)
  await until('so is the second', async () => {
    return (await namesIn(creation)).filter(isUnfinished).length === 2
  })
  await writeFile(join(creation.paths.base, 'bin', 'go'), '')
  assert.deepEqual((await Promise.all([first, second])).sort(), [false, true])
  assert.deepEqual(await namesIn(creation), ['bin', 'postgres'])
})

const isUnfinished = (name: string) => name.startsWith('postgres.new-')

test('who is not root has all of it in the data folder, which is closed to others', async (t) => {
  const folder = await makeFolder('paths')
  t.after(() => rm(folder, { recursive: true }))
  const dataDir = join(folder, 'new', 'data')
  assert.deepEqual(await findClusterPaths(dataDir, join(folder, 'shared'), null), {
    ...{ dataDir, base: dataDir, cluster: join(dataDir, 'postgres') },
    logFile: join(dataDir, 'postgres.log'),
  })
  assert.equal((await stat(dataDir)).mode & 0o777, 0o700)
  assert.deepEqual(await readdir(folder), ['new'])
})

test('the password is made once, for its owner alone, and never for a cluster that has another', async (t) => {
  const { paths } = await creationIn(t, INITDB)
  const password = await passwordOf(paths)
  assert.match(password, /^[\w-]{32}$/)
  assert.equal(await passwordOf(paths), password)
  const file = join(paths.base, 'postgres.password')
  await rm(file)
  await mkdir(paths.cluster)
  await assert.rejects(passwordOf(paths), {
    message: `${file} is missing: without it nobody can log in to ${paths.cluster}. Restore it.`,
  })
})

test('a server that cannot start is told with its words, unless the reason passes', async (t) => {
  const passing = [
    'FATAL: lock file "postmaster.pid" already exists',
    'LOG: could not bind IPv4 address',
    'FATAL: pre-existing shared memory block is still in use',
    'HINT: If you are sure there is no old server process still running: it is still running',
  ]
  const program = `#!/bin/sh
n=$(cat "$(dirname "$0")/n" 2>/dev/null || echo 1)
echo $((n + 1)) > "$(dirname "$0")/n"
sed -n "\${n}p" "$(dirname "$0")/said.txt" >&2
`
  const creation = await creationIn(t, program)
  const { base } = creation.paths
  await mkdir(creation.paths.cluster)
  await writeFile(join(base, 'bin', 'said.txt'), `${[...passing, 'FATAL: no'].join('\n')}\n`)
  const { signal } = new AbortController()
  await assert.rejects(ensureRunning({ ...creation, port: 0, fixed: false, signal }), {
    message: 'PostgreSQL did not start: FATAL: no',
  })
  assert.equal((await readFile(join(base, 'bin', 'n'), 'utf8')).trim(), '6', 'each was tried once')
  await until('its log is whole', async () =>
    (await readFile(creation.paths.logFile, 'utf8')).endsWith('FATAL: no\n'),
  )
})

test('a server that never answers is waited for as long as it may take, and its log named', async (t) => {
  const creation = await creationIn(t, '#!/bin/sh\nexec sleep 3\n')
  await mkdir(creation.paths.cluster)
  const { signal } = new AbortController()
  const asked = { ...creation, port: 0, fixed: false, signal, patienceMs: 100 }
  await assert.rejects(ensureRunning(asked), {
    message: `PostgreSQL has not answered for 0.1 s; see ${creation.paths.logFile}`,
  })
})

const account = await chooseAccount() // null when we are not root
const skip = account ? false : 'needs root: nobody else can run a program as another user'

test('root: a place that the database’s user cannot enter is refused, with both that were tried', {
  skip,
}, async (t) => {
  const closed = await makeFolder('closed')
  t.after(() => rm(closed, { recursive: true }))
  const [data, shared] = [join(closed, 'data'), join(closed, 'shared')]
  const hash = `${shared}/clusters/[0-9a-f]{16}-[0-9a-f]{8}`
  const message = new RegExp(
    `^PostgreSQL does not run as root, and its user can enter neither ${data} nor ${hash}: choose another data folder, or set DATABASE_URL\\.$`,
  )
  await assert.rejects(findClusterPaths(data, shared, account), { message })
})

test('root: folders that are made for the data are passed through by the database’s user', {
  skip,
}, async (t) => {
  const folder = await makeFolder('made')
  t.after(() => rm(folder, { recursive: true }))
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'new', 'data')
  const { base } = await findClusterPaths(dataDir, join(folder, 'shared'), account)
  assert.equal(base, dataDir)
  for (const one of ['new', 'new/data'])
    assert.equal((await stat(join(folder, one))).mode & 0o777, 0o711, one)
})

test('root: starts at once below a closed folder have one place elsewhere, to which a file points', {
  skip,
}, async (t) => {
  const folder = await makeFolder('elsewhere')
  t.after(() => rm(folder, { recursive: true }))
  await chmod(folder, 0o755)
  const [closed, shared] = [join(folder, 'closed'), join(folder, 'shared')]
  await mkdir(closed, { mode: 0o700 })
  const dataDir = join(closed, 'data')
  const find = async () => (await findClusterPaths(dataDir, shared, account)).base
  const [place = '', ...others] = new Set(await Promise.all([1, 2, 3, 4].map(find)))
  assert.deepEqual([others, await find()], [[], place])
  assert.deepEqual(await readdir(join(shared, 'clusters')), [basename(place)])
  const pointer = join(dataDir, 'postgres.place')
  assert.deepEqual(
    [await readFile(pointer, 'utf8'), (await stat(pointer)).mode & 0o777],
    [`${place}\n`, 0o644],
  )
})

test('root: a cluster runs as whoever made it, and one of root’s becomes the account’s', {
  skip,
}, async (t) => {
  assert.ok(account)
  const cluster = await makeFolder('owner')
  t.after(() => rm(cluster, { recursive: true }))
  const file = join(cluster, 'PG_VERSION')
  await writeFile(file, '18')
  const ownersOf = async () =>
    (await Promise.all([cluster, file].map((one) => stat(one)))).map(({ uid, gid }) => [uid, gid])
  assert.equal(await ownerOf(cluster, null), null)
  assert.deepEqual(await ownersOf(), [
    [0, 0],
    [0, 0],
  ])
  assert.deepEqual(await ownerOf(join(cluster, 'none'), account), account)
  assert.deepEqual(await ownerOf(cluster, account), account)
  const { uid, gid } = account
  assert.deepEqual(await ownersOf(), [
    [uid, gid],
    [uid, gid],
  ])
  await chown(cluster, 12_345, 12_346)
  assert.deepEqual(await ownerOf(cluster, account), { uid: 12_345, gid: 12_346 })
})
