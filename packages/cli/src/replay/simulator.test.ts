/** How a replay speaks with a simulator: its sessions, its clock, its checks, and what it gives back afterwards. */
import assert from 'node:assert/strict'
import { createVerify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { occupy } from '../../test/cli.ts'
import { connectSimulator, withEmptied } from './simulator.ts'

interface Asked {
  readonly line: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}
interface Said {
  readonly status?: number
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

const NIT = '06140101900019'
const asked: Asked[] = []
let answer: (line: string) => Said = () => ({})
const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  const line = `${request.method} ${request.url}`
  asked.push({ line, headers: request.headers, body })
  const { status = 200, text = '{}', headers } = answer(line)
  response.writeHead(status, headers).end(text)
})
let url = ''
before(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked.length = 0
})
after(() => {
  server.closeAllConnections()
  server.close()
})

const LOGIN = 'POST /seguridad/auth'
const TAXPAYERS = 'POST /_sim/taxpayers'
const lines = () => asked.map(({ line }) => line)
/** Each session has a token of its own. */
function opening(others: (line: string) => Said = () => ({})) {
  let sessions = 0
  answer = (line) => {
    if (line !== LOGIN) return others(line)
    sessions += 1
    return { text: JSON.stringify({ status: 'OK', body: { token: `Bearer ${sessions}` } }) }
  }
}

test('a taxpayer is registered once with the password and the key that it then uses', async () => {
  opening(() => ({ text: '{"estado":"PROCESADO"}' }))
  const simulator = connectSimulator(url)
  const path = '/fesv/recepciondte'
  const one = await simulator.ask(NIT, { path, body: { documento: 'x' } })
  await simulator.ask(NIT, { path: `${path}/L`, body: null })
  await simulator.login(NIT)

  assert.deepEqual(one, { status: 200, json: { estado: 'PROCESADO' } })
  assert.deepEqual(lines(), [TAXPAYERS, LOGIN, `POST ${path}`, `GET ${path}/L`, LOGIN])
  const [registered, login, sent, got] = asked
  const { nit, password, publicKeyPem } = JSON.parse(registered?.body ?? '')
  assert.equal(nit, NIT)
  assert.equal(registered?.headers['content-type'], 'application/json')
  assert.deepEqual(
    [...new URLSearchParams(login?.body)],
    [
      ['user', NIT],
      ['pwd', password],
    ],
  )
  assert.equal(login?.headers['content-type'], 'application/x-www-form-urlencoded')
  for (const call of [login, sent, got]) assert.equal(call?.headers['user-agent'], 'sello')
  assert.deepEqual(
    [sent?.headers.authorization, sent?.headers['content-type'], sent?.body, got?.body],
    ['Bearer 1', 'application/json', '{"documento":"x"}', ''],
  )
  const [header = '', payload = '', signature = ''] = simulator.sign('{"a":"ñ"}').split('.')
  const text = (part: string) => Buffer.from(part, 'base64url').toString()
  assert.deepEqual([text(header), text(payload)], ['{"alg":"RS512"}', '{"a":"ñ"}'])
  const verify = createVerify('sha512').update(`${header}.${payload}`)
  assert.ok(verify.verify(publicKeyPem, Buffer.from(signature, 'base64url')))
})

test('a session that has ended is opened again, once for each question', async () => {
  const path = '/fesv/recepciondte'
  const left = [401, 200, 401, 401]
  opening((line) => (line.endsWith(path) ? { status: left.shift() ?? 200, text: 'no' } : {}))
  const simulator = connectSimulator(url)
  const ask = () => simulator.ask(NIT, { path, body: {} })
  assert.deepEqual(await ask(), { status: 200, json: null })
  assert.deepEqual((await ask()).status, 401)
  const sent = `POST ${path}`
  assert.deepEqual(lines(), [TAXPAYERS, LOGIN, sent, LOGIN, sent, sent, LOGIN, sent])
  assert.deepEqual(
    asked.filter(({ line }) => line === sent).map(({ headers }) => headers.authorization),
    ['Bearer 1', 'Bearer 2', 'Bearer 2', 'Bearer 3'],
  )
})

test('its clock is set, and the check that refused the last attempt is asked for', async () => {
  const rule = { name: 'receptor', what: 'quién compra' }
  const refused = {
    steps: [
      { name: 'a', what: 'b', result: 'ok' },
      { ...rule, result: 'refused' },
    ],
  }
  const told = [[{ steps: [] }, refused], [refused, { steps: [] }], []]
  answer = (line) => ({
    text: line.startsWith('GET') ? JSON.stringify({ documents: told.shift() }) : '',
  })
  const simulator = connectSimulator(url)
  await simulator.at(new Date('2026-10-05T16:00:00Z'))
  assert.deepEqual(asked[0]?.line, 'POST /_sim/clock')
  assert.equal(asked[0]?.body, '{"now":"2026-10-05T16:00:00.000Z"}')
  const rules = []
  for (let n = 0; n < 3; n += 1) rules.push(await simulator.ruleOf(NIT, 'C'))
  assert.deepEqual(rules, [{ ...rule, result: 'refused' }, null, null])
  const query = `nit=${NIT}&codigoGeneracion=C&steps=true&jws=false`
  assert.equal(lines()[1], `GET /_sim/ledger?${query}`)
  assert.equal(asked[1]?.headers['content-type'], undefined)
})

test('one that does not do what it is told is refused with its words, and one that is not there too', async (t) => {
  const simulator = connectSimulator(url)
  answer = () => ({ status: 400, text: 'no'.repeat(101) })
  const time = new Date()
  await assert.rejects(simulator.at(time), {
    ...{ name: 'CliError', ending: 'refused' },
    message: `El simulador no aceptó clock: ${'no'.repeat(100)}`,
  })
  answer = () => ({})
  await assert.rejects(simulator.login(NIT), {
    ...{ ending: 'internal', message: 'El simulador no abrió la sesión.' },
  })
  const asks: number[] = []
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    asks.push(ms)
    return new AbortController().signal
  })
  answer = () => ({ status: 302, headers: { location: '/' } })
  const says = `--url: en ${url} no responde un simulador.`
  await assert.rejects(simulator.at(time), { ending: 'unavailable', message: says })
  const { port, close } = await occupy(0)
  close()
  const gone = `http://127.0.0.1:${port}`
  await assert.rejects(connectSimulator(gone).at(time), {
    message: `--url: en ${gone} no responde un simulador.`,
  })
  assert.deepEqual(asks, [30_000, 30_000])
})

test('somebody’s is emptied, and gets back what it knew whatever happens', async () => {
  answer = (line) => ({ text: line.startsWith('GET') ? '{"de":"antes"}' : '{}' })
  assert.equal(await withEmptied(url, async () => 'hecho'), 'hecho')
  await assert.rejects(
    withEmptied(url, async () => {
      throw new Error('a mistake of ours')
    }),
    /a mistake of ours/,
  )
  const each = [
    ['GET /_sim/snapshot', ''],
    ['POST /_sim/reset', '{"taxpayers":true}'],
    ['POST /_sim/snapshot', '{"de":"antes"}'],
  ]
  assert.deepEqual(
    asked.map(({ line, body }) => [line, body]),
    [...each, ...each],
  )
})

test('one that knows more than it can be given back is left as it is', async () => {
  let size = 16_000_000
  answer = (line) => ({ text: line.startsWith('GET') ? 'x'.repeat(size) : '' })
  await withEmptied(url, async () => {})
  assert.equal(asked[2]?.body.length, size)
  size += 1
  asked.length = 0
  await assert.rejects(
    withEmptied(url, async () => assert.fail('nothing is asked')),
    {
      ...{ ending: 'refused' },
      message: '--url: ese simulador recuerda demasiado; use uno nuevo.',
    },
  )
  assert.deepEqual(lines(), ['GET /_sim/snapshot'])
})
