/** The simulator's own package in an empty folder: its program, its page, and what a test imports. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ROOT } from '../../../scripts/build/folder.ts'
import { buildSimulator } from '../../../scripts/build/simulator.ts'
import { until } from '../../service/test/until.ts'
import { install, linkAll, pack } from './packing.ts'

const exec = promisify(execFile)

test('the packed simulator starts by itself, with its page, and remembers; a program imports it with its types', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-packed-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  console.log(await buildSimulator())
  const home = await install(await pack('simulator', folder), '@sello/mh-simulator', folder)
  const installed = join(home, 'node_modules/@sello/mh-simulator')
  const { dependencies, bin } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  await linkAll(home, dependencies)
  const program = join(installed, bin['mh-simulator'])
  const file = join(home, 'data.ndjson')
  const start = async () => {
    const running = spawn(process.execPath, [program, '--port', '0', '--data-file', file])
    let said = ''
    running.stdout.on('data', (text) => {
      said += text
    })
    const url = await until('the simulator says its address', () => {
      if (running.exitCode !== null) throw new Error(`it ended first: ${said}`)
      return /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? null
    })
    return { url, running }
  }
  const first = await start()
  const page = await fetch(`${first.url}/_sim/`)
  assert.match(await page.text(), /Simulador de Hacienda/)
  assert.equal((await fetch(`${first.url}/_sim/page.js`)).status, 200)
  const taxpayer = { nit: '06140101900019', nombre: 'Ensayo', password: 'x', keyPassword: 'y' }
  const made = await fetch(`${first.url}/_sim/certificates`, {
    method: 'POST',
    body: JSON.stringify(taxpayer),
  })
  assert.equal(made.status, 201)
  first.running.kill('SIGTERM')
  await once(first.running, 'exit')
  const second = await start()
  const known = (await (await fetch(`${second.url}/_sim/taxpayers`)).json()) as {
    taxpayers: { nit: string }[]
  }
  assert.deepEqual(
    known.taxpayers.map(({ nit }) => nit),
    [taxpayer.nit],
  )
  second.running.kill('SIGTERM')
  await once(second.running, 'exit')
  const refused = await exec(process.execPath, [program, '--port', 'x']).catch((error) => error)
  assert.equal(refused.code, 2)
  assert.match(refused.stderr, /--port: es un número entero de 0 a 65535\./)

  await mkdir(join(home, 'node_modules/@types'))
  await symlink(join(ROOT, 'node_modules/@types/node'), join(home, 'node_modules/@types/node'))
  const code = `import { type SimulatorOptions, startSimulator } from '@sello/mh-simulator'
const options: SimulatorOptions = { latencyMs: 1 }
const simulator = await startSimulator(options)
console.log((await fetch(simulator.url + '/_sim/state')).status)
await simulator.close()
`
  await writeFile(join(home, 'prueba.ts'), code)
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const strict = ['--strict', '--types', 'node', '--target', 'es2022', '--module', 'nodenext']
  await exec(process.execPath, [tsc, 'prueba.ts', ...strict], { cwd: home })
  const { stdout } = await exec(process.execPath, ['prueba.js'], { cwd: home })
  assert.equal(stdout, '200\n')
})
