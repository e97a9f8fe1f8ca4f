/**
 * Sales over a network that loses, delays, truncates and repeats, and by a caller that is killed: each is sealed
 * exactly once. SELLO_TEST_SALES sets their number (60), SEED the faults.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SEED_NUMBER } from '../../fiscal/test/seed.ts'
import { nodeArgs } from '../../service/test/programs.ts'
import { until } from '../../service/test/until.ts'
import { type Demo, ledger, startDemo } from '../test/demo.ts'
import { FAULTS, type Fault, type FaultyProxy, startFaultyProxy } from '../test/faulty-proxy.ts'
import { randomSale } from '../test/random-sale.ts'
import { isSelloError } from './index.ts'

const SALES = Number(process.env.SELLO_TEST_SALES ?? 60)
const KILLS = Math.max(3, Math.ceil(SALES / 100))

let demo: Demo
let proxy: FaultyProxy
before(async () => {
  demo = await startDemo()
  proxy = await startFaultyProxy(demo.baseUrl, faultsOf(SEED_NUMBER))
})
after(async () => {
  await proxy.close()
  await demo.stop()
})

/** Two calls in five meet a fault; the same seed gives the same faults. */
function faultsOf(seed: number): () => Fault | null {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return () => (random() < 0.4 ? (FAULTS[Math.floor(random() * FAULTS.length)] ?? null) : null)
}

/** The number of documents per referencia with this prefix. */
async function issuedBy(prefix: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for await (const { referencia } of demo.client().list({ limit: 100 })) {
    if (referencia?.startsWith(prefix)) counts.set(referencia, (counts.get(referencia) ?? 0) + 1)
  }
  return counts
}

async function assertOnce(prefix: string): Promise<void> {
  const counts = await issuedBy(prefix)
  assert.equal(counts.size, SALES)
  assert.deepEqual(
    [...counts].filter(([, count]) => count !== 1),
    [],
  )
  const numbers = (await ledger(demo)).map(({ numeroControl }) => numeroControl)
  assert.equal(new Set(numbers).size, numbers.length, 'no number twice at the ministry')
}

test(`${SALES} sales over a faulty network are each sealed once, with their own answer`, {
  timeout: 3_600_000,
}, async () => {
  const delaysMs = Array.from({ length: 20 }, () => 10)
  const sello = demo.client({ baseUrl: proxy.url, retry: { delaysMs }, timeoutMs: 30_000 })
  const answers = new Map<string, string>()
  const waiting = Array.from({ length: SALES }, (_, n) => `P-${n}`)
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const issued = await sello.issue(randomSale(next))
        assert.equal(issued.estado, 'sellado')
        answers.set(next, issued.codigoGeneracion)
      }
    }),
  )

  await assertOnce('P-')
  for await (const { referencia, codigoGeneracion } of demo.client().list({ limit: 100 })) {
    if (referencia) assert.equal(answers.get(referencia), codigoGeneracion, 'its own answer')
  }
  for (const fault of FAULTS) assert.ok(proxy.counts.get(fault), `${fault} never happened`)
})

test(`${SALES} sales of a caller that is killed ${KILLS} times are each sealed once`, {
  timeout: 3_600_000,
}, async () => {
  const program = nodeArgs('packages/client/test/caller-child.ts')
  const args = [...program, proxy.url, demo.apiKey, demo.signKey, demo.folder]
  const start = () =>
    spawn(process.execPath, [...args, String(SALES)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const answered = async () => {
    const text = await readFile(`${demo.folder}/answered.txt`, 'utf8').catch(() => '')
    return text.split('\n').length - 1
  }
  for (let n = 1; n <= KILLS; n += 1) {
    const running = start()
    const ended = once(running, 'exit')
    const enough = Math.floor((SALES * n) / (KILLS + 1))
    const isFarEnough = async () => (await answered()) >= enough || running.exitCode !== null
    await until(`${enough} sales are answered`, isFarEnough, 600_000)
    await sleep(Math.random() * 50)
    running.kill('SIGKILL')
    await ended
    proxy.forget()
  }
  const [code] = await once(start(), 'exit')

  assert.equal(code, 0)
  assert.equal(await answered(), SALES)
  await assertOnce('K-')
})

test('if nothing answers any more the error says that the outcome is unknown, with the key for a repeat', async () => {
  const away = await startFaultyProxy(demo.baseUrl, () => 'drop_answer')
  const client = demo.client({ baseUrl: away.url, retry: { delaysMs: [5, 5] } })
  const failed = await client.issue(randomSale('U-1')).catch((error) => error)
  await away.close()
  const { idempotencyKey } = failed
  const again = await demo.client().issue(randomSale('U-1'), { idempotencyKey })

  assert.ok(isSelloError(failed, 'network'))
  assert.equal(failed.outcome, 'unknown')
  assert.equal(failed.attempts, 3)
  assert.equal(again.estado, 'sellado')
  assert.equal((await issuedBy('U-1')).get('U-1'), 1)
})

test('a call can be aborted, and a late answer is a timeout', async () => {
  const slow = await startFaultyProxy(demo.baseUrl, () => 'delay')
  const client = demo.client({ baseUrl: slow.url, retry: { delaysMs: [] } })
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 50)
  const aborted = await client.status({ signal: controller.signal }).catch((error) => error)
  const late = await client.status({ timeoutMs: 100 }).catch((error) => error)
  const foreign = await startFaultyProxy(demo.baseUrl, () => 'page')
  const page = await demo
    .client({ baseUrl: foreign.url, retry: { delaysMs: [] } })
    .status()
    .catch((error) => error)
  await slow.close()
  await foreign.close()

  assert.ok(isSelloError(aborted, 'aborted'))
  assert.ok(isSelloError(late, 'timeout'))
  assert.ok(isSelloError(page, 'unreadable_answer'))
  assert.equal(page.details.status, 502)
})
