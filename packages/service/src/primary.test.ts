/** What the first of several processes tells the others, and what is left of them where it cannot go on. */
import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeFolder } from '../test/folder.ts'
import { nodeArgs } from '../test/programs.ts'
import { readConfig } from './base/config.ts'
import { settingsOf, startTogether } from './primary.ts'

let folder: string
before(async () => {
  folder = await makeFolder('primary')
  const command = nodeArgs('packages/service/test/serving-child.ts')
  cluster.setupPrimary({ exec: String(command.at(-1)), execArgv: command.slice(0, -1) })
  await writeFile(join(folder, 'told'), 'serve')
})
after(() => rm(folder, { recursive: true }))

const configOf = (more: Record<string, string>) =>
  readConfig({ SELLO_DATA_DIR: folder, SELLO_LOG_LEVEL: 'silent', ...more })

test('each process is told what options changed, and the ports that all have', async () => {
  const fixed = {
    ...{ DATABASE_URL: 'postgres://db.example.com/sello', SELLO_MH_RECORD: '/recorded' },
    ...{ SELLO_HOST: '127.0.0.2', SELLO_PORT: '4001', SELLO_CLOCK_PORT: '4002' },
    ...{ SELLO_OPERATOR_PORT: '4003', SELLO_JOBS: 'none' },
  }
  assert.deepEqual(await settingsOf(configOf(fixed)), {
    ...fixed,
    ...{ SELLO_DATA_DIR: folder, SELLO_OPERATOR_PORT: 'off' },
  })

  const free = { SELLO_PORT: '0', SELLO_CLOCK_PORT: '0' }
  const { SELLO_PORT, SELLO_CLOCK_PORT, ...others } = await settingsOf(configOf(free))
  for (const port of [SELLO_PORT, SELLO_CLOCK_PORT]) assert.ok(Number(port) > 0, port)
  assert.notEqual(SELLO_PORT, SELLO_CLOCK_PORT)
  assert.deepEqual(others, {
    ...{ SELLO_DATA_DIR: folder, SELLO_HOST: '127.0.0.1' },
    ...{ SELLO_OPERATOR_PORT: 'off', SELLO_JOBS: 'here' },
  })
  const without = await settingsOf(configOf({ ...free, SELLO_CLOCK_PORT: 'off' }))
  assert.equal(without.SELLO_CLOCK_PORT, 'off')
})

const ports = { SELLO_PORT: '0', SELLO_CLOCK_PORT: 'off' }
const HOW_MANY = () => ({ count: 2, args: [join(folder, 'told')] })
const left = () => Object.keys(cluster.workers ?? {}).length

test('all serve behind one operator’s port, if there is one, and none is left when they stop', async () => {
  const alone = await startTogether(configOf({ ...ports, SELLO_OPERATOR_PORT: 'off' }), HOW_MANY())
  const { url, clockUrl, operatorUrl, console } = alone
  assert.deepEqual(
    { url, clockUrl, operatorUrl, console },
    {
      ...{ url: 'http://127.0.0.1:1', clockUrl: null, operatorUrl: null, console: 'off' },
    },
  )
  assert.equal(left(), 2)
  await alone.stop()
  assert.equal(left(), 0)

  const watched = await startTogether(configOf({ ...ports, SELLO_OPERATOR_PORT: '0' }), HOW_MANY())
  const metrics = await (await fetch(`${watched.operatorUrl}/metrics`)).text()
  assert.match(metrics, /^calls 2$/m)
  await watched.stop()
  assert.equal(left(), 0)
  await assert.rejects(fetch(`${watched.operatorUrl}/metrics`))
})

test('where the operator’s port is taken none is left serving', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  t.after(() => other.close())
  await once(other, 'listening')
  const port = String((other.address() as AddressInfo).port)
  const starting = startTogether(configOf({ ...ports, SELLO_OPERATOR_PORT: port }), HOW_MANY())
  await assert.rejects(starting, { code: 'EADDRINUSE' })
  assert.equal(left(), 0)
})
