/** What stops a call: its caller, its deadline, its number of repeats; and what the error says was sent. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type Demo, startDemo } from '../test/demo.ts'
import { startFaultyProxy } from '../test/faulty-proxy.ts'
import { startReadingProxy } from '../test/reading-proxy.ts'
import { failureOf } from '../test/scripted.ts'
import { type DteRequest, isSelloError, memoryKeyStore, readClock } from './index.ts'
import { runtime } from './platform.ts'

let demo: Demo
before(async () => {
  demo = await startDemo()
})
after(() => demo.stop())

const sale = (referencia: string): DteRequest => ({
  tipoDte: '01',
  referencia,
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }],
})
/** A signal that aborts once `ms` have passed. */
const abortsIn = (ms: number) => AbortSignal.timeout(ms)

/** A server that takes every request and never answers. */
async function startSilence() {
  let calls = 0
  const server = createServer(() => {
    calls += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls: () => calls,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('an aborted signal sends nothing, and says so', async () => {
  const reading = await startReadingProxy(demo.baseUrl)
  const client = demo.client({ baseUrl: reading.url })
  const failed = await failureOf(client.issue(sale('A-1'), { signal: AbortSignal.abort() }))
  const { sent } = reading
  await reading.close()

  assert.ok(isSelloError(failed, 'aborted'))
  assert.deepEqual(failed.details, { sent: false })
  assert.match(failed.message, /no se envió nada/)
  assert.equal(failed.outcome, 'refused')
  assert.equal(failed.attempts, 0)
  assert.equal(sent, '')
})

test('an aborted repeat of a sale in doubt leaves it in doubt, with its key', async () => {
  const away = await startFaultyProxy(demo.baseUrl, () => 'drop_answer')
  const keyStore = memoryKeyStore()
  const lost = await failureOf(
    demo.client({ baseUrl: away.url, keyStore, maxRetries: 0 }).issue(sale('A-2')),
  )
  await away.close()
  const client = demo.client({ keyStore })
  const failed = await failureOf(client.issue(sale('A-2'), { signal: AbortSignal.abort() }))
  const found = await client.issue(sale('A-2'))

  assert.ok(isSelloError(failed, 'aborted'))
  assert.equal(failed.details.sent, false)
  assert.equal(failed.outcome, 'unknown')
  assert.equal(failed.idempotencyKey, lost.idempotencyKey)
  assert.equal(found.meta.replayed, true)
})

test('a sale aborted in flight is in doubt and keeps its key', async () => {
  const slow = await startFaultyProxy(demo.baseUrl, () => 'delay')
  const keyStore = memoryKeyStore()
  const client = demo.client({ baseUrl: slow.url, keyStore })
  const failed = await failureOf(client.issue(sale('A-3'), { signal: abortsIn(150) }))
  const found = await demo.client({ keyStore }).issue(sale('A-3'))
  await slow.close()

  assert.ok(isSelloError(failed, 'aborted'))
  assert.equal(failed.details.sent, true)
  assert.equal(failed.outcome, 'unknown')
  assert.match(failed.message, /No se sabe si se hizo/)
  assert.equal(found.meta.idempotencyKey, failed.idempotencyKey)
})

test('an abort ends the wait between two attempts, as an abort', async () => {
  const away = await startFaultyProxy(demo.baseUrl, () => 'drop_request')
  const client = demo.client({ baseUrl: away.url, retry: { delaysMs: [20_000] } })
  const began = performance.now()
  const failed = await failureOf(client.issue(sale('A-4'), { signal: abortsIn(100) }))
  await away.close()

  assert.ok(isSelloError(failed, 'aborted'))
  assert.equal(failed.details.sent, true)
  assert.equal(failed.outcome, 'unknown')
  assert.equal(failed.attempts, 1)
  assert.ok(performance.now() - began < 10_000)
})

test('the clock is not read for an aborted signal', async () => {
  const failed = await failureOf(readClock(demo.clockUrl, { signal: AbortSignal.abort() }))

  assert.ok(isSelloError(failed, 'aborted'))
  assert.equal(failed.details.sent, false)
})

test('the deadline ends a call however many attempts are left', async () => {
  const away = await startFaultyProxy(demo.baseUrl, () => 'drop_request')
  const client = demo.client({ baseUrl: away.url, retry: { delaysMs: [50] }, maxRetries: 100_000 })
  const began = performance.now()
  const failed = await failureOf(client.issue(sale('D-1'), { deadlineMs: 400 }))
  await away.close()

  assert.ok(['network', 'timeout'].includes(failed.code), failed.code)
  assert.equal(failed.outcome, 'unknown')
  assert.ok(failed.attempts > 2, `${failed.attempts} attempts`)
  assert.ok(performance.now() - began < 5_000)
})

test('a minute is the time of a call, if nothing else is said', async () => {
  const silence = await startSilence()
  const timers: number[] = []
  const hurried = (ms: number, work: () => void) => {
    timers.push(ms)
    return runtime.after(timers.length === 1 ? 50 : ms, work)
  }
  const client = demo.client({ baseUrl: silence.url, platform: { after: hurried } })
  const failed = await failureOf(client.issue(sale('D-2')))
  silence.close()

  assert.equal(timers[0], 60_000)
  assert.ok(isSelloError(failed, 'timeout'))
  assert.deepEqual(failed.details, { timeoutMs: 60_000, limit: 'call' })
  assert.equal(failed.outcome, 'unknown')
  assert.equal(failed.attempts, 1)
})

test('a time that is over before the request is ready sends nothing', async () => {
  const silence = await startSilence()
  const slow = memoryKeyStore()
  const read = (name: string) =>
    new Promise<void>((resolve) => setTimeout(resolve, 100)).then(() => slow.read(name))
  const client = demo.client({ baseUrl: silence.url, keyStore: { ...slow, read }, deadlineMs: 20 })
  const failed = await failureOf(client.issue(sale('D-3')))
  silence.close()

  assert.ok(isSelloError(failed, 'timeout'))
  assert.match(failed.message, /no se envió nada/)
  assert.deepEqual([failed.outcome, failed.attempts, silence.calls()], ['refused', 0, 0])
})

test('maxRetries says how often a call is repeated, by client and by call', async () => {
  const away = await startFaultyProxy(demo.baseUrl, () => 'drop_request')
  const client = demo.client({ baseUrl: away.url, retry: { delaysMs: [1] }, maxRetries: 5 })
  const often = await failureOf(client.issue(sale('M-1')))
  const once = await failureOf(client.status({ maxRetries: 0 }))
  await away.close()

  assert.equal(often.attempts, 6)
  assert.equal(once.attempts, 1)
})

test('an impossible limit is refused, and nothing is sent', async () => {
  for (const options of [{ deadlineMs: 0 }, { deadlineMs: Number.NaN }, { maxRetries: -1 }]) {
    assert.throws(
      () => demo.client(options),
      (error) => isSelloError(error, 'invalid_option'),
    )
    const failed = await failureOf(demo.client().status(options))
    assert.ok(isSelloError(failed, 'invalid_option'))
  }
})
