import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { WAYS } from '../../../test/citus.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { hashesOf } from '../../base/secrets/secrets.ts'
import { reactivateKey } from '../../flows/admin/keys.ts'
import { type Admission, admit } from './admit.ts'
import { parseApiKey } from './api-key.ts'
import { changeLimits } from './keys.ts'
import {
  closestOf,
  forgetOldCalls,
  type Kind,
  readQuota,
  remainingOf,
  secondsUntilNext,
} from './quota.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS
const LIMITS = { hour: 4, day: 9, status: 3 }

let world: World

async function callerOf(limits = LIMITS) {
  const key = await world.mintKey(world.company.nit, { passphrase: null, limits })
  const parsed = parseApiKey(key.apiKey)
  if (!parsed) throw new Error('a minted key is none')
  const { keyId, ambiente, secret } = parsed
  const hashes = hashesOf(world.deps.secrets, secret)
  return async (at: Date, kind: Kind = 'cuota'): Promise<Admission> => {
    const arrival = {
      at,
      route: 'query',
      peer: null,
      idempotencyKey: null,
      space: 'issue',
    } as const
    const requestId = randomUUID()
    const caller = { keyId, ambiente, hashes, scopes: ['query'], kind } as const
    const admission = await admit(world.deps, { requestId, ...arrival, ...caller })
    assert.ok(admission)
    return admission
  }
}

/** A model of the windows: stores every counted call, and counts those younger than each window. */
function createModel({ hour, day }: typeof LIMITS) {
  const counted: number[] = []
  const within = (at: number, ms: number) => counted.filter((one) => one > at - ms)
  return {
    call(at: number) {
      const fits = within(at, HOUR_MS).length < hour && within(at, DAY_MS).length < day
      if (fits) counted.push(at)
      const [first] = within(at, HOUR_MS)
      return {
        counted: fits,
        used: [within(at, HOUR_MS).length, within(at, DAY_MS).length],
        reset: first === undefined ? 0 : Math.max(1, Math.ceil((first + HOUR_MS - at) / SECOND_MS)),
      }
    },
  }
}

const STEPS_MS = [0, 1, SECOND_MS, 7 * 60 * SECOND_MS, HOUR_MS - 1, HOUR_MS, 5 * HOUR_MS, DAY_MS]

const sweep = (at: number) =>
  forgetOldCalls({ ...world.deps, clock: { ...world.deps.clock, now: () => new Date(at) } })

const NOW = new Date('2026-08-03T15:00:00Z')
const window = (limit: number, used: number, ageMs: number | null, seconds = 3_600) => ({
  ...({ window: 'hora', limit, seconds, used } as const),
  nextAt: ageMs === null ? null : new Date(NOW.getTime() - ageMs),
})

test('the next call fits in whole seconds: at least one, at most the window', () => {
  // biome-ignore format: a table
  const cases: readonly (readonly [ageMs: number | null, seconds: number])[] = [
    [null, 0], [0, 3_600], [1, 3_600], [999, 3_600], [1_000, 3_599], [1_001, 3_599],
    [HOUR_MS - 1_001, 2], [HOUR_MS - 1_000, 1], [HOUR_MS - 1, 1], [HOUR_MS, 1], [2 * HOUR_MS, 1], [-1, 3_600],
  ]
  for (const [ageMs, seconds] of cases) {
    assert.equal(secondsUntilNext(window(1, 1, ageMs), NOW), seconds, String(ageMs))
  }
})

test('the closest window has the fewest calls left, and of equal ones the longer wait', () => {
  const full = window(4, 4, 0)
  const over = window(4, 6, HOUR_MS / 2)
  const [one, two] = [window(4, 3, 0), window(9, 7, 0)] as const
  assert.deepEqual([full, over, one, two].map(remainingOf), [0, 0, 1, 2])
  const later = window(4, 4, 1_000)
  // biome-ignore format: a table
  const cases = [
    [[full], full], [[two, one], one], [[one, two], one], [[two, full, one], full],
    [[full, over], full], [[over, full], full], [[full, later], full], [[later, full], full],
  ] as const
  for (const [windows, closest] of cases) assert.equal(closestOf(windows, NOW), closest)
  assert.throws(() => closestOf([], NOW), /bug: a call that no window counts/)
  const same = { ...full }
  assert.equal(closestOf([full, same], NOW), full, 'of the same the first')
})

for (const { way, pool } of WAYS) {
  describe(way, () => {
    before(async () => {
      world = await createWorld({ pool })
    })
    after(() => world.close())

    test('each window counts exactly the calls younger than its length', async () => {
      const steps = fc.array(fc.constantFrom(...STEPS_MS), { minLength: 20, maxLength: 40 })
      await fc.assert(
        fc.asyncProperty(steps, fc.nat(30), async (gaps, sweepAt) => {
          const call = await callerOf()
          const model = createModel(LIMITS)
          let at = world.deps.clock.now().getTime()
          for (const [i, gap] of gaps.entries()) {
            at += gap
            if (i === sweepAt) await sweep(at)
            const expected = model.call(at)
            const { counted, windows } = await call(new Date(at))
            const [hour] = windows
            assert.ok(hour)
            const reset = secondsUntilNext(hour, new Date(at))
            assert.deepEqual({ counted, used: windows.map(({ used }) => used), reset }, expected)
          }
        }),
        { numRuns: 25 },
      )
    })

    test('status calls are counted separately, in their own hourly window', async () => {
      const call = await callerOf()
      const at = world.deps.clock.now()
      const counted = []
      for (let i = 0; i < 4; i++) counted.push((await call(at, 'estado')).counted)
      const { key, windows } = await call(at)

      assert.deepEqual(counted, [true, true, true, false])
      assert.deepEqual(
        windows.map(({ window, used }) => [window, used]),
        [
          ['hora', 1],
          ['dia', 1],
        ],
      )
      const quota = await readQuota(world.deps.pool, key, at)
      assert.deepEqual(
        [quota.hora, quota.dia, quota.estado].map(({ used, limit }) => [used, limit]),
        [
          [1, 4],
          [1, 9],
          [3, 3],
        ],
      )
      assert.equal(closestOf(Object.values(quota), at).window, 'estado')
      assert.equal(remainingOf(quota.estado), 0)
    })

    test('once a limit is lowered the next call fits when enough of them have left', async () => {
      const call = await callerOf()
      const start = world.deps.clock.now().getTime()
      const at = (n: number) => new Date(start + n * SECOND_MS)
      let { key } = await call(at(1))
      for (const n of [2, 3, 4]) ({ key } = await call(at(n)))
      const next = async (hour: number) => {
        await changeLimits(world.deps.pool, key, { limits: { hour } })
        const { hora } = await readQuota(world.deps.pool, key, at(5))
        return [hora.limit, hora.used, hora.nextAt]
      }
      assert.deepEqual(
        [await next(5), await next(4), await next(3), await next(2), await next(1)],
        [5, 4, 3, 2, 1].map((hour) => [hour, 4, at(hour >= 4 ? 1 : 5 - hour)]),
      )
      const { hora } = await readQuota(world.deps.pool, key, at(3_601))
      assert.deepEqual([hora.used, hora.nextAt], [3, at(4)], 'the first has left')
    })

    test('the windows of a key that has not called are empty, and each has its own limit', async () => {
      const call = await callerOf()
      const at = world.deps.clock.now()
      const { key } = await call(at, 'estado')
      const empty = { seconds: 3_600, used: 0, nextAt: null }
      assert.deepEqual(await readQuota(world.deps.pool, key, at), {
        hora: { ...empty, window: 'hora', limit: 4 },
        dia: { ...empty, window: 'dia', limit: 9, seconds: 86_400 },
        estado: { ...empty, window: 'estado', limit: 3, used: 1, nextAt: at },
        novedades: { ...empty, window: 'novedades', limit: 240 },
      })
    })

    test('of a window that is over its limit by more than a thousand calls the thousandth is told', async () => {
      const call = await callerOf()
      const start = world.deps.clock.now().getTime()
      const { key } = await call(new Date(start))
      const of = [key.companyId, key.keyId]
      await world.deps.pool.many(
        `insert into rate_calls (company_id, key_id, kind, at, seq)
         select $1, $2, 'cuota', $3::timestamptz + n * interval '1 second', n + 1
           from generate_series(1, 1100) as n`,
        [...of, new Date(start)],
      )
      await world.deps.pool.many(
        `update rate_windows set last_seq = 1101, last_at = $3
          where company_id = $1 and key_id = $2 and kind = 'cuota'`,
        [...of, new Date(start + 1_100 * SECOND_MS)],
      )
      const { hora } = await readQuota(world.deps.pool, key, new Date(start))
      assert.deepEqual([hora.used, hora.nextAt], [1_101, new Date(start + 1_000 * SECOND_MS)])
    })

    test('a process whose clock is behind continues the count of one that is ahead', async () => {
      const call = await callerOf()
      const ahead = world.deps.clock.now()
      const behind = new Date(ahead.getTime() - HOUR_MS)
      const counted = []
      for (const at of [ahead, behind, ahead, behind, behind])
        counted.push((await call(at)).counted)

      assert.deepEqual(counted, [true, true, true, true, false])
    })

    test('calls counted in the future by a fast clock are removed when the key is reactivated', async () => {
      const call = await callerOf()
      const now = world.deps.clock.now()
      const ahead = new Date(now.getTime() + DAY_MS)
      const { key } = await call(now)
      for (let i = 0; i < 4; i++) await call(ahead)
      assert.equal((await call(now)).counted, false, 'the hour is full until tomorrow')

      await reactivateKey(world.admin, world.company.nit, key.keyId)

      const { counted, windows } = await call(now)
      assert.equal(counted, true)
      assert.deepEqual(
        windows.map(({ used }) => used),
        [2, 2],
      )
    })

    test('calls older than every window are deleted, and counting continues', async () => {
      const call = await callerOf()
      const at = world.deps.clock.now().getTime() + 2 * DAY_MS // later than the other tests
      await sweep(at + 100 * DAY_MS) // what those left
      await call(new Date(at))
      await call(new Date(at + HOUR_MS))

      const forgotten = await sweep(at + DAY_MS)

      assert.equal(forgotten, 1)
      const { key, windows } = await call(new Date(at + DAY_MS))
      assert.deepEqual(
        windows.map(({ used }) => used),
        [1, 2],
      )
      const rows = await world.deps.pool.many<{ seq: bigint }>(
        'select seq from rate_calls where key_id = $1 order by seq',
        [key.keyId],
      )
      assert.deepEqual(
        rows.map(({ seq }) => seq),
        [2n, 3n],
      )
    })
  })
}
