/** The feed as an iterator: everything in order, whatever fails meanwhile, at the pace that the key has. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, refusal, type Said, scripted } from '../test/scripted.ts'

const novedad = (n: number) => ({ id: `nv_${n}`, tipo: 'dte.sellado', datos: {} })
const page = (siguiente: string, ...ids: number[]): Said => ({
  body: { novedades: ids.map(novedad), siguiente },
})
const withLeft = (said: Said, remaining: number): Said => ({
  ...said,
  headers: {
    'ratelimit-limit': '240',
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': '1',
  },
})
const lost = (): never => {
  throw new TypeError('fetch failed')
}

/** A client that gets these answers, one after the other; `signal` fires before the first that is not there. */
function listening(answers: readonly (Said | (() => Said))[], options = {}) {
  const controller = new AbortController()
  const left = [...answers]
  const script = scripted(() => {
    const next = left.shift()
    if (next === undefined) {
      controller.abort()
      return lost()
    }
    return typeof next === 'function' ? next() : next
  }, options)
  const placesAsked = () => script.asked.map(({ url }) => new URL(url).searchParams.get('despues'))
  return { ...script, placesAsked, signal: controller.signal }
}

async function idsOf(told: AsyncIterable<{ id: string }>): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const { id } of told) ids.push(id)
  return ids
}

test('it goes from page to page, and past failures from where it was', async () => {
  const { client, placesAsked, waits, signal } = listening([
    page('0-2', 1, 2),
    lost,
    { status: 503, body: refusal('service_unavailable'), headers: { 'retry-after': '7' } },
    { status: 502, body: '<html>' },
    page('0-2'),
    page('0-3', 3),
  ])
  const cursors: string[] = []
  const onCursor = (cursor: string) => void cursors.push(cursor)
  const told = client.events.iterate({ after: '0-0', signal, onCursor })
  assert.deepEqual(await idsOf(told), ['nv_1', 'nv_2', 'nv_3'])
  assert.deepEqual(cursors, ['0-2', '0-2', '0-3'])
  assert.deepEqual(placesAsked(), ['0-0', '0-2', '0-2', '0-2', '0-2', '0-2', '0-3'])
  assert.deepEqual(waits, [15_000, 1_000, 7_000, 4_000, 15_000, 15_000])
})

test('each round asks for what is wanted, for twenty seconds and once', async () => {
  const { client, asked, signal } = listening([page('0-1'), lost])
  await idsOf(client.events.iterate({ tipo: 'dte.sellado', signal } as never))
  assert.deepEqual(
    asked.map(({ url }) => new URL(url).search),
    [
      '?tipo=dte.sellado&espera=20',
      '?despues=0-1&tipo=dte.sellado&espera=20',
      '?despues=0-1&tipo=dte.sellado&espera=20',
    ],
  )
  const once = scripted(() => page('0-1', 1))
  const { meta, ...first } = await once.client.events.page({ despues: 'ahora', limit: 5 } as never)
  assert.deepEqual([first, meta.attempts], [page('0-1', 1).body, 1])
  assert.deepEqual(
    once.asked.map(({ url }) => new URL(url).search),
    ['?despues=ahora&limit=5'],
  )
})

test('the waits after failures double up to a minute, each longer by up to a quarter', async () => {
  const waits: number[] = []
  const after = (ms: number, work: () => void) => {
    if (ms === 60_000) return () => {} // the limits of a call
    waits.push(ms)
    queueMicrotask(work)
    return () => {}
  }
  const platform = { after, random: () => 0.5 }
  const { client, signal } = listening(Array(8).fill(lost), { platform })
  await idsOf(client.events.iterate({ signal }))
  assert.deepEqual(waits, [1_125, 2_250, 4_500, 9_000, 18_000, 36_000, 67_500, 67_500])
})

test('a place is told once everything before it was taken', async () => {
  const { client, signal } = listening([page('0-2', 1, 2)])
  const cursors: string[] = []
  for await (const { id } of client.events.iterate({
    signal,
    onCursor: (cursor) => void cursors.push(cursor),
  })) {
    assert.deepEqual(cursors, [])
    if (id === 'nv_2') break // as a program that dies here
  }
  assert.deepEqual(cursors, [])
})

test('bursts take half of the calls of an hour, and the rest is spread over it', async () => {
  const full = [withLeft(page('0-1', 1), 200), withLeft(page('0-2', 2), 121)]
  const spread = [
    withLeft(page('0-3', 3), 120),
    withLeft(page('0-4', 4), 119),
    withLeft(page('0-4'), 200),
  ]
  const { client, waits, signal } = listening([...full, ...spread])
  await idsOf(client.events.iterate({ signal }))
  assert.deepEqual(
    waits.map((ms) => Math.max(0, ms)),
    [0, 0, 15_000, 15_000, 15_000],
  )
})

test('an answer at once without anything is not asked for again at once', async () => {
  const { client, waits, signal } = listening([page('0-1'), page('0-1')])
  await idsOf(client.events.iterate({ signal }))
  assert.deepEqual(waits, [15_000, 15_000])
})

test('what a round took is not waited for again', async () => {
  let now = 0
  const late = (ms: number) => () => {
    now += ms
    return page('0-1')
  }
  const platform = { now: () => now }
  const { client, waits, signal } = listening([late(4_000), late(14_999)], { platform })
  await idsOf(client.events.iterate({ signal }))
  assert.deepEqual(waits, [11_000, 1])
})

test('a full window is waited for', async () => {
  const details = { window: 'novedades', remaining: 0, retryAfterSeconds: 40 }
  const body = refusal('rate_limited', details)
  const { client, waits, signal } = listening([
    { status: 429, body, headers: { 'retry-after': '40' } },
    page('0-1', 1),
  ])
  assert.deepEqual(await idsOf(client.events.iterate({ signal })), ['nv_1'])
  assert.equal(waits[0], 40_000)
})

for (const [status, code] of [
  [410, 'cursor_expired'],
  [401, 'invalid_api_key'],
  [403, 'forbidden_scope'],
] as const) {
  test(`${code} ends it with its error`, async () => {
    const { client, asked } = listening([{ status, body: refusal(code) }])
    const error = await failureOf(idsOf(client.events.iterate({ after: '0-1' })))
    assert.deepEqual([error.code, asked.length], [code, 1])
  })
}

test('whoever stops it before it began sends nothing', async () => {
  const { client, asked } = listening([page('0-1', 1)])
  assert.deepEqual(await idsOf(client.events.iterate({ signal: AbortSignal.abort() })), [])
  assert.equal(asked.length, 0)
})
