/** The simulator by itself: what it says of a wrong line, and where it listens. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { nodeArgs } from '../../service/test/programs.ts'

function start(args: readonly string[]) {
  const program = nodeArgs('packages/mh-simulator/src/bin.ts')
  const child = spawn(process.execPath, [...program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }))
  return { child, said, ended }
}

// biome-ignore format: a table
const REFUSED: readonly (readonly [args: readonly string[], says: string])[] = [
  [['--port', '65536'],           '--port: es un número entero de 0 a 65535.'],
  [['--port', 'x'],               '--port: es un número entero de 0 a 65535.'],
  [['--port', '1.5'],             '--port: es un número entero de 0 a 65535.'],
  [['--latency', '60001'],        '--latency: es un número entero de 0 a 60000.'],
  [['--lot', '86400001'],         '--lot: es un número entero de 0 a 86400000.'],
  [['--token-life', '2592000001'], '--token-life: es un número entero de 0 a 2592000000.'],
  [['--environment', '02'],       '--environment: es 00 (pruebas) o 01 (producción).'],
]

test('a wrong value ends it with 2 and what is right, and nothing is started', async () => {
  const runs = REFUSED.map(([args, says]) => ({ says, run: start(args) }))
  for (const { says, run } of runs) {
    const { code, stdout, stderr } = await run.ended
    assert.equal(stderr, `${says}\nmh-simulator --help dice las opciones.\n`)
    assert.deepEqual([code, stdout], [2, ''])
  }
  const unknown = await start(['--nada']).ended
  assert.match(unknown.stderr, /--nada.*\nmh-simulator --help dice las opciones\.\n$/s)
  assert.equal(unknown.code, 2)
})

test('its help names each option', async () => {
  for (const flag of ['--help', '-h']) {
    const { code, stdout } = await start([flag]).ended
    const named = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name)
    assert.deepEqual(named, [
      ...['--port', '--host', '--data-file', '--schemas', '--latency', '--lot'],
      ...['--token-life', '--environment', '--help'],
    ])
    assert.match(stdout, /^mh-simulator: .*\nNada de lo que sella tiene valor fiscal\.\n/)
    assert.match(stdout, /puerto \(si falta: 4700\)/)
    assert.equal(code, 0)
  }
})

const NIT = '06140101900019'
const LOTE = 'A0EEBC99-9C0B-4EF8-8B6D-6BB9BD380A11'

/** The address, once it listens. */
async function listening({ child, said }: Pick<ReturnType<typeof start>, 'child' | 'said'>) {
  while (!said.stdout.includes('Ctrl-C')) await once(child.stdout, 'data')
  return /escucha en (\S+)/.exec(said.stdout)?.[1] ?? ''
}

async function post(url: string, body: object, headers = {}) {
  const type = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) }
  return (await (await fetch(url, init)).json()) as Readonly<Record<string, string>>
}

async function stateOf(url: string) {
  const reply = await fetch(`${url}/_sim/state`)
  const { ambiente, tokens } = (await reply.json()) as { ambiente: string; tokens: number }
  return { ambiente, tokens }
}

async function login(url: string): Promise<string> {
  await post(`${url}/_sim/taxpayers`, { nit: NIT, password: 'x' })
  const body = new URLSearchParams({ user: NIT, pwd: 'x' })
  const reply = await fetch(`${url}/seguridad/auth`, { method: 'POST', body })
  return ((await reply.json()) as { body: { token: string } }).body.token
}

test('its interface, its file, its latency and its environment are those it was given', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sello-simulator-bin-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'data.ndjson')
  const given = ['--host', 'localhost', '--latency', '60000', '--data-file', file]
  const { child, said, ended } = start(['--port', '0', '--environment', '01', ...given])
  const url = await listening({ child, said })
  assert.equal(new URL(url).hostname, 'localhost')
  const waiting = assert.rejects(login(url), TypeError)
  const until = performance.now() + 60_000
  while ((await stateOf(url)).tokens === 0) assert.ok(performance.now() < until, 'it was not asked')
  assert.deepEqual(await stateOf(url), { ambiente: '01', tokens: 1 })
  child.kill('SIGINT')
  assert.equal((await ended).code, 0)
  await waiting
  assert.match(await readFile(file, 'utf8'), /^\{"simulator":"mh","format":1,"offsetMs":0\}\n/)
  const without = await start(['--port', '0', '--schemas', folder]).ended
  assert.match(without.stderr, /^No arrancó: ENOENT: .*\.json'\nmh-simulator --help dice/)
  assert.equal(without.code, 2)
})

test('it says where it listens, takes the largest value of each option, and ends when it is told to', async () => {
  const limits = ['--latency', '0', '--lot', '86400000', '--token-life', '2592000000']
  const { child, said, ended } = start(['--port', '0', '--environment', '00', ...limits])
  const url = await listening({ child, said })
  assert.equal(
    said.stdout,
    `El simulador de Hacienda escucha en ${url}\nPágina: ${url}/_sim/   Ctrl-C para detener.\n`,
  )
  assert.deepEqual(await stateOf(url), { ambiente: '00', tokens: 0 })
  const authorization = await login(url)
  const [, claims = ''] = authorization.split('.')
  const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  assert.equal(exp - iat, 2_592_000)
  const documentos = ['x']
  const lot = { ambiente: '00', idEnvio: LOTE, version: 1, nitEmisor: NIT, documentos }
  const { codigoLote } = await post(`${url}/fesv/recepcionlote`, lot, { authorization })
  const refused = async () => {
    const path = `${url}/fesv/recepcion/consultadtelote/${codigoLote}`
    const reply = await fetch(path, { headers: { authorization } })
    return ((await reply.json()) as { rechazados: readonly unknown[] }).rechazados.length
  }
  assert.equal(await refused(), 0)
  await post(`${url}/_sim/clock`, { advanceMs: 86_400_000 })
  assert.equal(await refused(), 1)
  const taken = await start(['--port', new URL(url).port]).ended
  assert.match(
    taken.stderr,
    /^No arrancó: .*EADDRINUSE.*\nmh-simulator --help dice las opciones\.\n$/,
  )
  assert.equal(taken.code, 2)
  child.kill('SIGTERM')
  assert.equal((await ended).code, 0)
})
