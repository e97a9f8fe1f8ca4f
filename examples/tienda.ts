/**
 * The webhook of an online shop, in the shape of WooCommerce (topic «Pedido actualizado»): a paid order becomes an
 * invoice (01). The order is written to a folder before the shop is answered, and issued from there until it has an
 * answer: neither a silent ministry, nor a service that is down, nor a kill of this program loses an order or issues it
 * twice, however often the shop sends it.
 *
 *   SECRETO=… npx tsx examples/tienda.ts demo.json PUERTO CARPETA
 *
 * CARPETA/pendientes has what is to be issued; CARPETA/emitidos the document of each order; CARPETA/revisar what a
 * person must look at, with the reason.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type DteRequest, isSelloError, Sello } from '@sello/client'
import { fileKeyStore } from '@sello/client/node'

interface Row {
  readonly name?: string
  readonly method_title?: string
  readonly quantity?: number
  readonly total: string
  readonly total_tax: string
}

interface Order {
  readonly id: number
  readonly status: string
  readonly total: string
  readonly billing: {
    readonly first_name: string
    readonly last_name: string
    readonly email: string
  }
  readonly line_items: readonly Row[]
  readonly shipping_lines: readonly Row[]
  readonly fee_lines: readonly Row[]
}

const PAID = ['processing', 'completed']
const BODY_BYTES_MAX = 1_000_000
const PAUSE_MS = 5_000

const [file = 'demo.json', port = '0', folder = 'pedidos'] = process.argv.slice(2)
const secreto = process.env.SECRETO ?? ''
if (secreto === '') throw new Error('SECRETO es el del webhook, como la tienda lo tiene.')
const { baseUrl, companies } = JSON.parse(await readFile(file, 'utf8'))
const { apiKey, signKey } = companies[0].keys[0]
const place = (state: string, name = '') => join(folder, state, name)
for (const state of ['pendientes', 'emitidos', 'revisar'])
  await mkdir(place(state), { recursive: true })
const keyStore = fileKeyStore(join(folder, 'llaves.jsonl'))
const sello = new Sello({ baseUrl, apiKey, signKey, keyStore })

/** On the disk, whole, once this resolves: a power cut leaves the file or none. */
async function write(path: string, value: unknown): Promise<void> {
  const written = `${path}.${randomUUID()}.tmp` // the shop may send one order twice at once
  const handle = await open(written, 'w')
  try {
    await handle.writeFile(JSON.stringify(value, null, 2))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(written, path)
}

const cents = (amount: string) => Math.round(Number(amount) * 100)

/** One line for each row of the order, at its price with IVA as it was paid. Money is counted in cents. */
function saleOf(order: Order): DteRequest {
  const { first_name, last_name, email } = order.billing
  const rows = [...order.line_items, ...order.shipping_lines, ...order.fee_lines]
  const items = rows
    .map((row) => {
      const cantidad = row.quantity ?? 1
      const paid = cents(row.total) + cents(row.total_tax)
      const precioUni = Number((paid / 100 / cantidad).toFixed(8))
      return { descripcion: row.name ?? row.method_title ?? 'Cargo', cantidad, precioUni }
    })
    .filter(({ precioUni }) => precioUni > 0)
  return {
    tipoDte: '01',
    referencia: `pedido-${order.id}`,
    receptor: { nombre: `${first_name} ${last_name}`.trim(), correo: email },
    items,
  }
}

/** The document of the order. Throws what the client throws. */
async function issue(order: Order): Promise<object> {
  const sale = saleOf(order)
  // What the buyer paid, to the cent; a coupon or a currency that this program does not know ends here.
  const { totales } = await sello.proposals.validate(sale)
  if (cents(String(totales.totalPagar)) !== cents(order.total)) {
    throw new RangeError(
      `El pedido dice ${order.total}, y la factura sería de ${totales.totalPagar}.`,
    )
  }
  try {
    return await sello.issue(sale)
  } catch (error) {
    if (!isSelloError(error, 'reference_in_use')) throw error
    return sello.query(error.details.codigoGeneracion) // issued before, by a run that was killed
  }
}

/** Whether trying again later can help: the outcome is unknown, or the service is full or down. */
const isPassing = (error: unknown) =>
  isSelloError(error) &&
  (error.outcome === 'unknown' || error.status === 429 || (error.status ?? 0) >= 500)

async function work(name: string): Promise<void> {
  const order: Order = JSON.parse(await readFile(place('pendientes', name), 'utf8'))
  try {
    await write(place('emitidos', name), await issue(order))
  } catch (error) {
    if (isPassing(error)) return
    if (!isSelloError(error) && !(error instanceof RangeError)) throw error
    await write(place('revisar', name), { motivo: error.message, pedido: order })
  }
  await rm(place('pendientes', name))
}

/** Wakes the worker at once. */
let wake = new AbortController()

async function workForEver(): Promise<never> {
  for (;;) {
    const { signal } = wake
    const names = (await readdir(place('pendientes'))).filter((name) => name.endsWith('.json'))
    for (const name of names) await work(name)
    await wait(PAUSE_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) wake = new AbortController()
  }
}

/** Whether the shop itself sent this body: WooCommerce signs it with the webhook's secret. */
function isSigned(body: Buffer, signature: unknown): boolean {
  const ours = createHmac('sha256', secreto).update(body).digest()
  const theirs = Buffer.from(String(signature ?? ''), 'base64')
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}

/** The status to answer. */
async function receive(request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > BODY_BYTES_MAX) return 413
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  if (!isSigned(body, request.headers['x-wc-webhook-signature'])) return 401
  if (request.headers['x-wc-webhook-topic'] !== 'order.updated') return 200
  const order: Order = JSON.parse(body.toString())
  if (!Number.isSafeInteger(order.id)) return 400
  const name = `${order.id}.json`
  const isKnown = (await Promise.all(['emitidos', 'revisar'].map((state) => readdir(place(state)))))
    .flat()
    .includes(name)
  if (!PAID.includes(order.status) || isKnown) return 200
  await write(place('pendientes', name), order)
  wake.abort()
  return 202
}

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    (error: unknown) => {
      console.error(error instanceof SyntaxError ? 'el cuerpo no es JSON' : error)
      response.writeHead(error instanceof SyntaxError ? 400 : 500).end()
    },
  )
})
server.listen(Number(port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
await workForEver()
