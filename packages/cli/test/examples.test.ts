/**
 * Runs the examples in other languages against the demonstration: a sealed sale, a rejected and corrected one, and
 * one without an answer of the ministry.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ROUTE_SPECS } from '@sello/contract'
import { type ToolName, without } from '../../../scripts/test-tools.ts'
import { type Demo, endFaults, fault, startDemo } from '../../client/test/demo.ts'

const exec = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

type Example = readonly [
  file: string,
  needs: readonly ToolName[],
  program: string,
  ...args: string[],
]

// biome-ignore format: a table
const EXAMPLES: readonly Example[] = [
  ['venta.py',  ['python'], 'python3'],
  ['venta.php', ['php'],    'php'],
  ['venta.sh',  ['curl'],   'sh'],
  ['venta.ts',  [],         process.execPath, '--import', 'tsx'],
]

let demo: Demo
let line: string
before(async () => {
  demo = await startDemo()
  line = join(demo.folder, 'demo.json')
  const { baseUrl, apiKey, signKey } = demo
  await writeFile(line, JSON.stringify({ baseUrl, companies: [{ keys: [{ apiKey, signKey }] }] }))
})
after(() => demo.stop())

test('operaciones.ts calls every operation of the contract', async () => {
  const args = ['--import', 'tsx', join('examples', 'operaciones.ts'), line]
  const { stdout } = await exec(process.execPath, args, { cwd: ROOT, timeout: 120_000 })
  const [, called = ''] = /^operaciones: (.+)$/m.exec(stdout) ?? []

  assert.deepEqual(called.split(' '), Object.keys(ROUTE_SPECS).sort())
  assert.match(stdout, /^archivado: DTE\/pruebas\/.*, pendientes: 0$/m)
})

for (const example of EXAMPLES) {
  const [file, needs] = example
  describe(file, { skip: without(import.meta.url, ...needs) }, () => {
    test('issues, and cancels', async () => {
      const said = await run(example)
      assert.match(said, /^sellado: DTE-01-M001P001-\d{15} \w{40}$/m)
      assert.match(said, /^invalidado: \w{40}$/m)
    })

    test('corrects what the ministry rejected', async () => {
      await fault(demo, { service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
      const said = await run(example)
      assert.match(said, /^rechazado: .+\nsellado: /)
    })
  })
}

// Last: what is pending is transmitted later, and would take the rejection that another example is to get.
for (const example of EXAMPLES) {
  const [file, needs] = example
  const skip = without(import.meta.url, ...needs)
  test(`${file} says that a silent ministry has the document pending`, { skip }, async () => {
    await fault(demo, { service: '*', kind: 'status', status: 503 })
    try {
      const said = await run(example)
      assert.match(said, /^contingencia: DTE-01-M001P001-\d{15}/)
    } finally {
      await endFaults(demo)
    }
  })
}

async function run([file, , program, ...args]: Example): Promise<string> {
  const all = [...args, join('examples', file), line]
  const { stdout } = await exec(program, all, { cwd: ROOT, timeout: 60_000 })
  return stdout
}
