/** The examples that are whole programs, a till, a shop's webhook and a nightly batch, killed and called twice. */
import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { after, afterEach, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Demo, endFaults, fault, startDemo } from '../../client/test/demo.ts'
import { firstLine } from '../../console/test/program.ts'
import { until } from '../../service/test/until.ts'

const TSX = import.meta.resolve('tsx')
const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url))
const SECRETO = 'el secreto del webhook'

// biome-ignore lint/suspicious/noExplicitAny: an answer is read by the test that knows its shape
type Json = any
type Program = ChildProcessByStdio<null, Readable, null>

let demo: Demo
let line: string
const running = new Set<Program>()
before(async () => {
  demo = await startDemo()
  line = join(demo.folder, 'demo.json')
  const { baseUrl, apiKey, signKey } = demo
  await writeFile(line, JSON.stringify({ baseUrl, companies: [{ keys: [{ apiKey, signKey }] }] }))
})
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL')
    await exitOf(child)
  }
  running.clear()
  await endFaults(demo)
})
after(() => demo.stop())

/** A folder of the test's own, where the example runs. */
async function folder(): Promise<string> {
  const path = join(demo.folder, randomUUID())
  await mkdir(path)
  return path
}

function start(cwd: string, file: string, ...args: readonly string[]): Program {
  const child = spawn(process.execPath, ['--import', TSX, join(EXAMPLES, file), line, ...args], {
    ...{ cwd, env: { ...process.env, SECRETO } },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  return child
}

const exitOf = async (child: Program): Promise<number | null> =>
  child.exitCode === null && child.signalCode === null
    ? (await once(child, 'exit'))[0]
    : child.exitCode

async function kill(child: Program): Promise<void> {
  child.kill('SIGKILL')
  await exitOf(child)
}

/** The documents of the company whose referencia begins so, oldest first. */
async function issued(prefix: string): Promise<readonly Json[]> {
  const found: Json[] = []
  for await (const one of demo.client().list()) found.push(one)
  return found.filter(({ referencia }) => referencia?.startsWith(prefix)).reverse()
}

test('the till issues a sale once, however often its page sends it, and prints its ticket', async () => {
  const url = await firstLine(start(await folder(), 'caja.ts'))
  const send = async (body: unknown, type = 'application/json') => {
    const headers = { 'content-type': type }
    const response = await fetch(`${url}/venta`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return { status: response.status, said: (await response.json()) as Json }
  }
  const venta = { referencia: `caja-${randomUUID()}`, cantidades: { pupusa: 3, cafe: 1 } }
  const answers = await Promise.all([send(venta), send(venta)])
  answers.push(await send(venta))
  const codes = new Set(answers.map(({ said }) => said.codigoGeneracion))

  assert.match(await (await fetch(url)).text(), /<h1>Caja<\/h1>/)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal(codes.size, 1)
  const documents = await issued(venta.referencia)
  assert.deepEqual(
    documents.map(({ estado, totales }) => [estado, totales.totalPagar]),
    [['sellado', 5.5]],
  )
  const ticket = await fetch(`${url}/ticket?codigo=${[...codes][0]}`)
  assert.equal(
    Buffer.from(await ticket.arrayBuffer())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  )

  assert.equal((await send(venta, 'text/plain')).status, 415)
  for (const hostile of [
    {},
    { ...venta, referencia: '../x' },
    { ...venta, cantidades: { pupusa: 'x' } },
  ]) {
    assert.equal((await send(hostile)).status, 400, JSON.stringify(hostile))
  }
  assert.equal(
    (await send({ ...venta, referencia: `caja-${randomUUID()}`, cantidades: { cafe: 1e12 } }))
      .status,
    422,
  )
})

function orderOf(id: number, more: object = {}) {
  return {
    ...{ id, status: 'processing', total: '24.90', currency: 'USD' },
    billing: { first_name: 'María', last_name: 'Pérez', email: 'maria@example.com' },
    line_items: [
      { id: 1, name: 'Taza de barro', quantity: 3, total: '17.70', total_tax: '2.30' },
      { id: 2, name: 'Regalo', quantity: 1, total: '0.00', total_tax: '0.00' },
    ],
    shipping_lines: [{ method_title: 'Entrega', total: '4.34', total_tax: '0.56' }],
    fee_lines: [],
    ...more,
  }
}

async function deliver(url: string, order: object, secreto = SECRETO): Promise<number> {
  const body = JSON.stringify(order)
  const signature = createHmac('sha256', secreto).update(body).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'x-wc-webhook-topic': 'order.updated',
    'x-wc-webhook-signature': signature,
  }
  const { status } = await fetch(url, { method: 'POST', headers, body })
  return status
}

test('an order that was taken survives a kill, and is issued once with what the buyer paid', async () => {
  const cwd = await folder()
  const id = 70_000
  await fault(demo, { service: '*', kind: 'delay', delayMs: 1_500 })
  const first = start(cwd, 'tienda.ts')
  const url = await firstLine(first)
  const statuses = await Promise.all([1, 2, 3].map(() => deliver(url, orderOf(id))))
  assert.deepEqual(new Set(statuses), new Set([202]))
  await kill(first) // before its answer, most likely after its call
  await endFaults(demo)

  const again = await firstLine(start(cwd, 'tienda.ts'))
  const name = `${id}.json`
  await until('the order has its document', async () =>
    (await readdir(join(cwd, 'pedidos/emitidos'))).includes(name),
  )
  assert.equal(await deliver(again, orderOf(id)), 200)
  const kept = JSON.parse(await readFile(join(cwd, 'pedidos/emitidos', name), 'utf8'))
  const documents = await issued(`pedido-${id}`)
  assert.deepEqual(
    documents.map(({ codigoGeneracion }) => codigoGeneracion),
    [kept.codigoGeneracion],
  )
  assert.equal(documents[0].totales.totalPagar, 24.9)
  assert.deepEqual(await readdir(join(cwd, 'pedidos/pendientes')), [])
})

test('an order that is not the shop’s, not paid, or not what was paid is issued by nobody', async () => {
  const cwd = await folder()
  const url = await firstLine(start(cwd, 'tienda.ts'))
  assert.equal(await deliver(url, orderOf(70_001), 'otro'), 401)
  assert.equal(await deliver(url, orderOf(70_002, { status: 'pending' })), 200)
  assert.equal(await deliver(url, orderOf(70_003, { total: '20.00' })), 202) // a coupon that it does not know
  const look = join(cwd, 'pedidos/revisar')
  await until('the order is to be looked at', async () =>
    (await readdir(look)).includes('70003.json'),
  )

  assert.deepEqual(await readdir(look), ['70003.json'])
  assert.match(
    await readFile(join(look, '70003.json'), 'utf8'),
    /El pedido dice 20\.00, y la factura sería de 24\.9/,
  )
  for (const id of [70_001, 70_002, 70_003]) assert.deepEqual(await issued(`pedido-${id}`), [])
})

test('a batch that is killed goes on where it was: each sale once, a wrong one named', async () => {
  const cwd = await folder()
  const SALES = 24
  const rows = Array.from({ length: SALES }, (_, n) => [
    `lote-${n},"Taza, ""grande""",2,${n + 1}.25`,
    `lote-${n},Entrega,1,1.5`,
  ])
  const wrong = 'lote-malo,Taza,0,1'
  const csv = ['referencia,descripcion,cantidad,precio', ...rows.flat(), wrong].join('\r\n')
  await writeFile(join(cwd, 'ventas.csv'), csv)
  const results = () => readFile(join(cwd, 'ventas.csv.resultado.csv'), 'utf8').catch(() => '')
  await fault(demo, { service: '*', kind: 'delay', delayMs: 150 })
  for (const enough of [3, 9]) {
    const child = start(cwd, 'lote.ts', 'ventas.csv')
    await until('some sales are issued', async () => (await results()).split('\n').length > enough)
    await kill(child)
  }
  await endFaults(demo)

  assert.equal(await exitOf(start(cwd, 'lote.ts', 'ventas.csv')), 1, 'one is to be looked at')
  const documents = await issued('lote-')
  assert.equal(new Set(documents.map(({ referencia }) => referencia)).size, SALES)
  assert.equal(documents.length, SALES)
  const lines = (await results()).trim().split('\n')
  assert.equal(lines.length, SALES + 1)
  assert.match(lines.find((one) => one.startsWith('"lote-malo"')) ?? '', /"revisar",.*cantidad/)
  assert.equal(await exitOf(start(cwd, 'lote.ts', 'ventas.csv')), 0, 'nothing is left to do')
  assert.equal((await issued('lote-')).length, SALES)
})
