/**
 * The bar of ADR 0118: an agent with every tool, a key with every scope and the sign key in its hands tries all tools
 * with hostile arguments, over both transports, and nothing is signed, numbered, sent or cancelled.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { SCOPES } from '@sello/contract'
import type { MintedKey } from '@sello/service/admin'
import { builtProgram } from '../../service/test/programs.ts'
import { issueProposal, openOwner } from '../../service/test/proposals.ts'
import { createWorld, SALE, type World } from '../../service/test/world.ts'
import { createFolder, type Folder } from '../test/cli.ts'

const SELLO = fileURLToPath(new URL('../bin/sello.js', import.meta.url))

let world: World
let folder: Folder
let baseUrl: string
let key: MintedKey
/** A sealed document, which an agent could want to cancel or to copy. */
let sealed: string
const clients: Client[] = []

before(async () => {
  world = await createWorld()
  folder = await createFolder()
  baseUrl = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const limits = { hour: 100_000, day: 100_000, status: 100_000 }
  key = await world.mintKey(world.company.nit, { scopes: SCOPES, limits })
  const issued = await world.issue(SALE, { key })
  assert.equal(issued.status, 200, 'the key does sign where it may')
  sealed = issued.body.codigoGeneracion
})
after(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await world.close()
  await folder.remove()
})

/** Both revisions of the protocol over HTTP, and the command. */
const CONNECTIONS = {
  'HTTP, 2025-11-25': () => overHttp({}),
  'HTTP, 2026-07-28': () => overHttp({ versionNegotiation: { mode: 'auto' } }),
  stdio: () => overStdio(),
} as const

async function overHttp(options: object): Promise<Client> {
  const headers = {
    authorization: `Bearer ${key.apiKey}`,
    'x-service-key': key.apiKey,
    'x-service-sign-key': key.signKey ?? '',
    'idempotency-key': 'de un agente',
  }
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
    requestInit: { headers },
  })
  return opened(new Client({ name: 'agente', version: '1' }, options), transport)
}

async function overStdio(url = baseUrl): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [builtProgram('packages/cli/src/main.ts') ?? SELLO, 'mcp'],
    cwd: folder.path,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder.path,
      SELLO_URL: url,
      SELLO_API_KEY: key.apiKey,
      SELLO_SIGN_KEY: key.signKey ?? '',
    },
  })
  return opened(new Client({ name: 'agente', version: '1' }), transport)
}

async function opened(client: Client, transport: Parameters<Client['connect']>[0]) {
  await client.connect(transport)
  clients.push(client)
  return client
}

interface Said {
  readonly isError: boolean
  readonly text: string
}

async function callTool(client: Client, name: string, args: object): Promise<Said> {
  const result = await client.callTool({ name, arguments: args as Record<string, unknown> })
  const [first] = result.content as readonly { readonly text?: string }[]
  return { isError: result.isError === true, text: first?.text ?? '' }
}

/** Everything that signing, numbering, sending or cancelling would leave. */
async function footprint() {
  const { pool } = world.deps
  const count = async (table: string) =>
    (await pool.one<{ n: number }>(`select count(*)::int as n from ${table}`)).n
  return {
    numbers: await world.numbersSpent(),
    documents: await count('documents'),
    signed: await count('documents where signature is not null'),
    events: await count('events'),
    claims: await count('claims'),
    customers: await count('customers'),
    webhooks: await count('webhooks'),
    outbox: (await count('outbox')) + (await count('feed')),
    deliveries: await count('deliveries'),
    ministry: (await world.mh.ledger()).length,
  }
}

const hostileTexts = () => [
  ...['', '..', '../dte', '../../v1/dte/sign', '%2e%2e%2fdte', `${sealed}/invalidate`],
  ...[
    `${sealed}?explica=totales`,
    `${sealed}/../sign`,
    `${sealed}#`,
    `${sealed} `,
    '\u0000',
    '\r\nX-Service-Sign-Key: x',
  ],
  ...[
    "'; drop table documents; --",
    '{{constructor}}',
    '{{7*7}}',
    'true',
    '01',
    '2026-11',
    'pendiente',
    sealed,
  ],
  'á'.repeat(20_000),
]
const OTHERS: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  [[]],
  {},
  { $ref: '#' },
  { toString: 'x' },
]

const sneaky = () => ({
  ...{ method: 'POST', path: '/v1/dte', signKey: key.signKey, 'x-service-sign-key': key.signKey },
  ...{ firmar: true, confirmado: true, idempotencyKey: 'x', codigoGeneracion: sealed },
})

/** Sales that try to be more than a proposal. */
const ventas = (): readonly unknown[] => [
  { ...SALE, ...sneaky() },
  { ...SALE, corrige: sealed },
  { ...SALE, referencia: 'propuesta-00000000-0000-4000-8000-000000000000' },
  { ...SALE, estado: 'sellado', jws: 'eyJ', selloRecibido: 'A'.repeat(40) },
  { ...SALE, entrega: { correo: ['ladron@example.com\r\nBcc: x@example.com'] } },
  { ...SALE, items: Array.from({ length: 2_001 }, () => SALE.items[0]) },
  { ...SALE, items: [{ descripcion: 'x', cantidad: 1e300, precioUni: 1e300 }] },
  { tipoDte: '05', documentosRelacionados: [{ codigoGeneracion: sealed }], items: SALE.items },
  { tipoDte: '99' },
  ...OTHERS,
]

for (const [name, connect] of Object.entries(CONNECTIONS)) {
  describe(name, () => {
    let client: Client
    before(async () => {
      client = await connect()
    })

    test('no tool signs, whatever it is asked', async (t) => {
      const { tools } = await client.listTools()
      assert.ok(tools.length >= 12)
      const stands = await footprint()
      let calls = 0
      const attempt = async (tool: string, args: object) => {
        calls += 1
        const { text } = await callTool(client, tool, args).catch((error: unknown) => {
          if (error instanceof SdkHttpError) return { text: error.message } // the body itself was refused
          throw error
        })
        assert.ok(!text.includes(key.signKey ?? '-'), 'no secret comes back')
      }
      for (const { name: tool, inputSchema } of tools) {
        const members = Object.keys(inputSchema.properties ?? {})
        await attempt(tool, {})
        await attempt(tool, sneaky())
        for (const member of members) {
          const values = member === 'venta' ? ventas() : [...hostileTexts(), ...OTHERS]
          for (const value of values) {
            await attempt(tool, { [member]: value })
            if (member === 'venta') await attempt(tool, { [member]: value, ...sneaky() })
          }
        }
      }
      t.diagnostic(`${calls} calls of ${tools.length} tools`)
      assert.deepEqual(await footprint(), stands)
    })

    test('what is not a tool does not exist', async () => {
      const stands = await footprint()
      for (const tool of [
        ...['emitir', 'firmar', 'issue', 'sign', 'invalidate', '/v1/dte', '../v1/dte', 'preparar '],
        ...['PREPARAR', '__proto__', 'constructor', 'tools/call', ''],
      ]) {
        assert.equal((await callTool(client, tool, { venta: SALE })).isError, true, tool)
      }
      for (const [method, params] of [
        ['resources/list', {}],
        ['resources/read', { uri: `sello:///v1/dte/${sealed}` }],
        ['prompts/get', { name: 'emitir' }],
        ['completion/complete', {}],
        ['sampling/createMessage', { messages: [], maxTokens: 1 }],
        ['dte/sign', {}],
      ] as const) {
        const asked = { method, params } as unknown as { method: 'ping' }
        const refused = await (async () => client.request(asked))().catch(() => null)
        assert.equal(refused, null, method)
      }
      assert.deepEqual(await footprint(), stands)
    })

    test('what it prepares is issued by a person alone, and the agent learns of it', async () => {
      const { isError, text } = await callTool(client, 'preparar', { venta: SALE })
      assert.equal(isError, false, text)
      const proposal = JSON.parse(text)
      assert.equal(proposal.totales.totalPagar, 11.3)
      assert.match(proposal.consola, new RegExp(`/propuestas/${proposal.id}$`))
      // The session's own routes want a session: the agent's key is none.
      const path = `/console/api/${world.company.nit}/00/propuestas/${proposal.id}/emitir`
      const headers = { 'x-service-key': key.apiKey, 'x-service-sign-key': key.signKey ?? '' }
      const tried = await fetch(baseUrl + path, { method: 'POST', headers })
      assert.ok(tried.status === 401 || tried.status === 403, String(tried.status))

      const owner = await openOwner(world)
      const issued = await issueProposal(world, owner, proposal.id)
      assert.equal(issued.status, 200, JSON.stringify(issued.body))
      const read = await callTool(client, 'leer_propuesta', { id: proposal.id })
      assert.deepEqual(JSON.parse(read.text).emitido, {
        codigoGeneracion: issued.body.codigoGeneracion,
        estado: 'sellado',
      })
    })

    test('the tools read, explain and validate', async () => {
      const { text } = await callTool(client, 'leer_documento', { codigoGeneracion: sealed })
      const { estado, jws } = JSON.parse(text)
      assert.deepEqual([estado, jws], ['sellado', undefined])
      const explained = await callTool(client, 'explicar_totales', { codigoGeneracion: sealed })
      assert.ok(JSON.parse(explained.text).explicacion)
      const found = await callTool(client, 'buscar_documentos', { tipoDte: '01', limit: 5 })
      assert.ok(JSON.parse(found.text).documentos.length > 0)
      const wrong = await callTool(client, 'validar_venta', { venta: { ...SALE, formaPago: '77' } })
      assert.equal(wrong.isError, true)
      assert.equal(JSON.parse(wrong.text).error.code, 'validation_failed')
      const { isError } = await callTool(client, 'validar_venta', { venta: SALE })
      assert.equal(isError, false)
      const mes = world.deps.clock.now().toISOString().slice(0, 7)
      const books = JSON.parse((await callTool(client, 'leer_libros', { mes })).text)
      assert.equal(books.consumidorFinal.filas, undefined)
      assert.ok(books.consumidorFinal.totales.total > 0)
    })
  })
}

test('a service that does not answer, or leads elsewhere, is told as one: the key goes nowhere else', async (t) => {
  const asked: string[] = []
  const elsewhere = createServer((request, response) => {
    asked.push(String(request.url))
    response.writeHead(307, { location: `${baseUrl}${request.url}` }).end()
  })
  t.after(() => elsewhere.close())
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
  const { port } = elsewhere.address() as AddressInfo
  const refused = {
    isError: true,
    text: 'El servicio no respondió: fetch failed. Repita en unos segundos.',
  }
  const client = await overStdio(`http://127.0.0.1:${port}/`)
  const read = () => callTool(client, 'leer_documento', { codigoGeneracion: sealed })
  assert.deepEqual(await read(), refused)
  assert.deepEqual(asked, [`/v1/dte/${sealed}`])
  elsewhere.close()
  elsewhere.closeAllConnections()
  assert.deepEqual(await read(), refused)
})

function startCommand() {
  const program = builtProgram('packages/cli/src/main.ts') ?? SELLO
  return spawn(process.execPath, [program, 'mcp'], {
    cwd: folder.path,
    env: {
      ...{ PATH: process.env.PATH ?? '', HOME: folder.path },
      ...{ SELLO_URL: baseUrl, SELLO_API_KEY: key.apiKey },
    },
  })
}

/** Lines that are no message end nothing. */
const NOISE_AND_PING = 'no\n{"jsonrpc":"2.0"}\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n'

test('it ends with its input, without a word', async (t) => {
  const command = startCommand()
  t.after(() => command.kill('SIGKILL'))
  let said = ''
  command.stderr.on('data', (piece) => {
    said += piece
  })
  command.stdin.write(NOISE_AND_PING)
  await once(command.stdout, 'data')
  const exited = once(command, 'exit', { signal: AbortSignal.timeout(30_000) })
  command.stdin.end()
  assert.deepEqual([...(await exited), said], [0, null, ''])
})

test('it ends when it is told to, although its input goes on', async (t) => {
  const command = startCommand()
  t.after(() => command.kill('SIGKILL'))
  command.stdin.write(NOISE_AND_PING)
  await once(command.stdout, 'data')
  const exited = once(command, 'exit', { signal: AbortSignal.timeout(30_000) })
  command.kill('SIGTERM')
  assert.deepEqual(await exited, [0, null])
})

test('a line that no message is as long as ends the command, which says why', async () => {
  const command = startCommand()
  let said = ''
  command.stderr.on('data', (piece) => {
    said += piece
  })
  command.stdin.on('error', () => {}) // it does not read to the end
  command.stdin.write('x'.repeat(20 * 1024 * 1024))
  const [code] = await once(command, 'exit')
  assert.equal(code, 1, said)
  assert.match(said, /se cortó/)
})
