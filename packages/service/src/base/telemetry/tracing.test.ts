/** A call's path as one trace, as a collector receives it over OTLP/HTTP. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { context, propagation, trace } from '@opentelemetry/api'
import { startProcess } from '../../../test/crash/process.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { createLog } from '../log.ts'
import { NO_TRACING, startTracing } from './tracing.ts'

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
  readonly status: { readonly code: number; readonly message?: string }
}

let world: World
const bodies: string[] = []
const sink = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (part: string) => {
    body += part
  })
  request.on('end', () => {
    if (request.url === '/v1/traces') bodies.push(body)
    response
      .writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' })
      .end('{}')
  })
})
before(async () => {
  world = await createWorld()
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
})
after(async () => {
  await new Promise((resolve) => sink.close(resolve))
  await world.close()
})

const TRACE = '0af7651916cd43dd8448eb211c80319c'

test('a call’s gates, ministry exchange and both commits are one trace, continuing its caller’s', async () => {
  const address = sink.address()
  assert.ok(typeof address === 'object' && address)
  const running = await startProcess(world, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${address.port}`,
  })
  const { apiKey, signKey } = world.company.key
  const reply = await fetch(`${running.url}/v1/dte`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-service-key': apiKey,
      'x-service-sign-key': signKey ?? '',
      'idempotency-key': randomUUID(),
      traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify(SALE),
  })
  assert.equal(reply.status, 200)
  const { codigoGeneracion } = (await reply.json()) as { codigoGeneracion: string }
  await running.stop() // it sends the remaining spans

  const spans = bodies.flatMap(spansIn).filter(({ traceId }) => traceId === TRACE)
  const names = spans.map(({ name }) => name)
  for (const name of ['issue', 'gates', 'commit_1', 'ministry', 'ministry exchange', 'commit_2'])
    assert.ok(names.includes(name), `${name} is not among ${names}`)
  const known = new Set(spans.map(({ spanId }) => spanId))
  for (const { name, parentSpanId } of spans)
    assert.ok(name === 'issue' || known.has(parentSpanId ?? ''), `${name} hangs below nothing`)
  for (const secret of [apiKey, signKey ?? apiKey, codigoGeneracion, world.company.nit])
    assert.ok(!bodies.join().includes(secret), 'a trace says nothing of whom it is about')
})

/** The exporter writes JSON. */
function spansIn(body: string): readonly SentSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
  }
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}

/** Of a span, by the numbers of OTLP. */
const [INTERNAL, SERVER] = [1, 2]
const [UNSET, ERROR] = [0, 2]

test('a span says how its work ended, a call its route and status too, and what has passed its time', async () => {
  const address = sink.address()
  assert.ok(typeof address === 'object' && address)
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const endpoint = `http://127.0.0.1:${address.port}/`
  const nowMs = Date.parse('2026-12-01T12:00:00Z')
  const tracing = await startTracing({ endpoint, now: () => new Date(nowMs) }, log)
  bodies.length = 0
  const failed = new TypeError('a secret')
  for (const [route, status] of [
    ['issue', 500],
    ['query', 499],
  ] as const) {
    const carrier = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` }
    const work = async () => {
      assert.equal(await tracing.span('work', async () => 7), 7)
      await assert.rejects(
        tracing.span('broken', () => Promise.reject(failed)),
        failed,
      )
      await assert.rejects(tracing.span('odd', () => Promise.reject('a secret')))
      tracing.past('exchange', 0.25, { service: 'x' })
    }
    let below = Promise.resolve()
    const end = tracing.call(carrier, () => {
      below = work()
    })
    await below
    end(route, status)
  }
  await tracing.stop()
  for (const api of [trace, context, propagation]) api.disable()

  const spans = bodies.flatMap(spansIn)
  assert.ok(spans.every(({ traceId }) => traceId === TRACE))
  for (const [route, status] of [
    ['issue', 500],
    ['query', 499],
  ] as const) {
    const call = spans.find(({ name }) => name === route)
    const told = ({ kind, status: { code, message }, attributes }: SentSpan) => {
      const named = attributes.map(({ key, value }) => [key, ...Object.values(value)])
      return { kind, code, message, named }
    }
    const attributes = [
      ['sello.route', route],
      ['http.response.status_code', status],
    ]
    assert.ok(call)
    assert.equal(call.parentSpanId, 'b7ad6b7169203331')
    const code = status === 500 ? ERROR : UNSET
    assert.deepEqual(told(call), { kind: SERVER, code, message: undefined, named: attributes })
    const below = spans.filter(({ parentSpanId }) => parentSpanId === call.spanId)
    const ended = Object.fromEntries(below.map((span) => [span.name, told(span)]))
    const inner = { kind: INTERNAL, code: UNSET, message: undefined, named: [] }
    assert.deepEqual(ended, {
      work: inner,
      broken: { ...inner, code: ERROR, message: 'TypeError' },
      odd: { ...inner, code: ERROR, message: 'string' },
      exchange: { ...inner, named: [['service', 'x']] },
    })
    const past = below.find(({ name }) => name === 'exchange')
    assert.equal(past?.endTimeUnixNano, `${nowMs}000000`)
    assert.equal(past?.startTimeUnixNano, `${nowMs - 250}000000`)
  }
  const [line = '{}', ...others] = lines
  assert.deepEqual([JSON.parse(line).msg, JSON.parse(line).endpoint], ['traces are sent', endpoint])
  assert.deepEqual(others, [])
})

test('without a collector the work is done all the same', async () => {
  assert.equal(await NO_TRACING.span('work', async () => 7), 7)
  let isCalled = false
  const end = NO_TRACING.call({}, () => {
    isCalled = true
  })
  end('issue', 200)
  NO_TRACING.past('exchange', 1, {})
  await NO_TRACING.stop()
  assert.equal(isCalled, true)
})

test('traces that the collector does not take are told once when the process stops, which it does', async () => {
  const address = sink.address()
  assert.ok(typeof address === 'object' && address)
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const endpoint = `http://127.0.0.1:${address.port}/elsewhere`
  const tracing = await startTracing({ endpoint, now: () => new Date() }, log)
  await tracing.span('work', async () => 7)
  await tracing.stop()
  for (const api of [trace, context, propagation]) api.disable()
  const told = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    told.map(({ level, error, msg }) => [level, error, msg]),
    [[40, 'OTLPExporterError', 'traces were not sent']],
  )
})
