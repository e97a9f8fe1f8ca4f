import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { test } from 'node:test'
import { startMinistry } from '../../test/ministry.ts'
import { startSimulator } from '../index.ts'

test('unknown paths are 404 in JSON, on both faces', async (t) => {
  const ministry = await startMinistry(t)
  for (const path of ['/nada', '/fesv', '/fesv/anular', '/_sim/nada', '/_sim/faults/a/b']) {
    const { status, body } = await ministry.get(path)
    assert.equal(status, 404, path)
    assert.equal(typeof body, 'object')
  }
})

test('the address by itself leads to the page', async (t) => {
  const { url } = await startMinistry(t)
  const { status, headers } = await fetch(`${url}/`, { redirect: 'manual' })

  assert.equal(status, 302)
  assert.equal(headers.get('location'), '/_sim/')
})

/** What the gateway answers in place of a service. */
const frame = (status: number, error: string, message: string, path: string) => ({
  ...{ timestamp: '2026-10-05T16:20:00.000Z', status, error, message, path },
})
const LOT = '/fesv/recepcion/consultadtelote'

/** A request without the headers that `fetch` adds. */
function bare(url: string, method: string, headers: Record<string, string> = {}, body?: string) {
  return new Promise<{ status: number | undefined; allow: string | undefined; body: object }>(
    (resolve, reject) => {
      const request = httpRequest(url, { method, headers })
      request.on('error', reject)
      request.on('response', async (response) => {
        let text = ''
        for await (const piece of response) text += piece
        const { allow } = response.headers
        resolve({ status: response.statusCode, allow, body: JSON.parse(text) })
      })
      request.end(body)
    },
  )
}

const JSON_TYPE = { 'content-type': 'application/json' }
const AGENT = { 'user-agent': 'ensayo' }

// biome-ignore format: a table
const FRAMES: readonly (readonly [method: string, path: string, headers: Record<string, string>, status: number, error: string, message: string])[] = [
  ['GET',  '/fesv/recepciondte',     AGENT,                        405, 'Method Not Allowed',     'Use POST'],
  ['PUT',  '/seguridad/auth',        AGENT,                        405, 'Method Not Allowed',     'Use POST'],
  ['POST', `${LOT}/1`,               AGENT,                        405, 'Method Not Allowed',     'Use GET'],
  ['POST', '/seguridad/auth',        { ...AGENT, ...JSON_TYPE },   415, 'Unsupported Media Type', 'Content-Type: application/x-www-form-urlencoded'],
  ['POST', '/fesv/recepciondte',     { ...AGENT, 'content-type': 'text/plain' }, 415, 'Unsupported Media Type', 'Content-Type: application/json'],
  ['POST', '/fesv/recepciondte',     AGENT,                        415, 'Unsupported Media Type', 'Content-Type: application/json'],
  ['POST', '/fesv/recepciondte',     JSON_TYPE,                    400, 'Bad Request',            'User-Agent requerido'],
  ['POST', '/fesv/anulardte',        JSON_TYPE,                    400, 'Bad Request',            'User-Agent requerido'],
  ['GET',  `${LOT}/1`,               {},                           400, 'Bad Request',            'User-Agent requerido'],
  ['POST', '/fesv/recepciondte',     { ...AGENT, 'content-type': ' Application/JSON ; charset=utf-8' }, 401, 'Unauthorized', 'Token no valido'],
]

for (const [method, path, headers, status, error, message] of FRAMES) {
  test(`${method} ${path} with ${Object.keys(headers).join(' and ') || 'nothing'} is ${status}`, async (t) => {
    const { url } = await startMinistry(t)
    const answer = await bare(url + path, method, headers, method === 'GET' ? undefined : '{}')

    assert.equal(answer.status, status)
    // Without the code behind it: the gateway names the service.
    const named = status === 401 ? path : path.replace(/\/1$/, '')
    assert.deepEqual(answer.body, frame(status, error, message, named))
    assert.equal(answer.allow, status === 405 ? message.replace('Use ', '') : undefined)
  })
}

test('a wrong method of the control API names the right ones', async (t) => {
  const { url } = await startMinistry(t)
  for (const [method, path, allow] of [
    ['POST', '/_sim/ledger', 'GET'],
    ['PUT', '/_sim/faults', 'POST, GET, DELETE'],
  ] as const) {
    const answer = await bare(url + path, method)
    assert.deepEqual(answer, { status: 405, allow, body: { error: `use ${allow}` } })
  }
})

test('an unknown path says which, on each face in its own form', async (t) => {
  const ministry = await startMinistry(t)
  for (const path of ['/nada', `${LOT}`, `${LOT}/a/b`, '/fesv/recepciondte/a']) {
    const body = { status: 404, error: 'Not Found', path }
    assert.deepEqual(await ministry.get(path), { status: 404, body })
  }
  for (const path of ['/_sim/nada', '/_sim/ledger/a', '/_sim/faults/a/b', '/_sim/faultsx']) {
    assert.deepEqual(await ministry.get(path), {
      status: 404,
      body: { error: `no action ${path}` },
    })
  }
})

test('what is only read is sent to no other way', async (t) => {
  const ministry = await startMinistry(t)
  for (const path of ['/', '/consultaPublica']) {
    const body = { status: 404, error: 'Not Found', path }
    assert.deepEqual(await ministry.post(path, {}), { status: 404, body })
  }
})

test('an answer says how many bytes it has', async (t) => {
  const { url } = await startMinistry(t)
  for (const path of ['/nada/ñ', '/consultaPublica', '/_sim/state']) {
    const answer = await fetch(encodeURI(url + path))
    const { byteLength } = await answer.arrayBuffer()
    assert.equal(answer.headers.get('content-length'), String(byteLength), path)
  }
})

test('a body of 16 MiB is read, and one more byte is 413', async (t) => {
  const { url, token } = await startMinistry(t)
  const headers = { ...AGENT, ...JSON_TYPE, authorization: token }
  const largest = 16 * 1024 * 1024
  const path = '/fesv/recepciondte'
  const read = await bare(url + path, 'POST', headers, ' '.repeat(largest))
  const larger = await bare(url + path, 'POST', headers, ' '.repeat(largest + 1))

  assert.deepEqual([read.status, (read.body as { codigoMsg: string }).codigoMsg], [400, '098'])
  const { status, body } = larger
  const message = 'Solicitud demasiado grande'
  assert.deepEqual([status, body], [413, frame(413, 'Payload Too Large', message, path)])
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
