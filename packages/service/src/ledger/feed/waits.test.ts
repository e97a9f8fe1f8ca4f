/** Who waits for a feed is answered by one look for all; how many may wait; and what ends a wait without news. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Pool } from '../../base/db/pool.ts'
import { createLog } from '../../base/log.ts'
import { createFeedWaits, type FeedWait, type FeedWaits, feedWaitsOf } from './waits.ts'

const LOOK_MS = 500
const LIMITS = { total: 4, ofAddress: 3, ofCompany: 2, ofKey: 1 }

interface Sleeper {
  readonly ms: number
  wake(): void
}

let waits: FeedWaits
let sleepers: Sleeper[] = []
/** The last position of each company's feed; an error: of the look. */
let lasts: ReadonlyMap<string, bigint> | Error = new Map()
let asked: unknown[] = []
let lines: string[] = []
afterEach(() => waits.stop())

function begin(): void {
  ;[sleepers, lasts, asked, lines] = [[], new Map(), [], []]
  const clock = {
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const one: Sleeper = {
          ms,
          wake() {
            sleepers = sleepers.filter((other) => other !== one)
            resolve()
          },
        }
        sleepers.push(one)
        signal?.addEventListener('abort', one.wake)
      }),
  }
  const pool = {
    options: { isCluster: false },
    async many(_: string, [companies]: readonly unknown[]) {
      asked.push(companies)
      if (lasts instanceof Error) throw lasts
      return [...lasts].map(([companyId, last]) => ({ companyId, ambiente: '00', last }))
    },
  } as unknown as Pool
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  waits = createFeedWaits({ pool, clock, log }, LIMITS)
}

const waitOf = (n: number, more: Partial<FeedWait> = {}): FeedWait => ({
  ...{ companyId: `c${n}`, ambiente: '00', after: 5n, keyId: `k${n}`, address: `a${n}` },
  whenGone: () => {},
  ...more,
})

/** What was answered so far, by the number of the wait. */
function waitAll(...all: readonly FeedWait[]): Map<number, boolean> {
  const answers = new Map<number, boolean>()
  for (const [i, one] of all.entries()) {
    void waits.until(one, 20_000).then((isNews) => answers.set(i, isNews))
  }
  return answers
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
async function wake(ms: number): Promise<void> {
  for (const one of sleepers.filter((sleeper) => sleeper.ms === ms)) one.wake()
  await settled()
}

test('one look twice a second answers those whose feed has a later position', async () => {
  begin()
  const answers = waitAll(waitOf(1), waitOf(2), waitOf(3), waitOf(2, { keyId: 'k', after: 6n }))
  const looks = () => sleepers.filter(({ ms }) => ms === LOOK_MS).length
  assert.equal(looks(), 1, 'for all of them')
  lasts = new Map([
    ['c1', 5n],
    ['c2', 6n],
  ])
  await wake(LOOK_MS)
  assert.deepEqual(asked, [['c1', 'c2', 'c3']])
  assert.deepEqual([...answers], [[1, true]])
  assert.deepEqual([waits.count(), looks()], [3, 1])
  lasts = new Map([['c2', 7n]])
  await wake(LOOK_MS)
  assert.deepEqual(
    [...answers],
    [
      [1, true],
      [3, true],
    ],
  )
})

test('nobody looks while nobody waits, and the next who waits is looked for', async () => {
  begin()
  const answers = waitAll(waitOf(1))
  await wake(20_000)
  await wake(LOOK_MS)
  assert.deepEqual([[...answers], asked, sleepers], [[[0, false]], [], []])
  const later = waitAll(waitOf(1))
  lasts = new Map([['c1', 6n]])
  await wake(LOOK_MS)
  assert.deepEqual([[...later], asked], [[[0, true]], [['c1']]])
})

test('a look that fails is told, and followed by the next one', async () => {
  begin()
  const answers = waitAll(waitOf(1))
  lasts = new TypeError('no')
  await wake(LOOK_MS)
  const [line, ...others] = lines.map((text) => JSON.parse(text))
  assert.deepEqual([line.level, line.msg, others], [40, 'a look at the feeds failed', []])
  assert.match(JSON.stringify(line.error), /TypeError/)
  lasts = new Map([['c1', 6n]])
  await wake(LOOK_MS)
  assert.deepEqual([...answers], [[0, true]])
})

test('beyond the limit of a key, a company, an address or all, a call is answered at once', async () => {
  const [company, address] = [{ companyId: 'c' }, { address: 'a' }]
  // biome-ignore format: a table
  const cases: readonly (readonly [what: string, all: readonly Partial<FeedWait>[], waiting: number])[] = [
    ['of a key',      [{ keyId: 'k' }, { keyId: 'k' }],                    1],
    ['of a company',  [company, company, company],                         2],
    ['of an address', [address, address, address, address],                3],
    ['of all',        [{}, {}, {}, {}, {}],                                4],
  ]
  for (const [what, all, waiting] of cases) {
    begin()
    const answers = waitAll(...all.map((more, i) => waitOf(i, more)))
    await settled()
    assert.deepEqual([[...answers], waits.count()], [[[waiting, false]], waiting], what)
    await wake(20_000)
    assert.equal(waits.count(), 0)
    const again = waitAll(...all.map((more, i) => waitOf(i, more)))
    await settled()
    assert.deepEqual([[...again], waits.count()], [[[waiting, false]], waiting], `${what}, again`)
    waits.stop()
  }
})

test('a wait ends without news after its time, when its caller goes, and when the process stops', async () => {
  begin()
  let leave = () => {}
  const answers = waitAll(waitOf(1, { whenGone: (then) => (leave = then) }), waitOf(2), waitOf(3))
  leave()
  await settled()
  assert.deepEqual([[...answers], waits.count()], [[[0, false]], 2])
  waits.stop()
  await settled()
  assert.deepEqual([...answers].toSorted(), [
    [0, false],
    [1, false],
    [2, false],
  ])
  assert.deepEqual([sleepers, waits.count()], [[], 0])
  assert.equal(await waits.until(waitOf(4), 20_000), false)
  begin()
  const late = waitAll(waitOf(1))
  await wake(20_000)
  assert.deepEqual([...late], [[0, false]])
})

test('processes that serve together share all limits but that of a key', () => {
  assert.deepEqual(feedWaitsOf(1), { total: 1_024, ofAddress: 256, ofCompany: 64, ofKey: 1 })
  assert.deepEqual(feedWaitsOf(4), { total: 256, ofAddress: 64, ofCompany: 16, ofKey: 1 })
})
