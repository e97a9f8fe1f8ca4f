import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../src/base/config.ts'
import { transaction } from '../src/base/db/tx.ts'
import { closeFence, openFence, readIdentity } from '../src/ledger/marks/marks.ts'
import { startService, startWorker } from '../src/main.ts'
import { until } from './until.ts'
import { createWorld, SALE, type World } from './world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const settings = (more: Record<string, string>) => {
  const { masterKey, pepper } = world.deps.secrets
  return readConfig({
    DATABASE_URL: world.databaseUrl,
    SELLO_MASTER_KEY: masterKey.toString('base64url'),
    SELLO_PEPPER: pepper.toString('base64url'),
    SELLO_MH_TEST_URL: world.mh.url,
    SELLO_PORT: '0',
    SELLO_CLOCK_PORT: 'off',
    SELLO_OPERATOR_PORT: 'off',
    SELLO_LOG_LEVEL: 'silent',
    ...more,
  })
}

const isCopied = async (codigoGeneracion: string) => {
  const sql = 'select 1 from copies where codigo_generacion = $1'
  return (await world.deps.pool.many(sql, [codigoGeneracion])).length > 0
}

test('where the serving process runs no jobs a worker does them', async () => {
  const serving = await startService(settings({ SELLO_JOBS: 'none' }))
  const { codigoGeneracion } = (await world.issue()).body
  await sleep(2_500) // with jobs it would be copied within a second; without them it never is
  assert.equal(await isCopied(codigoGeneracion), false)

  const worker = await startWorker(settings({}))
  await until('the worker copied it', () => isCopied(codigoGeneracion))
  await worker.stop()
  await serving.stop()
})

test('a process that runs no jobs notices a restored database, and that it is reconciled', async () => {
  const service = await startService(settings({ SELLO_JOBS: 'none' }))
  const issue = async () => {
    const { apiKey, signKey } = world.company.key
    const reply = await fetch(`${service.url}/v1/dte`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-service-key': apiKey,
        'x-service-sign-key': signKey ?? '',
        'idempotency-key': world.deps.random.uuid(),
      },
      body: JSON.stringify(SALE),
    })
    return reply.status
  }
  const becomes = async (status: number) => {
    await until(`it answers ${status}`, async () => (await issue()) === status)
  }
  try {
    await becomes(200)
    await transaction(world.deps.pool, (tx) => closeFence(tx, 'restored'))
    await becomes(503)
    await sleep(1_500) // it has detected the outage itself, and must learn that it is over
    const identity = await readIdentity(world.deps.pool)
    await transaction(world.deps.pool, (tx) => openFence(tx, identity))
    await becomes(200)
  } finally {
    await service.stop()
  }
})
