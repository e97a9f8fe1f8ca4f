/**
 * The published packages in an empty folder: the client's tarball with the README's code, and `sello` without a
 * loader. Both are packed from a copy, so that the repository's manifests do not change.
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { buildClient } from '../../../scripts/build/client.ts'
import { ROOT } from '../../../scripts/build/folder.ts'
import { FOLDERS, publishedManifest } from '../../../scripts/build/manifest.ts'
import { buildSello } from '../../../scripts/build/sello.ts'
import { type Demo, startDemo } from '../../client/test/demo.ts'
import { buildConsole } from '../../console/test/build.ts'
import { until } from '../../service/test/until.ts'
import { occupy } from './cli.ts'
import { install, linkAll, pack } from './packing.ts'

const exec = promisify(execFile)
let folder: string
let demo: Demo
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sello-packed-'))
  demo = await startDemo()
})
after(async () => {
  await demo.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

let client: Promise<string> | null = null
/** Its tarball, built once for all tests: the compiler writes its declarations. */
function packedClient(): Promise<string> {
  client ??= buildClient().then((size) => {
    console.log(size)
    return pack('client', folder)
  })
  return client
}

/** The README's first two blocks as one program. */
async function readmeLines(): Promise<string> {
  const text = await readFile(join(FOLDERS.client, 'README.md'), 'utf8')
  const [client = '', first = ''] = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code]) => code,
  )
  return client + first.replace("import { sello } from './sello.js'\n", '')
}

test('the README’s lines issue a sealed document with the packed client, and are strict TypeScript', async (t) => {
  const home = await install(await packedClient(), '@sello/client', folder)
  const lines = await readmeLines()
  await mkdir(join(home, 'node_modules/@types'))
  await symlink(join(ROOT, 'node_modules/@types/node'), join(home, 'node_modules/@types/node'))
  await writeFile(join(home, 'primera.js'), lines)
  await writeFile(join(home, 'primera.ts'), lines)
  await writeFile(
    join(home, 'otra.ts'),
    `import { isSelloError, type DteRequest } from '@sello/client'
import { connectDestination, fileKeyStore, ownArchive } from '@sello/client/node'
export const venta: DteRequest = { tipoDte: '01', items: [] }
export const store = fileKeyStore('x')
export const archive = (unlockKey: string) => ownArchive({ unlockKey, folder: 'bandeja' })
export const connect = connectDestination
export const fields = (error: unknown): string[] =>
  isSelloError(error, 'validation_failed') ? error.details.issues.map(({ field }) => field) : []
// @ts-expect-error a member that the contract does not know
export const mala: DteRequest = { tipoDte: '01', items: [], color: 'rojo' }
`,
  )
  const { baseUrl, apiKey, signKey } = demo
  const keys = { SELLO_URL: baseUrl, SELLO_API_KEY: apiKey, SELLO_SIGN_KEY: signKey }
  const there = { cwd: home, env: { ...process.env, ...keys } }
  const { stdout } = await exec(process.execPath, ['primera.js'], there)
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const options = [
    '--strict',
    '--noEmit',
    '--types',
    'node',
    '--target',
    'es2022',
    '--module',
    'nodenext',
  ]
  await exec(process.execPath, [tsc, ...options, 'primera.ts', 'otra.ts'], { cwd: home })

  assert.match(stdout, /^sellado DTE-01-M001P001-\d{15}\n$/)
  // The other supported runtimes, if installed.
  for (const [program, ...given] of [
    ['deno', 'run', '-A', 'primera.js'],
    ['bun', 'run', 'primera.js'],
  ] as const) {
    try {
      const other = await exec(program, given, there)
      assert.match(other.stdout, /^sellado /)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      t.diagnostic(`${program} is not installed: the client was not run with it`)
    }
  }
  const { dependencies = {} } = JSON.parse(
    await readFile(join(home, 'node_modules/@sello/client/package.json'), 'utf8'),
  )
  assert.deepEqual(dependencies, {})
})

const PROGRAM = `import sello = require('@sello/client')
import node = require('@sello/client/node')
import { isSelloError, Sello, type DteRequest } from '@sello/client'
const venta: DteRequest = { tipoDte: '01', items: [{ descripcion: 'Pan', cantidad: 1, precioUni: 1 }] }
const keyStore = node.fileKeyStore('claves.jsonl')
const [baseUrl = '', apiKey, signKey] = process.argv.slice(2)
async function main() {
  const issued = await new Sello({ baseUrl, apiKey, signKey, keyStore }).issue(venta)
  const failed: unknown = await new sello.Sello({ baseUrl, apiKey }).query('x').catch((error: unknown) => error)
  console.log(issued.estado, isSelloError(failed, 'invalid_request') ? failed.status : failed)
}
main()
// @ts-expect-error the declarations are the package's own, and closed
const mala: DteRequest = { tipoDte: '01', items: [], color: 'rojo' }
`

test('a CommonJS program has the client and its types, with each resolution of TypeScript', async () => {
  const home = await install(await packedClient(), '@sello/client', folder)
  await mkdir(join(home, 'node_modules/@types'))
  await symlink(join(ROOT, 'node_modules/@types/node'), join(home, 'node_modules/@types/node'))
  await writeFile(join(home, 'package.json'), '{ "type": "commonjs" }')
  await writeFile(join(home, 'caja.ts'), PROGRAM)
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const strict = [tsc, 'caja.ts', '--strict', '--types', 'node', '--target', 'es2022']
  for (const module of ['node16', 'nodenext']) {
    await exec(process.execPath, [...strict, '--module', module, '--outDir', module], { cwd: home })
    const code = await readFile(join(home, module, 'caja.js'), 'utf8')
    assert.match(code, /require\("@sello\/client"\)/, 'it is CommonJS')
  }
  const args = [join('node16', 'caja.js'), demo.baseUrl, demo.apiKey, demo.signKey]
  // Without this, a newer Node.js would load the ES module.
  const node = ['--no-experimental-require-module']
  const { stdout } = await exec(process.execPath, [...node, ...args], { cwd: home })

  assert.equal(stdout, 'sellado 400\n')
})

test('each condition of the client’s exports has its file, types first', async () => {
  await packedClient()
  const { exports } = (await publishedManifest('client', {})) as {
    exports: Record<string, Record<string, string | Record<string, string>>>
  }
  for (const [name, conditions] of Object.entries(exports)) {
    for (const form of ['import', 'require']) {
      const condition = conditions[form]
      assert.ok(condition && typeof condition === 'object', `${name} ${form}`)
      assert.deepEqual(Object.keys(condition), ['types', 'default'])
      for (const file of Object.values(condition)) {
        const text = await readFile(join(FOLDERS.client, file), 'utf8')
        assert.notEqual(text, '')
        assert.equal(file.includes('/cjs/'), form === 'require', 'of its own module system')
      }
    }
  }
})

/** The packed `sello` installed in its own folder, with its dependencies and its command. */
async function installSello(): Promise<{ readonly home: string; readonly installed: string }> {
  await buildConsole(ROOT)
  console.log(await buildSello())
  const home = await install(await pack('sello', folder), 'sello', folder)
  const installed = join(home, 'node_modules/sello')
  const { dependencies, bin } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  await linkAll(home, dependencies)
  await mkdir(join(home, 'node_modules/.bin'))
  await symlink(join('../sello', bin.sello), join(home, 'node_modules/.bin/sello'))
  return { home, installed }
}

let sello: ReturnType<typeof installSello> | null = null
const installedSello = () => {
  sello ??= installSello()
  return sello
}

test('the packed sello starts the demonstration without a loader, with its drawing thread', async () => {
  const { home, installed } = await installedSello()
  const program = join(home, 'node_modules/.bin/sello')
  const args = [program, 'demo', '--json', '--port', '0', '--data-dir', join(demo.folder, 'packed')]
  const { PATH } = process.env
  const running = spawn(process.execPath, args, { cwd: home, env: { PATH } })
  let [said, wrong] = ['', '']
  running.stdout.on('data', (text) => {
    said += text
  })
  running.stderr.on('data', (text) => {
    wrong += text
  })
  const ended = once(running, 'exit')
  while (!said.includes('\n') && running.exitCode === null) await once(running.stdout, 'data')
  const { baseUrl, dataDir } = JSON.parse(said)
  const page = await fetch(`${baseUrl}/entrar`, { headers: { accept: 'text/html' } })
  running.kill('SIGTERM')
  await ended

  assert.match(baseUrl, /^http:/)
  assert.equal(page.status, 200, 'the console is in the package')
  assert.ok((await readdir(dataDir)).some((file) => /^DTE-01-.*\.pdf$/.test(file)))
  assert.doesNotMatch(wrong, /thread was lost|ERR_/)
  const sources = (await readdir(join(installed, 'dist'), { recursive: true })).filter((file) =>
    /(?<!\.d)\.ts$/.test(file),
  )
  assert.deepEqual(sources, [])
})

test('the package has what its guides name, and no private key', async () => {
  const { installed } = await installedSello()
  const entries = await readdir(installed, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  const names = new Set(paths.map((path) => relative(installed, path)))
  for (const name of [
    'deploy/systemd/sello.service',
    'docs/rehearsal.md',
    'docs/operations.md',
    'packages/client/README.md',
    'packages/mh-simulator/README.md',
    'dist/packages/console/dist/index.html',
    ...(await readdir(join(ROOT, 'examples'))).map((name) => `examples/${name}`),
  ]) {
    assert.ok(names.has(name), name)
  }
  for (const path of paths) {
    const text = await readFile(path, 'latin1')
    assert.ok(!/-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{40}/.test(text), path)
    assert.ok(!/<encodied>[A-Za-z0-9+/]{40}/.test(text), path)
  }
  const guide = join(installed, 'docs/rehearsal.md')
  for (const [, link = ''] of (await readFile(guide, 'utf8')).matchAll(/\]\(([^)#]+)/g)) {
    assert.ok(names.has(relative(installed, join(dirname(guide), link))), link)
  }
})

test('the guide leads word for word from the package to a sealed document', async () => {
  const { home, installed } = await installedSello()
  const [ministry, service] = [await freePort(), await freePort()]
  const guide = (await readFile(join(installed, 'docs/rehearsal.md'), 'utf8'))
    .replaceAll('4700', String(ministry)) // other tests run beside this one
    .replaceAll('4600', String(service))
  const blocks = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines = '']) => lines)
  const [installing = '', simulator = '', company = '', start = '', document = ''] = blocks
  assert.equal(blocks.length, 5)
  assert.match(installing, /^npm install \S+\.tgz\n$/) // done above, without a registry
  const { PATH, TMPDIR = '/tmp' } = process.env
  const away = { SELLO_CLOCK_PORT: 'off', SELLO_OPERATOR_PORT: 'off' }
  const env = { PATH, TMPDIR, HOME: home, npm_config_offline: 'true', ...away }
  const options = { cwd: home, env }
  const terminals: Terminal[] = []
  try {
    terminals.push(await openTerminal(simulator, /El simulador de Hacienda escucha/, options))
    const made = await exec('bash', ['-ec', company], options)
    assert.match(made.stdout, /Certificado de ensayo hecho/)
    terminals.push(await openTerminal(start, /Sello escucha/, options))
    const { stdout } = await exec('bash', ['-ec', document], options)
    assert.match(stdout, /sellad[oa]/)
    assert.match(stdout, /^DTE-01-M001P001-\d{15}\.json$/m)
    assert.match(stdout, /^DTE-01-M001P001-\d{15}\.pdf$/m)
  } finally {
    for (const { stop } of terminals.reverse()) await stop()
  }
})

interface Terminal {
  stop(): Promise<void>
}

/** Runs lines until they print what says that they are ready; a Ctrl-C ends them. */
async function openTerminal(lines: string, ready: RegExp, options: object): Promise<Terminal> {
  const shell = spawn('bash', ['-ec', lines], { ...options, detached: true })
  const ended = once(shell, 'close')
  let said = ''
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on('data', (text) => {
      said += text
    })
  }
  const stop = async () => {
    if (shell.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, 'SIGINT')
    await ended
  }
  await until(`${lines} prints ${ready}`, () => {
    if (ready.test(said)) return true
    if (shell.exitCode !== null) throw new Error(`it ended first: ${said}`)
    return null
  })
  return { stop }
}

async function freePort(): Promise<number> {
  const { port, close } = await occupy(0)
  close()
  return port
}
