/** The clients for Python and PHP against the demonstration, also through a proxy that loses and spoils answers. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type RequestListener } from 'node:http'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { signWebhook } from '@sello/client'
import { type ToolName, without } from '../../../scripts/test-tools.ts'
import { type Demo, endFaults, fault, startDemo } from '../../client/test/demo.ts'
import { FAULTS, type Fault, startFaultyProxy } from '../../client/test/faulty-proxy.ts'
import { createDice } from '../../service/test/crash/dice.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

// biome-ignore format: a table
const LANGUAGES: readonly { readonly name: string; readonly needs: ToolName; readonly command: readonly [string, ...string[]] }[] = [
  { name: 'Python', needs: 'python', command: ['python3', 'clients/python/tests/driver.py'] },
  { name: 'PHP',    needs: 'php',    command: ['php', 'clients/php/tests/driver.php'] },
]

// biome-ignore lint/suspicious/noExplicitAny: an answer is read by the test that knows its shape
type Json = any

interface Said {
  readonly answer?: Json
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly status: number | null
    readonly details: Json
    readonly outcome: 'refused' | 'unknown'
    readonly idempotency_key: string | null
  }
}

/** A driver of one language, and calls to it one after the other. */
function startDriver([program, ...args]: readonly [string, ...string[]]) {
  const child: ChildProcess = spawn(program, args, {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[
    Symbol.asyncIterator
  ]()
  return {
    async call(line: object): Promise<Said> {
      child.stdin?.write(`${JSON.stringify(line)}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error('the driver ended')
      return JSON.parse(value)
    },
    stop: () => child.stdin?.end(),
  }
}

const SALE = {
  tipoDte: '01',
  items: [{ descripcion: 'Café de altura', cantidad: 2, precioUni: 5.65 }],
}
const PERSON = { nombre: 'Ana Ficticia', tipoDocumento: '13', numDocumento: '000162975' }
const EVENT = {
  tipoAnulacion: 2,
  motivo: 'El cliente desistió',
  responsable: PERSON,
  solicita: PERSON,
}
const SALES = 40

let demo: Demo
before(async () => {
  demo = await startDemo()
})
after(() => demo.stop())

/** A service that answers as it is told. */
async function answering(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

for (const { name, needs, command } of LANGUAGES) {
  describe(name, { skip: without(import.meta.url, needs) }, () => {
    let driver: ReturnType<typeof startDriver>
    before(() => {
      driver = startDriver(command)
    })
    after(() => driver.stop())
    const call = (method: string, args: readonly unknown[], others: object = {}) => {
      const { baseUrl: url, apiKey, signKey } = demo
      return driver.call({ url, apiKey, signKey, method, args, ...others })
    }

    test('a sale is sealed once, whatever was lost on the way, and the same call gets the same answer', async () => {
      const sale = { ...SALE, referencia: `${name}-1` }
      const first = await call('issue', [sale])
      assert.equal(first.answer?.estado, 'sellado', JSON.stringify(first))
      const again = await call('issue', [sale])
      assert.deepEqual(again.answer, first.answer)
      const total = first.answer.totales.totalPagar
      assert.deepEqual(total, name === 'Python' ? { decimal: '11.3' } : 11.3)
    })

    test('prepare and sign, query, list, files, events, status, invalidation', async () => {
      const prepared = (await call('prepare', [{ ...SALE, referencia: `${name}-2` }])).answer
      assert.equal(prepared.estado, 'reservado')
      assert.ok(prepared.prepareToken)
      const direct = await fetch(`${demo.baseUrl}/v1/dte/prepare`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-service-key': demo.apiKey,
          'idempotency-key': `${name}-p`,
        },
        body: JSON.stringify({ ...SALE, referencia: `${name}-3` }),
      })
      const signed = await call('sign', [await direct.json()])
      assert.equal(signed.answer?.estado, 'sellado', JSON.stringify(signed))
      const { codigoGeneracion } = signed.answer
      assert.equal((await call('query', [codigoGeneracion])).answer.estado, 'sellado')
      const rows = (await call('documents', [], name === 'PHP' ? {} : { named: { limit: 1 } }))
        .answer
      assert.ok(rows.some((row: Json) => row.codigoGeneracion === codigoGeneracion))
      const { base64 } = (await call('file', [codigoGeneracion, 'pdf'])).answer
      assert.equal(Buffer.from(base64, 'base64').subarray(0, 5).toString(), '%PDF-')
      const page = (await call('events', [])).answer
      assert.ok(page.novedades.length > 0)
      assert.deepEqual((await call('events', ['ahora'])).answer.novedades, [])
      assert.equal((await call('status', [])).answer.ok, true)
      const cancelled = await call('invalidate', [codigoGeneracion, EVENT])
      assert.equal(cancelled.answer?.estado, 'invalidado', JSON.stringify(cancelled))
      assert.deepEqual(
        (await call('invalidate', [codigoGeneracion, EVENT])).answer,
        cancelled.answer,
      )
    })

    test('what is refused says which field and that nothing was done; a silent ministry is no error', async () => {
      const wrong = { ...SALE, items: [{ descripcion: 'Motor', cantidad: 1, precioUni: 2000 }] }
      const { error } = await call('issue', [wrong])
      assert.equal(error?.code, 'validation_failed')
      assert.equal(error?.outcome, 'refused')
      assert.ok(error?.details.issues[0].field)
      const key = await call('issue', [SALE], { apiKey: 'sello_test_nada' })
      assert.deepEqual([key.error?.status, key.error?.outcome], [401, 'refused'])
      await fault(demo, { service: '*', kind: 'status', status: 503 })
      try {
        assert.equal((await call('issue', [SALE])).answer?.estado, 'contingencia')
      } finally {
        await endFaults(demo)
      }
    })

    test('through a network that drops, cuts, repeats and spoils, every sale is issued once and answered', async (t) => {
      const dice = createDice(name)
      const next = (): Fault | null => (dice.between(0, 1) === 0 ? dice.pick(FAULTS) : null)
      const proxy = await startFaultyProxy(demo.baseUrl, next)
      t.after(() => proxy.close())
      const numbers = new Map<string, string>()
      for (let n = 0; n < SALES; n++) {
        const referencia = `${name}-red-${n}`
        for (let tries = 0; !numbers.has(referencia); tries++) {
          assert.ok(tries < 20, referencia)
          const said = await call('issue', [{ ...SALE, referencia }], {
            url: proxy.url,
            options: { max_retries: 1 },
          })
          if (said.answer) numbers.set(referencia, said.answer.numeroControl)
          else assert.equal(said.error?.outcome, 'unknown', JSON.stringify(said))
        }
      }
      assert.equal(new Set(numbers.values()).size, SALES)
      for (const [referencia, numeroControl] of numbers) {
        const found = []
        for await (const row of demo.client().list({ referencia })) found.push(row.numeroControl)
        assert.deepEqual(found, [numeroControl], referencia)
      }
      assert.ok(proxy.counts.size >= 6, [...proxy.counts.keys()].join(', '))
    })

    // biome-ignore format: a table
    const STRANGE: readonly (readonly [what: string, listener: RequestListener, code: string, outcome: string])[] = [
      ['a redirect',           (_, r) => r.writeHead(307, { location: `${demo.baseUrl}/v1/dte` }).end(),        'unreadable_answer', 'refused'],
      ['a page of a proxy',    (_, r) => r.writeHead(502, { 'content-type': 'text/html' }).end('<html>'),      'unreadable_answer', 'unknown'],
      ['a page of a firewall', (_, r) => r.writeHead(403, { 'content-type': 'text/html' }).end('<html>'),      'unreadable_answer', 'refused'],
      ['JSON that is no object', (_, r) => r.writeHead(200).end('[]'),                                         'unreadable_answer', 'unknown'],
      ['silence',              () => {},                                                                       'timeout',           'unknown'],
      ['an internal error',    (_, r) => r.writeHead(500).end('{"error":{"code":"internal_error","message":"x"}}'), 'internal_error', 'unknown'],
      ['another call’s answer', (_, r) => r.writeHead(200, { 'idempotency-key': 'otra' }).end('{"estado":"sellado"}'), 'unreadable_answer', 'unknown'],
    ]
    for (const [what, listener, code, outcome] of STRANGE) {
      test(`${what} is ${code}, ${outcome}, within the deadline`, async (t) => {
        const server = await answering(listener)
        t.after(server.close)
        const options = { deadline_seconds: 1.5, max_retries: 1 }
        const { error } = await call('issue', [SALE], { url: server.url, options })
        assert.equal(error?.code, code, error?.message)
        assert.equal(error?.outcome, outcome)
        assert.ok(error?.idempotency_key)
      })
    }

    test('a service that is away for a moment is asked again, with the same key', async (t) => {
      const keys: unknown[] = []
      const server = await answering((request, reply) => {
        keys.push(request.headers['idempotency-key'])
        if (keys.length < 3) {
          reply.writeHead(503, { 'retry-after': '0' })
          return void reply.end('{"error":{"code":"service_unavailable","message":"espere"}}')
        }
        reply.writeHead(200).end('{"estado":"sellado"}')
      })
      t.after(server.close)
      const said = await call('issue', [SALE], { url: server.url })
      assert.equal(said.answer?.estado, 'sellado')
      assert.equal(keys.length, 3)
      assert.equal(new Set(keys).size, 1)
    })

    test('a webhook is taken by one of two secrets, and refused when changed, old or of another', async () => {
      const [secret, other] = ['whsec_MDEyMzQ1Njc4OWFiY2RlZg==', 'whsec_ZmVkY2JhOTg3NjU0MzIxMA==']
      const body = '{"id":"1","tipo":"dte.sellado","datos":{"total":11.3,"nombre":"Ñandú"}}'
      const timestamp = 1_790_000_000
      const signature = await signWebhook(body, { id: 'msg_1', timestamp, secret })
      const headers = {
        'Webhook-Id': 'msg_1',
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,AAAA ${signature}`,
      }
      const verify = (args: readonly unknown[], now = timestamp + 299) =>
        driver.call({ method: 'verify_webhook', args, now })
      assert.equal((await verify([body, headers, other, secret])).answer?.tipo, 'dte.sellado')
      const refused = [
        await verify([body.replace('1', '2'), headers, secret]),
        await verify([body, headers, other]),
        await verify([body, headers, secret], timestamp + 301),
        await verify([body, headers, secret], timestamp - 301),
        await verify([body, { ...headers, 'webhook-signature': '' }, secret]),
        await verify([body, { ...headers, 'webhook-timestamp': '1e9' }, secret]),
        await verify([body, { ...headers, 'Webhook-Id': 'msg_2' }, secret]),
      ]
      for (const { error } of refused) assert.equal(error?.code, 'webhook_invalid')
    })

    test('what is printed of a client has no key', async () => {
      const { text } = (await call('repr', [])).answer
      assert.ok(!text.includes(demo.apiKey) && !text.includes(demo.signKey), text)
    })
  })
}
