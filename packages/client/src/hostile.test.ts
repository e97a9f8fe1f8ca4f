/**
 * A server that is not Sello's or is malicious: keys are not sent elsewhere, memory is limited, and its answers are
 * not trusted.
 */
import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { ANSWER_BYTES_MAX } from './bounded.ts'
import { isSelloError, Sello } from './index.ts'
import { nodeFetch } from './node/index.ts'

const servers: { close(): void; closeAllConnections(): void }[] = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const SALE = { tipoDte: '01', items: [{ descripcion: 'x', cantidad: 1, precioUni: 1 }] } as const
const KEY = `sello_test_${'a'.repeat(43)}`
/** The runtime's own fetch, and Node's HTTP. */
const TRANSPORTS = { fetch: undefined, nodeFetch: nodeFetch() }
type Transport = keyof typeof TRANSPORTS
const clientOf = (baseUrl: string, how: Transport) =>
  new Sello({ baseUrl, apiKey: KEY, retry: { delaysMs: [1, 1] }, fetch: TRANSPORTS[how] })

for (const how of Object.keys(TRANSPORTS) as Transport[]) testOver(how)

function testOver(how: Transport): void {
  test(`${how}: a redirect is not followed, not retried, and reported`, async () => {
    let [asked, reached] = [0, 0]
    const other = await serve((_, reply) => {
      reached += 1
      reply.end('{}')
    })
    for (const status of [301, 302, 307, 308]) {
      const url = await serve((_, reply) => {
        asked += 1
        reply.writeHead(status, { location: `${other}/v1/dte` }).end()
      })
      const failed = await clientOf(url, how)
        .prepare(SALE)
        .catch((error) => error)
      assert.ok(isSelloError(failed, 'unreadable_answer'), String(failed))
      assert.equal(failed.outcome, 'refused')
      assert.match(failed.message, new RegExp(`HTTP ${status}\\) redirige`))
    }
    assert.deepEqual([asked, reached], [4, 0])
  })

  test(`${how}: an endless answer is abandoned before it fills the memory`, async () => {
    const piece = Buffer.alloc(1024 * 1024, ' ')
    let sent = 0
    const url = await serve((_, reply) => {
      reply.writeHead(404, { 'content-type': 'application/json' })
      const more = () => {
        if (reply.destroyed) return
        sent += piece.length
        reply.write(piece, more)
      }
      more()
    })
    const failed = await clientOf(url, how)
      .status()
      .catch((error) => error)

    assert.ok(isSelloError(failed, 'unreadable_answer'), String(failed))
    assert.match(failed.message, /64 MiB/)
    assert.ok(sent < 3 * ANSWER_BYTES_MAX, `${sent} bytes were taken`)
  })

  test(`${how}: a malformed answer is refused as unreadable`, async () => {
    for (const text of ['<html>', '[]', 'null', '"x"', '{"error":{"code":1}}', '\u0000']) {
      const url = await serve((_, reply) => reply.writeHead(404).end(text))
      const failed = await clientOf(url, how)
        .status()
        .catch((error) => error)
      assert.ok(isSelloError(failed, 'unreadable_answer'), text)
      assert.ok(!JSON.stringify(failed).includes(KEY))
    }
  })

  test(`${how}: a truncated answer counts as a lost connection with unknown outcome`, async () => {
    const url = await serve((_, reply) => {
      reply.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      reply.write('{"estado":', () => reply.destroy())
    })
    const failed = await clientOf(url, how)
      .prepare(SALE)
      .catch((error) => error)

    assert.ok(isSelloError(failed, 'network'), String(failed))
    assert.deepEqual([failed.outcome, failed.attempts], ['unknown', 3])
  })

  test(`${how}: a call ends at its timeout and when it is aborted`, async () => {
    const url = await serve(() => {})
    const late = await clientOf(url, how)
      .status({ timeoutMs: 30 })
      .catch((error) => error)
    const controller = new AbortController()
    const calling = clientOf(url, how).status({ signal: controller.signal })
    controller.abort()
    const aborted = await calling.catch((error) => error)

    assert.ok(isSelloError(late, 'timeout'), String(late))
    assert.ok(isSelloError(aborted, 'aborted'), String(aborted))
  })
}
