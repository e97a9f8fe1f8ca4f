/**
 * The image and the systemd unit, checked against the repository; if systemd is installed it validates the unit,
 * and SELLO_TEST_DOCKER=1 builds and starts the image with an available engine.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { access, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '@sello/service'
import { parse } from 'yaml'
import { ROOT } from '../../../scripts/build/folder.ts'
import { FOLDERS, type Manifest, publishedManifest } from '../../../scripts/build/manifest.ts'
import { noteSkipped, without } from '../../../scripts/test-tools.ts'
import { run } from './cli.ts'
import { semver } from './ranges.ts'

const exec = promisify(execFile)
const UNIT = join(ROOT, 'deploy/systemd/sello.service')
const SYSTEMD = { skip: without(import.meta.url, 'systemd') }

interface Instruction {
  readonly word: string
  readonly rest: string
}

/** Joins lines that end in a backslash. */
async function dockerfile(): Promise<readonly Instruction[]> {
  const text = await readFile(join(ROOT, 'Dockerfile'), 'utf8')
  return text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
      return { word, rest: rest.trim() }
    })
}

const restsOf = (all: readonly Instruction[], wanted: string) =>
  all.filter(({ word }) => word === wanted).map(({ rest }) => rest)

/** The instructions of the last stage, which runs. */
function lastStage(all: readonly Instruction[]): readonly Instruction[] {
  return all.slice(all.findLastIndex(({ word }) => word === 'FROM'))
}

/** The instructions of each stage, by its name. */
function stagesOf(all: readonly Instruction[]): ReadonlyMap<string, readonly Instruction[]> {
  const stages = new Map<string, Instruction[]>()
  let stage: Instruction[] = []
  for (const one of all) {
    const name = one.word === 'FROM' ? / AS (\w+)$/.exec(one.rest)?.[1] : undefined
    if (one.word === 'FROM') stage = []
    if (name !== undefined) stages.set(name, stage)
    stage.push(one)
  }
  return stages
}

async function sourceManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
}

test('the image’s base versions are pinned and supported', async () => {
  const { engines } = (await sourceManifest()) as { engines?: { node: string } }
  const all = await dockerfile()
  const stages = stagesOf(all)
  const [base = ''] = restsOf(all, 'ARG')
  const [, version = ''] = /^NODE_IMAGE=node:(\d+\.\d+\.\d+)-[\w-]+$/.exec(base) ?? []
  assert.ok(semver.satisfies(version, engines?.node ?? ''), base)
  for (const from of restsOf(all, 'FROM')) {
    const [image = ''] = from.split(' ')
    assert.ok(
      /^\$\{NODE_IMAGE\}$/.test(image) || stages.has(image),
      `${from}: none by another name`,
    )
  }
})

test('the image copies only existing files, and neither installed packages nor data', async () => {
  const all = await dockerfile()
  const stages = stagesOf(all)
  for (const rest of restsOf(all, 'COPY')) {
    const [, stage] = /^--from=(\w+)/.exec(rest) ?? []
    if (stage !== undefined) {
      assert.ok(stages.has(stage), rest)
      continue
    }
    const sources = rest.split(/\s+/).slice(0, -1)
    assert.ok(sources.length > 0, rest)
    for (const source of sources) await access(join(ROOT, source))
  }
  const ignored = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).split('\n')
  for (const pattern of ['**/node_modules', '.git', '**/.sello']) {
    assert.ok(ignored.includes(pattern), pattern)
  }
})

test('the image runs the published command as an unprivileged user, on its own data folder', async () => {
  const stage = lastStage(await dockerfile())
  const words = stage.map(({ word }) => word)
  const [user = 'root'] = restsOf(stage, 'USER').slice(-1)
  const [entry] = restsOf(stage, 'ENTRYPOINT').map((rest) => JSON.parse(rest))
  const [given] = restsOf(stage, 'CMD').map((rest) => JSON.parse(rest))
  const { bin } = (await publishedManifest('sello', await sourceManifest())) as { bin?: object }
  const [[name, program] = ['', '']] = Object.entries(bin ?? {})
  const env = Object.fromEntries(
    restsOf(stage, 'ENV').flatMap((rest) => rest.split(/\s+/).map((pair) => pair.split('='))),
  )
  const settings = await readFile(join(ROOT, 'docs/configuration.md'), 'utf8')

  assert.ok(!['root', '0'].includes(user))
  assert.ok(words.lastIndexOf('USER') < words.indexOf('ENTRYPOINT'))
  assert.ok(words.lastIndexOf('RUN') < words.lastIndexOf('USER'), 'nothing is made as that user')
  assert.deepEqual(entry, [name])
  assert.ok(
    restsOf(stage, 'RUN').some((rest) => rest.includes(`/app/${program} /usr/local/bin/${name}`)),
  )
  assert.equal((await run([...given, '--help'])).code, 0, `sello ${given}`)
  assert.deepEqual(restsOf(stage, 'VOLUME'), [env.SELLO_DATA_DIR])
  assert.ok(
    restsOf(stage, 'RUN').some(
      (rest) => rest.includes(`-o ${user} `) && rest.includes(env.SELLO_DATA_DIR),
    ),
    'its data folder is the user’s',
  )
  for (const setting of Object.keys(env).filter((one) => one.startsWith('SELLO_'))) {
    assert.ok(settings.includes(`\`${setting}\``), setting)
  }
  const [port] = restsOf(stage, 'EXPOSE')
  assert.match(settings, new RegExp(`SELLO_PORT.*${port}`))
})

test('the simulator’s image runs its program as an unprivileged user, on its own data folder', async () => {
  const stage = stagesOf(await dockerfile()).get('simulator') ?? []
  const manifest = JSON.parse(await readFile(join(FOLDERS.simulator, 'package.json'), 'utf8'))
  const { bin } = (await publishedManifest('simulator', manifest)) as { bin?: object }
  const [user = 'root'] = restsOf(stage, 'USER')
  const [entry] = restsOf(stage, 'ENTRYPOINT').map((rest) => JSON.parse(rest))
  const [given] = restsOf(stage, 'CMD').map((rest) => JSON.parse(rest))
  const [volume = ''] = restsOf(stage, 'VOLUME')

  assert.ok(!['root', '0'].includes(user))
  assert.deepEqual(entry.slice(0, 2), [
    'node',
    `/app/node_modules/.bin/${Object.keys(bin ?? {})[0]}`,
  ])
  const source = await readFile(join(FOLDERS.simulator, 'src/bin.ts'), 'utf8')
  for (const option of [...entry, ...given].filter((one) => one.startsWith('--'))) {
    assert.ok(source.includes(`  ${option} `), option)
  }
  assert.ok(given.at(-1).startsWith(volume))
  assert.ok(restsOf(stage, 'RUN').some((rest) => rest.endsWith(`-o ${user} -g ${user} ${volume}`)))
})

for (const name of ['sello', 'simulator']) {
  test(`the image of ${name} says by itself whether it is well`, async () => {
    const [check = ''] = restsOf(stagesOf(await dockerfile()).get(name) ?? [], 'HEALTHCHECK')
    const [, command = '[]'] = /CMD (\[.*\])$/.exec(check) ?? []
    const [, , code] = JSON.parse(command) as readonly string[]
    const address = name === 'sello' ? '/readyz' : '/_sim/state'
    let status = 200
    const server = createServer((request, response) => {
      response.statusCode = request.url === address ? status : 404
      response.end()
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = server.address() as AddressInfo
    // The simulator's is at its usual port.
    const asked = (code ?? '').replace('127.0.0.1:4700', `127.0.0.1:${port}`)
    const env = { ...process.env, SELLO_OPERATOR_PORT: String(port) }
    const isWell = () =>
      exec(process.execPath, ['-e', asked], { env }).then(
        () => true,
        () => false,
      )
    assert.equal(await isWell(), true)
    status = 503
    assert.equal(await isWell(), false)
    await new Promise((resolve) => {
      server.close(resolve)
    })
    assert.equal(await isWell(), false)
  })
}

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image?: string
        readonly build?: { readonly target: string }
        readonly environment?: Readonly<Record<string, string>>
        readonly volumes?: readonly string[]
        readonly ports?: readonly string[]
        readonly network_mode?: string
        readonly depends_on?: object
      }
    >
  >
  readonly volumes: object
}

test('the compose file starts the images of this repository, publishes to this machine alone, and has no secret', async () => {
  const text = await readFile(join(ROOT, 'compose.yaml'), 'utf8')
  const { services, volumes } = parse(text) as Compose
  const stages = stagesOf(await dockerfile())
  const settings = await readFile(join(ROOT, 'docs/configuration.md'), 'utf8')
  for (const [name, service] of Object.entries(services)) {
    if (service.image) {
      assert.match(service.image, /^\$\{SELLO_POSTGRES_IMAGE:-postgres:\d+\.\d+-bookworm\}$/)
    } else assert.ok(stages.has(service.build?.target ?? ''), name)
    for (const port of service.ports ?? []) assert.match(port, /^127\.0\.0\.1:(\d+):\1$/)
    for (const volume of service.volumes ?? []) {
      const [source = '', target = ''] = volume.split(':')
      assert.ok(source in volumes, volume)
      const [own] = restsOf(stages.get(service.build?.target ?? '') ?? [], 'VOLUME')
      if (own !== undefined) assert.equal(target, own)
    }
    for (const other of Object.keys(service.depends_on ?? {})) assert.ok(other in services, other)
    if (!service.build) continue
    for (const setting of Object.keys(service.environment ?? {})) {
      assert.ok(settings.includes(`\`${setting}\``), setting)
    }
  }
  const { environment: of = {} } = services.sello ?? {}
  const config = readConfig({
    ...of,
    SELLO_PUBLIC_ORIGIN: '',
    SELLO_MH_TEST_URL: '',
    TRUSTED_PROXIES: '',
  })
  assert.match(
    config.databaseUrl ?? '',
    /^postgres:\/\/sello:\$\{SELLO_DATABASE_PASSWORD\}@database:/,
  )
  for (const empty of ['SELLO_MH_TEST_URL', 'TRUSTED_PROXIES']) {
    assert.equal(of[empty], `\${${empty}:-}`, 'left out, it is not set')
  }
})

test('the unit starts the published command as an unprivileged user, and waits for running work', async () => {
  const text = await readFile(UNIT, 'utf8')
  const of = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]
  const { bin } = (await publishedManifest('sello', await sourceManifest())) as { bin?: object }
  const [, name, ...args] = of('ExecStart')?.split(' ') ?? []

  assert.deepEqual([name], Object.keys(bin ?? {}))
  assert.equal((await run([...args, '--help'])).code, 0)
  assert.ok(of('User') && of('User') !== 'root')
  assert.equal(of('WorkingDirectory'), `/var/lib/${of('StateDirectory')}`)
  assert.equal(of('StateDirectoryMode'), '0700')
  assert.ok(Number(of('TimeoutStopSec')) > 60, 'a call can last 60 s')
  assert.equal(of('NoNewPrivileges'), 'yes')
  assert.doesNotMatch(text, /SELLO_(MASTER_KEY|PEPPER)=/)
})

/** The values of a setting, which may be given several times. */
async function unitSettings(name: string): Promise<readonly string[]> {
  const lines = (await readFile(UNIT, 'utf8')).split('\n')
  return lines
    .filter((line) => line.startsWith(`${name}=`))
    .flatMap((line) => line.slice(name.length + 1).split(' '))
}

test('the unit can write only where files belong, and leaves no dump of memory', async () => {
  assert.deepEqual(await unitSettings('ProtectSystem'), ['strict'])
  const [folder] = await unitSettings('WorkingDirectory')
  // The second is for managed folders outside the data folder, and may be missing.
  assert.deepEqual(await unitSettings('ReadWritePaths'), [folder, '-/srv/sello'])
  const { dataDir } = readConfig({})
  assert.ok(!relative(process.cwd(), dataDir).startsWith('..'), 'below the working directory')
  const operations = await readFile(join(ROOT, 'docs/operations.md'), 'utf8')
  assert.match(operations, /ReadWritePaths=.*systemctl edit sello/)
  assert.deepEqual(await unitSettings('LimitCORE'), ['0'])
})

/** What a process that serves alone opens. */
const DATABASE_CONNECTIONS = 20

test('the unit allows descriptors for every connection that the settings allow', async () => {
  const { connectionsMax, mh } = readConfig({})
  const [limit] = await unitSettings('LimitNOFILE')
  const wanted = 2 * connectionsMax + 2 * mh.connections + 2 * DATABASE_CONNECTIONS
  assert.ok(Number(limit) > wanted, `${limit} of ${wanted}`)
})

test('the unit filters system calls, hides other processes, and lets Node.js compile', async () => {
  const filter = await unitSettings('SystemCallFilter')
  assert.deepEqual(filter, ['@system-service', '@pkey', '~@privileged', '@resources'])
  assert.deepEqual(await unitSettings('SystemCallErrorNumber'), ['EPERM'])
  assert.deepEqual(await unitSettings('ProtectProc'), ['invisible'])
  for (const name of [
    ...['ProtectClock', 'ProtectHostname', 'ProtectKernelLogs', 'RestrictSUIDSGID', 'RemoveIPC'],
    ...['PrivateUsers', 'PrivateMounts', 'NoNewPrivileges'],
  ]) {
    assert.deepEqual(await unitSettings(name), ['yes'], name)
  }
  for (const name of ['MemoryDenyWriteExecute', 'ProcSubset']) {
    assert.deepEqual(await unitSettings(name), [], name)
  }
})

/** What is left are the network, PostgreSQL's socket, and what Node.js needs. */
const EXPOSURE_MAX = 1.5

test('systemd rates the unit as well protected', SYSTEMD, async () => {
  const args = ['security', '--offline=true', '--no-pager', UNIT]
  const { stdout } = await exec('systemd-analyze', args).catch((error) => error)
  const [, exposure] = /Overall exposure level for sello\.service: ([\d.]+)/.exec(stdout) ?? []
  assert.ok(Number(exposure) <= EXPOSURE_MAX, stdout)
})

test('systemd accepts the unit', SYSTEMD, async () => {
  const { stdout, stderr } = await exec('systemd-analyze', ['verify', UNIT])
  assert.equal(stdout + stderr, '')
})

const BUILDS = { timeout: 1_800_000, skip: without(import.meta.url, 'docker') }

test('the image is built and started', BUILDS, async (t) => {
  const engine = await exec('docker', ['version', '--format', '{{.Server.Version}}']).catch(
    () => null,
  )
  if (engine === null)
    return t.skip(noteSkipped(import.meta.url, 'no container engine answers to docker'))
  if (process.env.SELLO_TEST_DOCKER !== '1') {
    return t.skip(noteSkipped(import.meta.url, 'SELLO_TEST_DOCKER is not 1'))
  }
  const tag = `sello-test-${process.pid}`
  try {
    await exec('docker', ['build', '-t', tag, ROOT], { maxBuffer: 1 << 26 })
    const user = await exec('docker', ['run', '--rm', '--entrypoint', 'id', tag, '-un'])
    const { stdout } = await exec('docker', ['run', '--rm', tag, '--help'])
    assert.equal(user.stdout.trim(), 'node')
    assert.match(stdout, /sello/)
  } finally {
    await exec('docker', ['rmi', '-f', tag]).catch(() => null)
  }
})
