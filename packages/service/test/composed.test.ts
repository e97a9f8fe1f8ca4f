/** What a process is composed of, what it says of itself, and that nothing of it is left when it ends or cannot start. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { readConfig } from '../src/base/config.ts'
import type { Pool } from '../src/base/db/pool.ts'
import { transaction } from '../src/base/db/tx.ts'
import { createLog } from '../src/base/log.ts'
import { toText } from '../src/base/telemetry/figures.ts'
import { BUILD_COMMAND } from '../src/entrypoints/console/files.ts'
import type { IssuingDeps } from '../src/flows/issuing/context.ts'
import { closeFence, openFence, readIdentity } from '../src/ledger/marks/marks.ts'
import { startService, startWorker } from '../src/main.ts'
import { makeFolder } from './folder.ts'
import { signInAs } from './people.ts'
import { until } from './until.ts'
import { createWorld, SALE, type World } from './world.ts'

let world: World
let folder: string
before(async () => {
  world = await createWorld()
  folder = await makeFolder('composed')
})
after(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

const configOf = (more: Record<string, string>) => {
  const { masterKey, pepper } = world.deps.secrets
  return readConfig({
    ...{ DATABASE_URL: world.databaseUrl, SELLO_DATA_DIR: folder, SELLO_MH_TEST_URL: world.mh.url },
    SELLO_MASTER_KEY: masterKey.toString('base64url'),
    SELLO_PEPPER: pepper.toString('base64url'),
    ...{ SELLO_PORT: '0', SELLO_CLOCK_PORT: 'off', SELLO_OPERATOR_PORT: 'off' },
    ...{ SELLO_LOG_LEVEL: 'silent', SELLO_JOBS: 'none', SELLO_CONSOLE_DIR: 'off' },
    ...more,
  })
}

/** The parts of a service, and what it logs. */
function watching() {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const seen: { deps?: IssuingDeps } = {}
  return {
    adapt(deps: IssuingDeps) {
      seen.deps = { ...deps, log }
      return seen.deps
    },
    deps: () => seen.deps ?? assert.fail(),
    said: () =>
      lines.map((line) => {
        const { level, time: _, error, ...said } = JSON.parse(line)
        return error ? { level, ...said, error: typeof error.message } : { level, ...said }
      }),
  }
}

/** Connections to the world's database. */
const connections = async () => {
  const sql =
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  return (await world.deps.pool.many<{ pid: number }>(sql)).map(({ pid }) => pid)
}

/** Runs `work`, after which no connection is left that was not there before. */
async function leavingNone(work: () => Promise<void>): Promise<void> {
  const known = new Set(await connections())
  await work()
  await until('its connections are closed', async () =>
    (await connections()).every((pid) => known.has(pid)),
  )
}

const optionsOf = ({ options }: Pool) => {
  const { max, acquireTimeoutMs, synchronousCommit, preparedStatements, isCluster } = options
  return [max, acquireTimeoutMs, synchronousCommit, preparedStatements, isCluster]
}

test('a service says where it listens, counts at its end what strangers did, and leaves no connection', async () => {
  await leavingNone(async () => {
    const { adapt, deps, said } = watching()
    const more = { SELLO_CLOCK_PORT: '0', SELLO_OPERATOR_PORT: '0', PUBLIC_BASE_PATH: '/api' }
    const service = await startService(configOf(more), adapt)
    const { url, clockUrl, operatorUrl } = service
    const address = url.replace(/\/api$/, '')
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+$/)
    assert.deepEqual([service.databaseUrl, service.console], [world.databaseUrl, 'off'])
    for (const at of [`${url}/v1/openapi.json`, `${clockUrl}/`, `${operatorUrl}/healthz`]) {
      assert.equal((await fetch(at)).status, 200, at)
    }
    const headers = { 'x-service-key': world.company.key.apiKey }
    assert.equal((await fetch(`${url}/v1/dte`, { headers })).status, 200)
    const { pool, outcomePool, logPool, consolePool, companyReads } = deps()
    assert.deepEqual([pool, outcomePool, logPool, consolePool, companyReads.pool].map(optionsOf), [
      [8, 5_000, 'on', 'on', pool.options.isCluster],
      [4, 30_000, 'on', 'on', pool.options.isCluster],
      [4, 5_000, 'off', 'on', pool.options.isCluster],
      [4, 2_000, 'on', 'on', pool.options.isCluster],
      [4, 5_000, 'on', 'on', pool.options.isCluster],
    ])
    const note = () =>
      deps().security.note({ kind: 'entrada_fallida', person: null, peer: '192.0.2.1' })
    note()
    await deps().security.record(consolePool, 'due')
    note() // within the hour: due later, and written at the end
    await service.stop()
    const told = said().filter(({ msg, route }) => msg !== 'anonymous call' && route === undefined)
    assert.deepEqual(told, [
      { level: 30, url: address, clockUrl, operatorUrl, msg: 'listening' },
      { level: 30, msg: 'stopped' },
    ])
    for (const at of [url, clockUrl, operatorUrl]) await assert.rejects(fetch(String(at)), at ?? '')
  })
  const noted = await world.deps.pool.many(
    `select 1 from audit_log where acto = 'seguridad.entrada_fallida'`,
  )
  assert.equal(noted.length, 2)
})

test('one of several has its share, says that its console is not built, and that it could not tell of strangers', async () => {
  await leavingNone(async () => {
    const { adapt, deps, said } = watching()
    const more = {
      ...{ SELLO_DATABASE_CONNECTIONS: '5', SELLO_PREPARED_STATEMENTS: 'off' },
      SELLO_CONSOLE_DIR: folder,
    }
    const service = await startService({ ...configOf(more), sharedBy: 2 }, adapt)
    assert.equal(service.console, 'unbuilt')
    assert.deepEqual([service.clockUrl, service.operatorUrl], [null, null])
    const { pool, outcomePool, logPool, consolePool, companyReads } = deps()
    const pools = [pool, outcomePool, logPool, consolePool, companyReads.pool]
    assert.deepEqual(
      pools.map(({ options: { max, preparedStatements } }) => [max, preparedStatements]),
      [2, 2, 2, 4, 2].map((max) => [max, 'off']),
    )
    await world.deps.pool.many('alter table audit_log rename to away')
    deps().security.note({ kind: 'entrada_fallida', person: null, peer: '192.0.2.1' })
    await service.stop()
    await world.deps.pool.many('alter table away rename to audit_log')
    const msg = 'the console is not built: its addresses say so'
    const lost = 'security events are not in the audit log'
    const told = said().filter(({ job }) => job === undefined) // one may have tried to write it too
    assert.deepEqual(told, [
      { level: 40, consoleDir: folder, command: BUILD_COMMAND, msg },
      { level: 30, url: service.url, clockUrl: null, operatorUrl: null, msg: 'listening' },
      { level: 50, msg: lost, error: 'string' },
      { level: 30, msg: 'stopped' },
    ])
  })
})

test('a service that has stopped has written what it records, counted it, and ended its thread', async (t) => {
  const record = join(folder, 'record')
  const threads = new Set<Worker>()
  const onThread = (thread: Worker) => {
    threads.add(thread)
    thread.once('exit', () => threads.delete(thread))
  }
  process.on('worker', onThread)
  t.after(() => process.off('worker', onThread))
  const service = await startService(configOf({ SELLO_MH_RECORD: record }))
  const { apiKey, signKey } = world.company.key
  const { status } = await fetch(`${service.url}/v1/dte`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'idempotency-key': 'recorded' },
      ...{ 'x-service-key': apiKey, 'x-service-sign-key': signKey ?? '' },
    },
    body: JSON.stringify(SALE),
  })
  assert.equal(status, 200)
  assert.equal(threads.size, 1)
  await service.stop()
  assert.equal(threads.size, 0)
  const figures = await toText([await service.counted()])
  const exchanges = /^sello_ministry_exchange_seconds_count\{.*service="(.+?)".*\} (\d+)$/gm
  assert.deepEqual(
    [...figures.matchAll(exchanges)].map(([, of, times]) => [of, times]),
    [
      ['/seguridad/auth', '1'],
      ['/fesv/recepciondte', '1'],
    ],
  )
  const names = await readdir(record)
  assert.equal(names.length, 1)
  const [head, ...lines] = (await readFile(join(record, String(names[0])), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual([head.recording, head.version], ['sello', 1])
  assert.deepEqual(
    lines.map(({ path, answer }) => [path, answer.status]),
    [
      ['/seguridad/auth', 200],
      ['/fesv/recepciondte', 200],
    ],
  )
})

test('a process whose port is taken does not start, and leaves no connection', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  t.after(() => other.close())
  await once(other, 'listening')
  const port = String((other.address() as AddressInfo).port)
  const own = await freePort()
  const taken = { code: 'EADDRINUSE' }
  await leavingNone(async () => {
    for (const name of ['SELLO_PORT', 'SELLO_OPERATOR_PORT', 'SELLO_CLOCK_PORT']) {
      const ports = { SELLO_PORT: String(own), [name]: port }
      await assert.rejects(startService(configOf(ports)), taken, name)
      await assert.rejects(fetch(`http://127.0.0.1:${own}/v1/openapi.json`), name)
    }
    await assert.rejects(startWorker(configOf({ SELLO_OPERATOR_PORT: port })), taken)
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a process with other secrets does not start, and leaves no connection', async () => {
  const other = { SELLO_PEPPER: Buffer.alloc(32, 1).toString('base64url') }
  await leavingNone(async () => {
    await assert.rejects(startService(configOf(other)), { name: 'OtherSecrets' })
  })
})

test('before it listens a process knows whether it may issue, and the request log has its days', async () => {
  const { pool } = world.deps
  const last = async () => {
    const { name } = await pool.one<{ name: string }>(
      `select max(c.relname) as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'request_log'::regclass and c.relname ~ '[0-9]$'`,
    )
    return name
  }
  const day = await last()
  await pool.many(`drop table ${day}`)
  await transaction(pool, (tx) => closeFence(tx, 'restored'))
  const { adapt, deps } = watching()
  const service = await startService(configOf({}), adapt)
  assert.equal(deps().fence.isOpen, false)
  assert.equal(await last(), day)
  await service.stop()
  const identity = await readIdentity(pool)
  await transaction(pool, (tx) => openFence(tx, identity))
})

test('while callers end their connections a balancer is told to send no more calls', async (t) => {
  const service = await startService(configOf({ SELLO_OPERATOR_PORT: '0' }))
  const ready = async () => {
    const answer = await fetch(`${service.operatorUrl}/readyz`)
    return [answer.status, ((await answer.json()) as { problemas: unknown }).problemas]
  }
  assert.deepEqual(await ready(), [200, []])
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  const [answer] = await once(get(`${service.url}/v1/openapi.json`, { agent }), 'response')
  await readAll(answer)
  const stopped = service.stop(60_000)
  assert.deepEqual(await ready(), [503, ['el proceso se está deteniendo']])
  agent.destroy()
  await stopped
})

test('the console keeps a company’s files in a folder of its own among the data', async () => {
  const { nit } = world.company
  const { cookies } = await signInAs(world, 'dueno')
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const service = await startService(configOf({}))
  const address = `${service.url}/console/api/${nit}/almacenamiento`
  const answer = await fetch(address, { headers: { cookie } })
  const { carpetaSugerida } = (await answer.json()) as { carpetaSugerida: string }
  await service.stop()
  assert.equal(carpetaSugerida, join(folder, 'documentos', nit))
})

test('a worker serves the operator’s port alone, if any, and leaves no connection', async () => {
  await leavingNone(async () => {
    const worker = await startWorker(configOf({ SELLO_OPERATOR_PORT: '0' }))
    assert.equal((await fetch(`${worker.operatorUrl}/readyz`)).status, 200)
    const alone = await startWorker(configOf({}))
    assert.equal(alone.operatorUrl, null)
    await Promise.all([alone.stop(), worker.stop()])
    await assert.rejects(fetch(String(worker.operatorUrl)))
  })
})
