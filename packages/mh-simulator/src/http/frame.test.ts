import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { test } from 'node:test'
import { startMinistry } from '../../test/ministry.ts'
import { startSimulator } from '../index.ts'

test('unknown paths are 404 in JSON, on both faces', async (t) => {
  const ministry = await startMinistry(t)
  for (const path of ['/', '/nada', '/fesv', '/fesv/anular', '/_sim/nada', '/_sim/faults/a/b']) {
    const { status, body } = await ministry.get(path)
    assert.equal(status, 404, path)
    assert.equal(typeof body, 'object')
  }
})

test('a wrong method is 405 and names the right one', async (t) => {
  const { url } = await startMinistry(t)
  const asked = [
    ['GET', '/fesv/recepciondte', 'POST'],
    ['PUT', '/seguridad/auth', 'POST'],
    ['POST', '/_sim/ledger', 'GET'],
    ['PUT', '/_sim/faults', 'POST, GET, DELETE'],
  ] as const
  for (const [method, path, allow] of asked) {
    const response = await fetch(url + path, { method })
    assert.equal(response.status, 405, path)
    assert.equal(response.headers.get('allow'), allow)
  }
})

test('the wrong content type is 415', async (t) => {
  const { url } = await startMinistry(t)
  const post = (path: string, type: string) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': type }, body: '{}' })
  assert.equal((await post('/seguridad/auth', 'application/json')).status, 415)
  assert.equal((await post('/fesv/recepciondte', 'text/plain')).status, 415)
  assert.equal((await post('/fesv/recepciondte', 'Application/JSON; charset=utf-8')).status, 401)
})

test('a request without User-Agent is refused, as the manual lists it for every service', async (t) => {
  const { url } = await startMinistry(t)
  const status = await new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const request = httpRequest(`${url}/fesv/recepciondte`, { method: 'POST', headers })
    request.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', reject)
    request.end('{}')
  })
  assert.equal(status, 400)
})

test('a body larger than any document is 413', async (t) => {
  const { url, token } = await startMinistry(t)
  const headers = { 'content-type': 'application/json', authorization: token }
  const body = ' '.repeat(17 * 1024 * 1024)
  const { status } = await fetch(`${url}/fesv/recepciondte`, { method: 'POST', headers, body })
  assert.equal(status, 413)
})

test('a taken port is an error of the start, and two simulators are independent', async (t) => {
  const first = await startMinistry(t)
  await assert.rejects(startSimulator({ port: Number(new URL(first.url).port) }), {
    code: 'EADDRINUSE',
  })
  const second = await startMinistry(t)
  assert.notEqual(first.url, second.url)
  assert.equal((await second.get('/_sim/state')).body.tokens, 1)
})
