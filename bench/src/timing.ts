/**
 * Whether the timing of a 401 reveals anything about the key: no key, a malformed one, an unknown one and a
 * wrong secret are called in turns, and each pair is compared by ranks (Mann-Whitney).
 */
import { createHash, randomBytes } from 'node:crypto'
import { Pool } from 'undici'
import { type Comparison, compareByRanks } from './ranks.ts'
import { addKeys, type World } from './world.ts'

const CALLS = 2_000
const WARM_UP_CALLS = 300
const OTHER_KEYS = 100

export interface Timing {
  readonly calls: number
  /** Median milliseconds of each kind. */
  readonly kinds: readonly { readonly name: string; readonly p50: number }[]
  readonly pairs: readonly Pair[]
}

export interface Pair extends Comparison {
  readonly names: readonly [string, string]
}

/** One caller, one connection, so that other calls do not disturb the measurement. */
export async function measureTiming(world: World): Promise<Timing> {
  await addKeys(world, OTHER_KEYS)
  const pool = new Pool(world.url, { connections: 1, pipelining: 1 })
  const times = new Map<string, number[]>(Object.keys(keysOf(world)).map((name) => [name, []]))
  for (let at = -WARM_UP_CALLS; at < CALLS; at++) {
    for (const [name, key] of shuffled(Object.entries(keysOf(world)))) {
      const took = await callOnce(pool, key)
      if (at >= 0) times.get(name)?.push(took)
    }
  }
  await pool.close()
  const entries = [...times]
  return {
    calls: CALLS,
    kinds: entries.map(([name, all]) => ({ name, p50: median(all) })),
    pairs: entries.flatMap(([one, a], at) =>
      entries
        .slice(at + 1)
        .map(([other, b]) => ({ names: [one, other] as const, ...compareByRanks(a, b) })),
    ),
  }
}

/** Fresh for each round: no key is ever sent twice. */
function keysOf({ key: { apiKey } }: World): Record<string, string | null> {
  const secret = randomBytes(32).toString('base64url')
  const id = randomBytes(9).toString('base64url')
  const [head = ''] = apiKey.split('.')
  return {
    'no key': null,
    malformed: `sello_test_${id}.${secret}xxxxxx`,
    'unknown id': withChecksum(`sello_test_${id}.${secret}`),
    'wrong secret': withChecksum(`${head}.${secret}`),
  }
}

/** With a valid checksum, or the service would not query its database. */
function withChecksum(head: string): string {
  return head + createHash('sha256').update(head).digest('base64url').slice(0, 6)
}

/** As long as a key, so that transfer and parsing take equally long. */
const NO_KEY = { 'x-no-such-key': withChecksum(`sello_test_${'x'.repeat(12)}.${'x'.repeat(43)}`) }

async function callOnce(pool: Pool, key: string | null): Promise<number> {
  const began = performance.now()
  const { statusCode, body } = await pool.request({
    method: 'GET',
    path: '/v1/status',
    headers: key === null ? NO_KEY : { 'x-service-key': key },
  })
  await body.dump()
  const took = performance.now() - began
  if (statusCode !== 401) throw new Error(`a bad key was answered ${statusCode}`)
  return took
}

function shuffled<T>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((x, y) => x - y)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
