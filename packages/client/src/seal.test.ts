/** Waiting for a seal: its pace by the key's limits, its end, and what it says. */
import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type Demo, endFaults, fault, startDemo } from '../test/demo.ts'
import { type DteRequest, isSelloError, Sello } from './index.ts'
import { runtime } from './platform.ts'
import { nextQueryMs } from './seal.ts'

let demo: Demo
before(async () => {
  demo = await startDemo()
})
after(() => demo.stop())

const CAFE: DteRequest = {
  tipoDte: '01',
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }],
}
const POLICY = '60;w=3600, 300;w=86400'
const limit = (remaining: number, resetSeconds = 0) => ({
  ...{ limit: 60, remaining, resetSeconds, policy: POLICY, at: 0 },
})
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => assert.fail('it was answered'),
    (error) => error,
  )

/** The client's time runs faster than the service's, so that a wait of minutes takes seconds. */
function fasterBy(times: number) {
  const began = Date.now()
  return {
    now: () => began + (Date.now() - began) * times,
    after: (ms: number, work: () => void) => runtime.after(ms / times, work),
    random: () => 0,
  }
}

test('an hour of waiting takes at most a quarter of the key’s hour, and a day a quarter of its day', () => {
  const times: number[] = []
  for (let at = 0, asked = 1; at < 86_400_000; asked += 1) {
    times.push(at)
    at += nextQueryMs(asked, limit(50))
  }
  const within = (ms: number) =>
    Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + ms).length))

  assert.ok(within(3_600_000) <= 15, `${within(3_600_000)} in an hour`)
  assert.ok(within(86_400_000) <= 90, `${within(86_400_000)} in a day`)
  assert.deepEqual(
    [1, 2, 3].map((asked) => nextQueryMs(asked, limit(50))),
    [2_000, 4_000, 8_000],
  )
})

test('the last quarter of a window is left to sales', () => {
  assert.ok(nextQueryMs(1, limit(15)) >= 240_000)
  assert.equal(nextQueryMs(1, limit(0, 3_000)), 3_000_000)
})

test('five minutes of waiting for a silent ministry spend few calls, and end as pending', async () => {
  await fault(demo, { service: '*', kind: 'status', status: 503 })
  try {
    let queries = 0
    const onRequest = () => {
      queries += 1
    }
    const hooks = { onRequest }
    const issued = await demo.client().issue(CAFE)
    const client = demo.client({ hooks, platform: fasterBy(25) })
    const failed = await failureOf(client.waitForSeal(issued.codigoGeneracion))

    assert.ok(isSelloError(failed, 'seal_pending'), String(failed))
    const { codigoGeneracion, estado, deadlineMs } = failed.details
    assert.deepEqual(
      [codigoGeneracion, estado, deadlineMs],
      [issued.codigoGeneracion, 'contingencia', 300_000],
    )
    assert.match(failed.message, /no lo emita de nuevo/)
    assert.ok(queries >= 3 && queries <= 9, `${queries} queries`)
  } finally {
    await endFaults(demo)
  }
})

test('a sealed document is answered at once, and each answer is told', async () => {
  const { codigoGeneracion } = await demo.client().issue(CAFE)
  const seen: string[] = []
  const onQuery = ({ estado }: { estado: string }) => void seen.push(estado)
  const found = await demo.client().waitForSeal(codigoGeneracion, { onQuery })

  assert.equal(found.estado, 'sellado')
  assert.match(found.selloRecibido ?? '', /^\w{40}$/)
  assert.deepEqual(seen, ['sellado'])
})

test('a wait can be aborted, and an aborted one asks nothing', async () => {
  await fault(demo, { service: '*', kind: 'status', status: 503 })
  try {
    let queries = 0
    const onRequest = () => {
      queries += 1
    }
    const hooks = { onRequest }
    const { codigoGeneracion } = await demo.client().issue(CAFE)
    const client = demo.client({ hooks })
    const never = await failureOf(
      client.waitForSeal(codigoGeneracion, { signal: AbortSignal.abort() }),
    )
    const before = queries
    const signal = AbortSignal.timeout(700)
    const later = await failureOf(client.waitForSeal(codigoGeneracion, { signal }))

    assert.ok(isSelloError(never, 'aborted') && isSelloError(later, 'aborted'))
    assert.deepEqual([never.details.sent, later.details.sent], [false, true])
    assert.deepEqual([before, queries], [0, 1])
  } finally {
    await endFaults(demo)
  }
})

test('Retry-After is waited for, and an unavailable service does not end the wait', async () => {
  const calls: number[] = []
  const refusal = (reply: ServerResponse, status: number, code: string, after: string) => {
    reply.writeHead(status, { 'content-type': 'application/json', 'retry-after': after })
    reply.end(JSON.stringify({ error: { code, message: 'Espere.', details: {} } }))
  }
  const server = createServer((_, reply) => {
    calls.push(Date.now())
    if (calls.length === 1) return refusal(reply, 429, 'rate_limited', '40')
    if (calls.length === 2) return refusal(reply, 503, 'service_unavailable', '61')
    reply.writeHead(200, { 'content-type': 'application/json' })
    reply.end(JSON.stringify({ estado: 'sellado', selloRecibido: 'S' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}`
  const client = new Sello({ baseUrl, apiKey: 'sello_test_x', platform: fasterBy(50) })
  const found = await client.waitForSeal('A').finally(() => {
    server.closeAllConnections()
    server.close()
  })
  const [first = 0, second = 0, third = 0] = calls

  assert.equal(found.estado, 'sellado')
  assert.ok(second - first >= 780, `${second - first} ms, of 40 s at fifty times the speed`)
  assert.ok(third - second >= 1_200, `${third - second} ms, of 61 s`)
})
