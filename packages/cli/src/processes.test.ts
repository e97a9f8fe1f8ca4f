/** Several processes that serve on one port: they count together, are replaced, restarted, and never left behind. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { until } from '../../service/test/until.ts'
import { createWorld, SALE, type World } from '../../service/test/world.ts'
import { createFolder, endAll, type Folder, start } from '../test/cli.ts'
import { callerOf, isAlive, settingsOf, startTogether } from '../test/processes.ts'

let world: World
let folder: Folder
before(async () => {
  world = await createWorld()
  folder = await createFolder()
})
after(async () => {
  await endAll()
  await world.close()
  await folder.remove()
})

const ISSUED = 'sello_http_request_seconds_count{route="issue",status="200"}'

const countSealed = async () => {
  const sql = `select count(*) as n, count(distinct numero_control) as numbers from documents where estado = 'sellado'`
  const { n, numbers } = await world.deps.pool.one<{ n: bigint; numbers: bigint }>(sql)
  assert.equal(n, numbers)
  return Number(n)
}

/** Each on a connection of its own, which goes to the next process. */
function issueAlone(baseUrl: string): Promise<number> {
  const { apiKey, signKey } = world.company.key
  return fetch(`${baseUrl}/v1/dte`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', connection: 'close' },
      ...{ 'x-service-key': apiKey, 'x-service-sign-key': signKey ?? '' },
      'idempotency-key': world.deps.random.uuid(),
    },
    body: JSON.stringify(SALE),
  }).then(async (answer) => {
    await answer.text()
    return answer.status
  })
}

/** Between two sales of a caller: processes start meanwhile, and have to share the cores with these. */
const PAUSE_MS = 50

/** Callers that issue one sale after the other until the returned function is called, which says how many. */
function keepIssuing(issue: () => Promise<unknown>, callers: number): () => Promise<number> {
  let goesOn = true
  const running = Array.from({ length: callers }, async () => {
    let issued = 0
    for (; goesOn; issued++) {
      await issue()
      await setTimeout(PAUSE_MS)
    }
    return issued
  })
  return async () => {
    goesOn = false
    return (await Promise.all(running)).reduce((sum, one) => sum + one, 0)
  }
}

test('two processes on one port count together on one operator’s port', async () => {
  const { running, baseUrl, processes, pids, untilServing, metric } = await startTogether(
    world,
    folder.path,
    2,
  )
  assert.equal(processes, 2)
  await untilServing(2)
  for (let n = 0; n < 6; n++) assert.equal(await issueAlone(baseUrl), 200)

  assert.equal(await metric(ISSUED), 6)
  assert.equal(await metric('sello_database_up'), 1, 'not added up')
  const log = await running.said(/"route":"issue"/)
  for (const pid of await pids()) {
    const lines = log.split('\n').filter((line) => line.includes(`"pid":${pid},`))
    assert.ok(
      lines.some((line) => line.includes('"route":"issue"')),
      `${pid} issued none`,
    )
  }
  running.kill('SIGTERM')
  assert.equal((await running.ended()).code, 0)
})

test('a killed process is replaced, no sale is lost or issued twice, and no count falls', async () => {
  const { running, baseUrl, pids, untilServing, metric } = await startTogether(
    world,
    folder.path,
    2,
  )
  const before = await countSealed()
  const sello = callerOf(world, baseUrl)
  const stop = keepIssuing(() => sello.issue(SALE), 4)
  await until('some are issued', async () => (await metric(ISSUED)) >= 20)
  const counted = await metric(ISSUED)
  const [killed = 0] = await pids()
  process.kill(killed, 'SIGKILL')
  await running.said(/"msg":"a process ended"/)
  await untilServing(2)
  assert.ok((await metric(ISSUED)) >= counted)
  const issued = await stop()

  assert.equal((await pids()).length, 2)
  await until('all are sealed', async () => (await countSealed()) === before + issued)
  running.kill('SIGTERM')
  assert.equal((await running.ended()).code, 0)
})

test('a process killed with a connection on its way to it is replaced, and the caller hears of it', async () => {
  const { running, baseUrl, pids, untilServing } = await startTogether(world, folder.path, 2)
  await untilServing(2)
  const [killed = 0] = await pids()
  process.kill(killed, 'SIGSTOP') // it takes one connection, and never says so
  let answered = 0
  const calls = Array.from({ length: 4 }, () =>
    issueAlone(baseUrl).then(
      (status) => {
        answered++
        return status
      },
      () => 'cut off',
    ),
  )
  await until('the others are answered', async () => answered === 3)
  process.kill(killed, 'SIGKILL')

  await running.said(/"msg":"a process ended"/)
  assert.deepEqual((await Promise.all(calls)).sort(), [200, 200, 200, 'cut off'])
  await untilServing(2)
  assert.equal((await pids()).includes(killed), false)
  running.kill('SIGTERM')
  assert.equal((await running.ended()).code, 0)
})

test('a restart one after the other cuts off no call', async () => {
  const { running, baseUrl, pids, metric } = await startTogether(world, folder.path, 2)
  const former = await pids()
  const { apiKey, signKey } = world.company.key
  const headers = { 'x-service-key': apiKey, 'x-service-sign-key': signKey ?? '' }
  const stop = keepIssuing(async () => {
    const answer = await fetch(`${baseUrl}/v1/dte`, {
      method: 'POST',
      headers: {
        ...{ ...headers, 'content-type': 'application/json' },
        'idempotency-key': world.deps.random.uuid(),
      },
      body: JSON.stringify(SALE),
    })
    await answer.text()
    assert.equal(answer.status, 200)
  }, 4)
  await until('some are issued', async () => (await metric(ISSUED)) >= 8)
  running.kill('SIGUSR2')
  await running.said(/every process was restarted/)
  const issued = await stop() // rejects where one was cut off: these callers repeat nothing

  const present = await pids()
  assert.equal(present.length, 2)
  assert.ok(!present.some((pid) => former.includes(pid)))
  assert.equal(await metric(ISSUED), issued, 'those of the former processes are counted too')
  running.kill('SIGTERM')
  assert.equal((await running.ended()).code, 0)
})

test('when the first process is killed the others answer what runs, and end too', async () => {
  const { running, baseUrl, pids, untilServing } = await startTogether(world, folder.path, 2)
  await untilServing(2)
  const left = await pids()
  assert.equal(left.length, 2)
  const documents = async () =>
    (await world.deps.pool.one<{ n: bigint }>('select count(*) as n from documents')).n
  const before = await documents()
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: 1_500, times: 1 })
  const call = issueAlone(baseUrl)
  await until('it waits for the ministry', async () => (await documents()) > before)
  running.kill('SIGKILL')
  await running.ended()
  assert.equal(await call, 200)
  await until('none is left', () => !left.some(isAlive))
})

test('where a process cannot start, none serves, and the command ends with its reason', async () => {
  const other = Buffer.alloc(32, 7).toString('base64url')
  const env = { ...settingsOf(world), SELLO_MASTER_KEY: other }
  const service = start(['start', '--port', '0', '--processes', '2'], { cwd: folder.path, env })
  const { code, stderr } = await service.ended()
  assert.equal(code, 1, stderr)
  assert.match(stderr, /^sello: Un proceso no pudo arrancar .*SELLO_MASTER_KEY/m)
})

test('a process that ends again and again is not started for ever', async () => {
  const { running, pids, untilServing } = await startTogether(world, folder.path, 2)
  await untilServing(2)
  const [, steady] = await pids()
  assert.ok(steady)
  const ended = running.ended()
  const lost = new Set([steady])
  for (let losses = 0; losses < 5; losses++) {
    const next = await until('the next one serves', async () =>
      (await pids()).find((pid) => !lost.has(pid)),
    )
    lost.add(next)
    process.kill(next, 'SIGKILL')
  }
  const { code, stdout, stderr } = await ended
  assert.equal(code, 70, stderr)
  assert.match(stdout, /^\{"error":.*Un proceso terminó varias veces seguidas/m)
  assert.equal(stderr.match(/"msg":"a process ended"/g)?.length, 5)
  assert.ok(!isAlive(steady))
})
