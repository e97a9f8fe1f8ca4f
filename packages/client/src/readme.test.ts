/**
 * Every TypeScript block of the README as it is printed: each is a file with the name in its first line, compiles
 * under this repository's strict options, and runs against the demonstration.
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { until } from '../../service/test/until.ts'
import { type Demo, endFaults, fault, startDemo } from '../test/demo.ts'
import { signWebhook } from './index.ts'

const exec = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

let demo: Demo
let folder: string
let blocks: ReadonlyMap<string, string>
before(async () => {
  demo = await startDemo()
  blocks = blocksOf(await readFile(join(ROOT, 'packages/client/README.md'), 'utf8'))
  folder = join(demo.folder, 'readme')
  await mkdir(join(folder, 'respaldo'), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, text] of blocks) await writeFile(join(folder, name), text)
})
after(() => demo.stop())

/** By the name in the first line. Blocks in a list are indented. */
function blocksOf(readme: string): ReadonlyMap<string, string> {
  const found = [...readme.matchAll(/^( *)```(?:ts|typescript)\n([\s\S]*?)^ *```$/gm)]
  return new Map(
    found.map(([, indent = '', code = '']) => {
      const text = code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
      const [, name] = /^\/\/ ([\w.-]+\.ts)\n/.exec(text) ?? []
      assert.ok(name, `a block without its file's name: ${text.slice(0, 60)}`)
      return [name, text]
    }),
  )
}

/** What a block prints. */
async function run(name: string): Promise<string> {
  ran.add(name)
  const { baseUrl, apiKey, signKey } = demo
  const keys = { SELLO_URL: baseUrl, SELLO_API_KEY: apiKey, SELLO_SIGN_KEY: signKey }
  const { PATH } = process.env
  const given = { cwd: folder, env: { PATH, ...keys }, timeout: 120_000 }
  return (await exec(process.execPath, ['--import', 'tsx', name], given)).stdout
}
const ran = new Set(['sello.ts']) // the others import it

test('every block compiles word for word', async () => {
  const config = join(folder, 'tsconfig.json')
  const strict = { extends: join(ROOT, 'tsconfig.json'), files: [...blocks.keys()], include: [] }
  await writeFile(config, JSON.stringify(strict))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { stdout } = await exec(process.execPath, [tsc, '-p', config]).catch((error) => error)

  assert.ok(blocks.size >= 8, `${blocks.size} blocks`)
  assert.equal(stdout, '')
})

test('the first lines issue a sealed document, and a client with a key store is one', async () => {
  assert.match(await run('primera.ts'), /^sellado DTE-01-M001P001-\d{15}\n$/)
  assert.equal(await run('caja.ts'), '')
})

test('a correction changes what the ministry observed, and keeps the number', async () => {
  const observaciones = ['[receptor.nrc] NO EXISTE']
  await fault(demo, {
    service: 'recepciondte',
    kind: 'reject',
    codigoMsg: '014',
    observaciones,
    times: 1,
  })
  const said = await run('corregir.ts')
  const [, codigoGeneracion = ''] = /^sellado (\S+)$/m.exec(said) ?? []
  const { documento, numeroControl, historial } = await demo.client().query(codigoGeneracion)

  assert.match(said, /^rechazado [\s\S]*\[receptor\.nrc\] NO EXISTE/)
  assert.equal((documento?.receptor as { nrc?: string } | undefined)?.nrc, '1850011')
  assert.match(numeroControl ?? '', /-000000000000001$/, 'the number of the rejected one')
  assert.ok(
    historial.some(({ estado }) => estado === 'rechazado'),
    JSON.stringify(historial),
  )
})

test('a rejection that the program does not understand is for a person', async () => {
  const other = blocks.get('corregir.ts')?.replace('F-1003', 'F-1004') ?? ''
  await writeFile(join(folder, 'otra-correccion.ts'), other)
  await fault(demo, { service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const failed = await run('otra-correccion.ts').catch((error) => error)

  assert.equal(failed.code, 1)
  assert.match(failed.stderr, /mh_rejected/)
  const { documentos } = await demo.client().listPage({ referencia: 'F-1004' })
  assert.deepEqual(documentos, [], 'nothing was issued')
})

test('a refusal names the fields', async () => {
  assert.match(await run('errores.ts'), /^receptor[^\n]*: /)
})

test('a seal is awaited', async () => {
  assert.match(await run('espera.ts'), /^sellado \w{40}\n$/)
})

test('what happens is told, from where it was left', async () => {
  assert.match(await run('novedades.ts'), /dte\.sellado/)
})

test('a receiver takes what is signed, and refuses what is not', async () => {
  ran.add('receptor.ts')
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const port = await freePort()
  const { PATH } = process.env
  const env = { PATH, SELLO_WEBHOOK_SECRET: secret, PORT: `${port}` }
  const receiver = spawn(process.execPath, ['--import', 'tsx', 'receptor.ts'], {
    ...{ cwd: folder, env },
    stdio: 'ignore',
  })
  const body = JSON.stringify({ id: 'nv_1', tipo: 'webhook.prueba', datos: {} })
  const of = { id: 'nv_1', timestamp: Math.floor(Date.now() / 1_000), secret }
  const headers = {
    'webhook-id': of.id,
    'webhook-timestamp': `${of.timestamp}`,
    'webhook-signature': await signWebhook(body, of),
  }
  const post = (text: string) =>
    fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: text })
      .then(({ status }) => status)
      .catch(() => null)
  assert.equal(await until('it listens', () => post(body)), 204)
  assert.equal(await post(`${body} `), 400)
  receiver.kill()
})

test('an archive has what it issued, and a document is verified', async () => {
  const { codigoGeneracion } = await demo.client().issue({
    tipoDte: '01',
    items: [{ descripcion: 'Pan', cantidad: 1, precioUni: 1 }],
  })
  const { bytes } = await demo.client().file(codigoGeneracion)
  await writeFile(join(folder, 'documento.json'), bytes)

  assert.equal(await run('archivo.ts'), '0\n')
  assert.equal(await run('verificar.ts'), 'true []\n')
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('every block was run', async () => {
  await endFaults(demo)
  assert.deepEqual(
    [...blocks.keys()].filter((name) => !ran.has(name)),
    [],
  )
})
