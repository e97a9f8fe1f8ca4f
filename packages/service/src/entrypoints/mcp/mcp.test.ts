import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { VERSION } from '@sello/contract'
import { assertDescribedRefusal } from '../../../test/described.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import type { MintedKey } from '../../admin.ts'
import { TOOLS } from './tools.ts'

let world: World
before(async () => {
  world = await createWorld({ basePath: '/base', publicOrigin: 'https://sello.example.com' })
})
after(() => world.close())

const call = (name: string, args: object = {}) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: args },
})
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

interface Posted {
  readonly key?: MintedKey | null
  readonly headers?: object
  /** In place of the body as JSON. */
  readonly payload?: string
  readonly remoteAddress?: string
}

async function post(
  body: unknown,
  {
    key = world.company.key,
    headers = {},
    payload = JSON.stringify(body),
    remoteAddress,
  }: Posted = {},
) {
  const reply = await world.app.inject({
    method: 'POST',
    url: '/base/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key.apiKey}` }),
      ...headers,
    },
    payload,
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  })
  const { statusCode: status, headers: answered, payload: text } = reply
  if (status >= 400 && text.startsWith('{"error":{"code":"')) {
    assertDescribedRefusal({ status, headers: answered, body: JSON.parse(text) })
  }
  return { status, headers: answered, text }
}

/** The message, which an older client gets as a stream of one. */
// biome-ignore lint/suspicious/noExplicitAny: a message is read by the test that knows its shape
const messageOf = (text: string): any => JSON.parse(text.replace(/^[\s\S]*?data: /, ''))
const resultOf = (text: string) => {
  const { isError = false, content } = messageOf(text).result
  return { isError, text: content[0].text as string }
}

test('without a key, or with a wrong one, there is nothing: 401, whatever the method', async () => {
  const bodies = [
    ...[LIST, call('leer_estado'), call('formato_de_venta', { tipoDte: '01' })],
    ...[call('preparar', { venta: 1 }), call('no_hay'), { ...call('leer_estado'), params: 1 }],
  ]
  // Before and after somebody with a key was served.
  for (const isServed of [false, true]) {
    if (isServed) assert.equal((await post(LIST)).status, 200)
    for (const body of bodies) {
      const none = await post(body, { key: null })
      assert.deepEqual([none.status, none.headers['www-authenticate']], [401, 'Bearer'])
      const apiKey = `${world.company.key.apiKey.slice(0, -4)}AAAA`
      const wrong = await post(body, { key: { ...world.company.key, apiKey } })
      assert.deepEqual([wrong.status, wrong.headers['www-authenticate']], [401, 'Bearer'])
      for (const { headers, text } of [none, wrong]) {
        assert.equal(headers['content-type'], 'application/json; charset=utf-8')
        assert.ok(JSON.parse(text).error.message.length > 10)
      }
    }
  }
})

test('the tools are listed with their arguments, and one alone says that it writes', async () => {
  const { status, headers, text } = await post(LIST)
  assert.equal(status, 200, text)
  assert.equal(headers['content-type'], 'text/event-stream')
  const expected = TOOLS.map(({ name, title, description, input }) => {
    const [reads, inputSchema] = [name !== 'preparar', JSON.parse(JSON.stringify(input))]
    const never = { destructiveHint: false, openWorldHint: false }
    const annotations = { readOnlyHint: reads, idempotentHint: reads, ...never }
    assert.equal(inputSchema.type, 'object')
    return { name, title, description, inputSchema, annotations }
  })
  assert.deepEqual(messageOf(text).result.tools, expected)
})

test('an agent is told first whom it talks to, and that a person issues', async () => {
  const params = {
    ...{ protocolVersion: '2025-06-18', capabilities: {} },
    clientInfo: { name: 'test', version: '1' },
  }
  const { text } = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  const { serverInfo, capabilities, instructions } = messageOf(text).result
  const info = { name: 'sello', version: VERSION }
  assert.deepEqual([serverInfo, capabilities], [info, { tools: {} }])
  assert.match(instructions, /ninguna firma ni emite\. Lo que preparar deja lo emite una persona/)
})

test('a tool that does not exist is refused by the beginning of its name', async () => {
  const said = resultOf((await post(call('x'.repeat(101)))).text)
  const text = `No hay una herramienta "${'x'.repeat(100)}".`
  assert.deepEqual(said, { isError: true, text })
})

test('what is no bearer token is told to send one, and a wrong key that it is wrong', async () => {
  const saidTo = async (authorization: string) => {
    const { status, text } = await post(LIST, { headers: { authorization } })
    return [status, JSON.parse(text).error.message]
  }
  const missing = [401, 'Falta la llave de API en Authorization: Bearer <llave>.']
  const wrong = [401, 'La llave de X-Service-Key no es válida.']
  assert.deepEqual(await saidTo(`bearer ${'x'.repeat(300)}`), wrong)
  for (const none of [
    `Bearer ${'x'.repeat(301)}`,
    'Bearer',
    'Bearer x y',
    'xBearer x',
    'Basic eDp4',
  ]) {
    assert.deepEqual(await saidTo(none), missing, none)
  }
})

test('every tool has a title and says what it does', () => {
  for (const { name, title, description } of TOOLS) {
    assert.match(title, /^\p{Lu}\p{L}+/u, name)
    assert.match(description, /^\p{Lu}.{20,}\.$/su, name)
  }
})

test('preparar answers the totals and the address of the console', async () => {
  const { isError, text } = resultOf((await post(call('preparar', { venta: SALE }))).text)
  assert.equal(isError, false, text)
  const { id, consola, totales, llave } = JSON.parse(text)
  assert.equal(totales.totalPagar, 11.3)
  assert.ok(world.company.key.apiKey.startsWith(`${llave.keyId}.`), llave.keyId)
  const { nit } = world.company
  assert.equal(consola, `/base/${nit}/pruebas/propuestas/${id}`)
})

test('a sale that is none is refused in the words of /v1', async () => {
  const { isError, text } = resultOf((await post(call('validar_venta', { venta: {} }))).text)
  const { code, details } = JSON.parse(text).error
  assert.deepEqual([isError, code, details.field], [true, 'invalid_request', 'tipoDte'])
})

test('a key’s scopes, types, amount and addresses hold for its agent', async () => {
  const { nit } = world.company
  const said = async (more: Parameters<World['mintKey']>[1], name: string, args = {}) => {
    const key = await world.mintKey(nit, more)
    return JSON.parse(resultOf((await post(call(name, args), { key })).text).text).error.code
  }
  const venta = { venta: SALE }
  assert.equal(await said({ scopes: ['query'] }, 'preparar', venta), 'forbidden_scope')
  assert.equal(await said({ scopes: ['issue'] }, 'leer_propuestas'), 'forbidden_scope')
  assert.equal(await said({ tiposDte: ['03'] }, 'validar_venta', venta), 'dte_type_not_allowed')
  assert.equal(await said({ amountMax: 1 }, 'preparar', venta), 'amount_limit')
  assert.equal(await said({ ipRanges: ['10.1.0.0/16'] }, 'leer_estado'), 'ip_not_allowed')
})

test('an agent calls from its own address, and not from the service’s', async () => {
  const from = async (ipRanges: readonly string[], remoteAddress: string) => {
    const key = await world.mintKey(world.company.nit, { ipRanges })
    const { text } = await post(call('leer_estado'), { key, remoteAddress })
    return resultOf(text).isError
  }
  assert.equal(await from(['10.1.0.0/16'], '10.1.2.3'), false)
  assert.equal(await from(['127.0.0.0/8'], '10.1.2.3'), true)
})

test('the calls of an agent count in the windows of its key, those of the protocol too', async () => {
  const limits = { hour: 3, day: 100, status: 2 }
  const key = await world.mintKey(world.company.nit, { limits })
  for (let n = 0; n < 3; n += 1) {
    assert.equal(resultOf((await post(call('buscar_documentos'), { key })).text).isError, false)
  }
  const over = resultOf((await post(call('buscar_documentos'), { key })).text)
  assert.equal(JSON.parse(over.text).error.code, 'rate_limited')
  for (let n = 0; n < 2; n += 1) assert.equal((await post(LIST, { key })).status, 200)
  const { status, headers, text } = await post(LIST, { key })
  const { retryAfterSeconds } = JSON.parse(text).error.details
  assert.deepEqual([status, headers['retry-after']], [429, String(retryAfterSeconds)])
})

test('a page of another site, a batch, another method and what is no message are refused', async () => {
  const foreign = await post(LIST, { headers: { origin: 'https://example.org' } })
  assert.equal(foreign.status, 403)
  const { error } = JSON.parse(foreign.text)
  assert.equal(error.message, 'La petición viene de la página de otro sitio.')
  assert.equal((await post(LIST, { headers: { origin: world.consoleOrigin } })).status, 200)
  for (const body of [[LIST, LIST], 'tools/list']) {
    const { status, text } = await post(body)
    const message = 'El cuerpo es un mensaje JSON-RPC, y uno solo.'
    assert.deepEqual([status, JSON.parse(text).error.message], [400, message])
  }
  assert.equal((await post({})).status, 400)
  for (const method of ['GET', 'DELETE'] as const) {
    const reply = await world.app.inject({ method, url: '/base/mcp' })
    assert.deepEqual([reply.statusCode, reply.headers.allow], [405, 'POST'])
    const message = 'Esta ruta se llama con POST.'
    const refused = { code: 'method_not_allowed', message, details: { allowed: ['POST'] } }
    assert.deepEqual(reply.json(), { error: refused })
  }
})

test('arguments nested beyond what a sale has are refused in words', async () => {
  for (const levels of [40, 100_000]) {
    const nested = '['.repeat(levels) + ']'.repeat(levels)
    const venta = JSON.stringify({ tipoDte: '01', items: [{ descripcion: '@' }] })
    const body = JSON.stringify(call('preparar', { venta: '@' }))
    const deep = body.replace('"@"', venta.replace('"@"', nested))
    const reply = await post(null, { payload: deep })
    const { isError, text } = resultOf(reply.text)
    assert.equal(isError, true)
    assert.match(text, /demasiados niveles/)
  }
})

test('a call is answered by the revision of the protocol that it names', async () => {
  const headers = { 'mcp-protocol-version': '2026-07-28' }
  const { text } = await post(LIST, { headers })
  assert.equal(messageOf(text).error.code, -32602, 'of that one its message lacks a part')
})

test('nobody keeps a connection open: a subscription is refused at once', async () => {
  const asked = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} }
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
  const { text } = await post(asked, { headers })
  assert.ok(messageOf(text).error, text)
})

test('an answer that would fill an agent’s context is refused with how to ask for less', async () => {
  const items = Array.from({ length: 2_000 }, (_, n) => ({
    ...{ descripcion: `Café de altura número ${n}`, cantidad: 1, precioUni: 0.1 },
  }))
  const asked = call('validar_venta', { venta: { ...SALE, items } })
  const { isError, text } = resultOf((await post(asked)).text)
  assert.equal(isError, true)
  const said =
    /^La respuesta tiene (\d{6}) caracteres, y caben 100000: pida menos, con limit o sin las líneas\.$/
  assert.match(text, said)
})
