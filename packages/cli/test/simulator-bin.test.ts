/** The simulator by itself: what it says of a wrong line, and where it listens. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

test('it says where it listens, takes the largest value of each option, and ends when it is told to', async () => {
  const limits = ['--latency', '0', '--lot', '86400000', '--token-life', '2592000000']
  const { child, said, ended } = start(['--port', '0', '--environment', '00', ...limits])
  while (!said.stdout.includes('Ctrl-C')) await once(child.stdout, 'data')
  const [, url = ''] = /escucha en (\S+)/.exec(said.stdout) ?? []
  assert.equal(
    said.stdout,
    `El simulador de Hacienda escucha en ${url}\nPágina: ${url}/_sim/   Ctrl-C para detener.\n`,
  )
  assert.equal((await fetch(`${url}/_sim/state`)).status, 200)
  const taken = await start(['--port', new URL(url).port]).ended
  assert.match(
    taken.stderr,
    /^No arrancó: .*EADDRINUSE.*\nmh-simulator --help dice las opciones\.\n$/,
  )
  assert.equal(taken.code, 2)
  child.kill('SIGTERM')
  assert.equal((await ended).code, 0)
})
