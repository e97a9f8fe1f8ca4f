/** What a program on the developer's machine gets of the feed, and what is told of its answer. */
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Novedad } from '@sello/client'
import { signWebhook } from '@sello/client'
import { occupy } from '../../test/cli.ts'
import { ioOf } from '../../test/io.ts'
import { createForwarder } from './forward.ts'

const NOVEDAD = { id: 'nv_1', tipo: 'dte.sellado', datos: { a: 'ñ' } } as unknown as Novedad
/** 999 ms after the second that is signed. */
const NOW = new Date('2026-10-05T16:20:00.999Z')
const got: { line: string; headers: IncomingHttpHeaders; body: string }[] = []
let status = 204
const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  got.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
  response.writeHead(status, { location: '/otra' }).end()
})
let url: string
before(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
})
after(() => {
  server.closeAllConnections()
  server.close()
})

const forwarder = (to = url) => createForwarder(ioOf({ now: NOW }).io, to)

test('it is sent as it is, signed as a webhook, with a secret of this run', async () => {
  const { secret, forward } = await forwarder()
  assert.equal(await forward(NOVEDAD), '→ 204')
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual((await forwarder()).secret, secret)
  const [one] = got
  const body = JSON.stringify(NOVEDAD)
  assert.deepEqual([got.length, one?.line, one?.body], [1, 'POST /hook', body])
  const timestamp = Date.parse('2026-10-05T16:20:00Z') / 1_000
  const names = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature']
  assert.deepEqual(
    names.map((name) => one?.headers[name]),
    [
      ...['application/json', 'nv_1', String(timestamp)],
      await signWebhook(body, { id: 'nv_1', timestamp, secret }),
    ],
  )
})

test('whatever is answered is told, and a redirect is not followed', async () => {
  const { forward } = await forwarder()
  for (status of [302, 410, 500]) {
    const before = got.length
    assert.equal(await forward(NOVEDAD), `→ ${status}`)
    assert.equal(got.length, before + 1)
  }
})

test('what cannot be sent is told with its reason', async (t) => {
  const { port, close } = await occupy(0)
  close()
  const { forward } = await forwarder(`http://127.0.0.1:${port}`)
  assert.equal(await forward(NOVEDAD), '→ no se pudo enviar (ECONNREFUSED)')
  const asked: number[] = []
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    asked.push(ms)
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'))
  })
  assert.equal(await forward(NOVEDAD), '→ no respondió en 15 segundos')
  t.mock.method(AbortSignal, 'timeout', () => AbortSignal.abort(new Error('Otra cosa')))
  assert.equal(await forward(NOVEDAD), '→ no se pudo enviar (Otra cosa)')
  t.mock.method(AbortSignal, 'timeout', () => AbortSignal.abort('nada'))
  assert.equal(await forward(NOVEDAD), '→ no se pudo enviar')
  assert.deepEqual(asked, [15_000])
})
