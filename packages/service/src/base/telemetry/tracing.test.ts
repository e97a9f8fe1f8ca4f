/** A call's path as one trace, as a collector receives it over OTLP/HTTP. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { startProcess } from '../../../test/crash/process.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
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
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
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
