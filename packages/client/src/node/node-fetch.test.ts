/** `nodeFetch` as a program uses it: an address, a method, headers and a body go out, and the answer comes as it is. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { nodeFetch } from './node-fetch.ts'

const asked: object[] = []
let connections = 0
const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  const { method, url, headers } = request
  asked.push({
    line: `${method} ${url}`,
    body,
    length: headers['content-length'],
    own: headers['x-own'],
  })
  if (url === '/never') return
  if (url === '/endless') {
    response.write('some')
    server.emit('endless', response)
    return
  }
  response.writeHead(url === '/away' ? 307 : 201, { 'X-Said': 'ñ1', location: '/other' })
  response.end(Buffer.from([0, 255, 7]))
})
server.on('connection', () => {
  connections += 1
})
let url: string
before(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => {
  server.closeAllConnections()
  server.close()
})

const signal = new AbortController().signal
const INIT = { method: 'GET', headers: {}, redirect: 'manual', signal } as const

test('what is asked arrives whole, and the answer is read at once or in pieces', async () => {
  const ask = nodeFetch()
  const headers = { 'x-own': 'a' }
  const posted = await ask(`${url}/a?b=1`, { ...INIT, method: 'POST', headers, body: '{"a":"ñ"}' })
  const { status } = posted
  assert.deepEqual(
    [status, posted.headers.get('LOCATION'), posted.headers.get('none')],
    [...[201, '/other', null]],
  )
  assert.deepEqual(new Uint8Array(await posted.arrayBuffer()), new Uint8Array([0, 255, 7]))
  const got = await ask(`${url}/away`, INIT)
  assert.equal(got.status, 307, 'and not what is there')
  const reader = got.body?.getReader()
  const { done, value } = (await reader?.read()) ?? {}
  assert.deepEqual([done, [...(value ?? [])]], [false, [0, 255, 7]])
  assert.equal((await reader?.read())?.done, true)
  assert.deepEqual(asked, [
    { line: 'POST /a?b=1', body: '{"a":"ñ"}', length: '10', own: 'a' },
    { line: 'GET /away', body: '', length: undefined, own: undefined },
  ])
  assert.equal(connections, 1, 'both calls share it')
})

test('what cannot be sent or is stopped fails as the built-in fetch does', async () => {
  const ask = nodeFetch()
  const causeOf = (call: Promise<unknown>): Promise<NodeJS.ErrnoException> =>
    call.then(
      () => assert.fail('it was answered'),
      (error: Error) => {
        assert.deepEqual([error.name, error.message], ['TypeError', 'fetch failed'])
        return error.cause as NodeJS.ErrnoException
      },
    )
  assert.equal((await causeOf(ask('http://127.0.0.1:1/', INIT))).code, 'ECONNREFUSED')
  const secure = await causeOf(ask(url.replace('http:', 'https:'), INIT))
  assert.equal(secure.code, 'EPROTO', 'TLS with what speaks none')
  const controller = new AbortController()
  const stopped = causeOf(ask(`${url}/never`, { ...INIT, signal: controller.signal }))
  controller.abort()
  assert.equal((await stopped).name, 'AbortError')
})

test('an answer whose rest nobody wants is not received any more', {
  timeout: 10_000,
}, async () => {
  const begun: Promise<ServerResponse[]> = once(server, 'endless')
  const answer = await nodeFetch()(`${url}/endless`, INIT)
  const [response] = await begun
  const reader = answer.body?.getReader()
  assert.equal(String(Buffer.from((await reader?.read())?.value ?? [])), 'some')
  const ended = once(response as ServerResponse, 'close')
  await reader?.cancel()
  await ended
})
