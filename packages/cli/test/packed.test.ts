/**
 * The published packages in an empty folder: the client's tarball with the README's code, and `sello` without a
 * loader. Both are packed from a copy, so that the repository's manifests do not change.
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { buildClient } from '../../../scripts/build/client.ts'
import { ROOT } from '../../../scripts/build/folder.ts'
import { FILES, FOLDERS, publishedManifest } from '../../../scripts/build/manifest.ts'
import { buildSello } from '../../../scripts/build/sello.ts'
import { type Demo, startDemo } from '../../client/test/demo.ts'

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

/** The tarball of a package, made from a copy of its files. */
async function pack(name: 'client' | 'sello'): Promise<string> {
  const copy = await mkdtemp(join(folder, 'copy-'))
  for (const file of FILES[name]) {
    const from = file === 'LICENSE' ? join(ROOT, file) : join(FOLDERS[name], file)
    await cp(from, join(copy, file), { recursive: true })
  }
  const source = JSON.parse(await readFile(join(FOLDERS[name], 'package.json'), 'utf8'))
  await writeFile(join(copy, 'package.json'), JSON.stringify(await publishedManifest(name, source)))
  const { stdout } = await exec('npm', ['pack', '--json', '--ignore-scripts'], { cwd: copy })
  const [{ filename, size }] = JSON.parse(stdout)
  console.log(`${filename}: ${Math.ceil(size / 1024)} KB`)
  return join(copy, filename)
}

/** The tarball unpacked where npm would put it. */
async function install(tarball: string, name: string): Promise<string> {
  const home = await mkdtemp(join(folder, 'home-'))
  const target = join(home, 'node_modules', name)
  await mkdir(target, { recursive: true })
  await exec('tar', ['xzf', tarball, '-C', target, '--strip-components', '1'])
  await writeFile(join(home, 'package.json'), '{"type":"module"}')
  return home
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
  console.log(await buildClient())
  const home = await install(await pack('client'), '@sello/client')
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
  await buildClient()
  const home = await install(await pack('client'), '@sello/client')
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
  await buildClient()
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

test('the packed sello starts the demonstration without a loader, with its drawing thread', async () => {
  console.log(await buildSello())
  const home = await install(await pack('sello'), 'sello')
  const installed = join(home, 'node_modules/sello')
  const { dependencies, bin } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  // Taken from this repository's node_modules, so that the test needs no registry.
  for (const name of Object.keys(dependencies)) {
    const link = join(home, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(await folderOf(name), link)
  }
  const program = join(installed, bin.sello)
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
  running.kill('SIGTERM')
  await ended

  assert.match(baseUrl, /^http:/)
  assert.ok((await readdir(dataDir)).some((file) => /^DTE-01-.*\.pdf$/.test(file)))
  assert.doesNotMatch(wrong, /thread was lost|ERR_/)
  const sources = (await readdir(installed, { recursive: true })).filter((file) =>
    /(?<!\.d)\.ts$/.test(file),
  )
  assert.deepEqual(sources, [])
})

/** A dependency is installed at the top level, or inside the package that needs another version. */
async function folderOf(name: string): Promise<string> {
  for (const place of ['', 'packages/service', 'packages/cli', 'packages/paper']) {
    const found = join(ROOT, place, 'node_modules', name)
    if (await readdir(found).catch(() => null)) return found
  }
  throw new Error(`${name} is not installed`)
}
