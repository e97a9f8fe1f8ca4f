/** The client against the demonstration, over HTTP. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inspect } from 'node:util'
import { type Demo, endFaults, fault, startDemo } from '../test/demo.ts'
import { ROUTES } from './generated/wire.ts'
import {
  bytesOf,
  type CallFacts,
  type DteRequest,
  type EndFacts,
  isSelloError,
  readClock,
  Sello,
} from './index.ts'

let demo: Demo
let sello: Sello
before(async () => {
  demo = await startDemo()
  sello = demo.client()
})
after(() => demo.stop())

const CAFE: DteRequest = {
  tipoDte: '01',
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }],
}

test('an invoice is issued and sealed, with its key and its files', async () => {
  const issued = await sello.issue(CAFE)

  assert.equal(issued.estado, 'sellado')
  if (issued.estado !== 'sellado') return
  assert.equal(issued.totales.totalPagar, 11.3)
  assert.equal(issued.meta.status, 200)
  assert.equal(issued.meta.replayed, false)
  assert.match(issued.meta.idempotencyKey ?? '', /^[0-9a-f-]{36}$/)
  assert.equal(
    Buffer.from(bytesOf(issued.representacionGrafica)).subarray(0, 5).toString(),
    '%PDF-',
  )
  assert.ok(!JSON.stringify(issued).includes('"meta"'), 'the answer stores as the wire has it')
})

test('the same key gets the same document, marked as a replay', async () => {
  const options = { idempotencyKey: 'sello-test-1' }
  const first = await sello.issue(CAFE, options)
  const again = await sello.issue(CAFE, options)

  assert.equal(again.codigoGeneracion, first.codigoGeneracion)
  assert.equal(again.meta.replayed, true)
})

test('a repeated sale with a referencia gives the same document, also from another client with the same key store', async () => {
  const sale = { ...CAFE, referencia: 'F-1' }
  const first = await sello.issue(sale)
  const again = await sello.issue({ items: CAFE.items, referencia: 'F-1', tipoDte: '01' })

  assert.equal(again.codigoGeneracion, first.codigoGeneracion)
  assert.equal(again.meta.replayed, true)
})

test('a client without the key is told which document has the referencia', async () => {
  const first = await sello.issue({ ...CAFE, referencia: 'F-2' })
  const failed = await demo
    .client()
    .issue({ ...CAFE, referencia: 'F-2' })
    .catch((error) => error)

  assert.ok(isSelloError(failed, 'reference_in_use'))
  assert.equal(failed.details.codigoGeneracion, first.codigoGeneracion)
  assert.equal(failed.outcome, 'refused')
})

test('a sale whose key the service has forgotten is found by its referencia, with its files', async () => {
  const sale = { ...CAFE, referencia: 'F-3' }
  const later = { now: () => Date.now() + 25 * 3_600_000 }
  const store = new Map<string, object>()
  const keyStore = {
    read: async (name: string) => (store.get(name) ?? null) as never,
    write: async (name: string, entry: object) => void store.set(name, entry),
  }
  const first = await demo.client({ keyStore }).issue(sale)
  const again = await demo.client({ keyStore, platform: later }).issue(sale)

  assert.ok(first.estado === 'sellado' && again.estado === 'sellado')
  assert.equal(again.archivoDte, first.archivoDte)
  assert.equal(again.archivoJson, first.archivoJson)
  assert.equal(again.representacionGrafica, first.representacionGrafica)
  assert.deepEqual(again.documento, first.documento)
})

test('prepare and sign issue one number, and a repeated sign gets the same answer', async () => {
  const prepared = await sello.prepare(CAFE)
  const signed = await sello.sign(prepared)
  const again = await sello.sign(prepared)

  assert.equal(prepared.estado, 'reservado')
  assert.equal(signed.numeroControl, prepared.numeroControl)
  assert.equal(again.meta.replayed, true)
})

test('the list gives every row once, page by page', async () => {
  const referencias = ['L-1', 'L-2', 'L-3', 'L-4', 'L-5']
  for (const referencia of referencias) await sello.issue({ ...CAFE, referencia })
  const seen: (string | null)[] = []
  for await (const { referencia } of sello.list({ tipoDte: '01', limit: 2 })) seen.push(referencia)
  const pages: number[] = []
  for await (const rows of sello.list({ referencia: 'L-3' }).pages()) pages.push(rows.length)

  assert.deepEqual(seen.filter((one) => one?.startsWith('L-')).reverse(), referencias)
  assert.deepEqual(pages, [1])
})

test('a document is queried and its files are downloaded byte for byte', async () => {
  const issued = await sello.issue(CAFE)
  assert.ok(issued.estado === 'sellado')
  const { codigoGeneracion } = issued
  const found = await sello.query(codigoGeneracion, { explica: 'totales' })
  const json = await sello.file(codigoGeneracion)
  const ticket = await sello.file(codigoGeneracion, { kind: 'ticket', paperWidthMm: 58 })

  assert.equal(found.estado, 'sellado')
  assert.ok(found.explicacion)
  assert.equal(new TextDecoder().decode(json.bytes), issued.archivoDte)
  assert.equal(json.name, `${codigoGeneracion}.json`)
  assert.equal(json.source, 'holding')
  assert.equal(ticket.contentType, 'application/pdf')
  assert.match(ticket.name, /\.pdf$/)
  const { documentos } = await sello.holding({ limit: 100 })
  assert.ok(documentos.some((row) => row.codigoGeneracion === codigoGeneracion))
})

test('customers are stored, changed, listed and deactivated', async () => {
  const { customers } = sello
  const made = await customers.create({ nombre: 'Ana Ficticia', externalId: 'C-1' })
  const { customerId } = made
  const changed = await customers.update(customerId, { correo: 'ana@example.com' })
  const read = await customers.read(customerId)
  const listed: string[] = []
  for await (const row of customers.list({ externalId: 'C-1' })) listed.push(row.customerId)
  const gone = await customers.delete(customerId)

  assert.equal(made.meta.status, 201)
  assert.equal(changed.correo, 'ana@example.com')
  assert.equal(read.correo, 'ana@example.com')
  assert.deepEqual(listed, [customerId])
  assert.equal(gone.activo, false)
})

test('the status and the contract are read, and the quota of the key is known', async () => {
  const fresh = demo.client()
  const before = fresh.rateLimit
  const status = await fresh.status()
  const contract = await fresh.openapi()

  assert.equal(status.emisor.nit, demo.nit)
  assert.equal(contract.openapi, '3.1.0')
  assert.equal(before, null)
  assert.ok(fresh.rateLimit && fresh.rateLimit.remaining < fresh.rateLimit.limit)
})

test('every refusal is one error class, with its code and that code’s details', async () => {
  const failed = await sello
    .issue({ tipoDte: '03', items: [{ descripcion: 'x1', cantidad: 1, precioUni: 1 }] })
    .catch((error) => error)

  assert.ok(isSelloError(failed, 'validation_failed'))
  assert.equal(failed.status, 422)
  assert.equal(failed.outcome, 'refused')
  assert.equal(failed.attempts, 1)
  assert.ok(failed.details.issues.some(({ field }) => field.startsWith('receptor')))
  assert.match(failed.requestId ?? '', /^[0-9a-f-]{36}$/)
})

test('a rejected document is corrected under the same number, and never retried', async () => {
  await fault(demo, { service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const sale = { ...CAFE, referencia: 'R-1' }
  const failed = await sello.issue(sale).catch((error) => error)
  assert.ok(isSelloError(failed, 'mh_rejected'))
  const { codigoGeneracion, numeroControl, ayuda } = failed.details
  const corrected = await sello.issue({ ...sale, corrige: codigoGeneracion })

  assert.equal(failed.attempts, 1)
  assert.notEqual(ayuda.queHacer, '')
  assert.equal(corrected.estado, 'sellado')
  assert.equal(corrected.numeroControl, numeroControl)
})

test('a silent ministry is a 202, which is not retried', async () => {
  await fault(demo, { service: '*', kind: 'status', status: 503 })
  try {
    const issued = await sello.issue(CAFE)
    assert.equal(issued.estado, 'contingencia')
    assert.equal(issued.meta.attempts, 1)
  } finally {
    await endFaults(demo)
  }
})

test('hooks see every call and no secret', async () => {
  const seen: (CallFacts | EndFacts)[] = []
  const hooks = {
    onRequest: (facts: CallFacts) => void seen.push(facts),
    onAnswer: (facts: EndFacts) => void seen.push(facts),
  }
  await demo.client({ hooks }).issue({ ...CAFE, referencia: 'H-1' })
  await demo.client({ hooks }).listPage({ referencia: 'H-1' })

  const text = JSON.stringify(seen)
  assert.equal(seen.length, 4)
  assert.ok(!text.includes(demo.apiKey) && !text.includes(demo.signKey))
  assert.ok(!text.includes('H-1'), 'nothing of the sale')
})

test('a throwing hook loses no answer', async () => {
  const fail = () => {
    throw new Error('the log is full')
  }
  const hooks = { onRequest: fail, onAnswer: fail, onRetry: fail }

  assert.equal((await demo.client({ hooks }).status()).emisor.nit, demo.nit)
})

test('printing a client shows no key', () => {
  const text = inspect(sello, { depth: 9, showHidden: true }) + JSON.stringify(sello)

  assert.ok(!text.includes(demo.apiKey) && !text.includes(demo.signKey))
})

test('the clock is corrected by the time helper', async () => {
  const skewed = { now: () => Date.now() + 3_600_000 }
  const { offsetMs, uncertaintyMs } = await readClock(demo.clockUrl, { platform: skewed })

  assert.ok(Math.abs(offsetMs + 3_600_000) <= uncertaintyMs + 5, `${offsetMs} ${uncertaintyMs}`)
})

test('an unlock key, a key with spaces and a wrong address are refused before anything is sent', () => {
  const { baseUrl, apiKey } = demo
  const unlock = `sellouk_${'a'.repeat(43)}`
  const wrong = [
    { baseUrl, apiKey: unlock },
    { baseUrl, apiKey, signKey: unlock },
    { baseUrl, apiKey: `${apiKey}\n` },
    { baseUrl: 'ftp://x', apiKey },
    { baseUrl: '', apiKey },
  ]
  for (const options of wrong) {
    const made = () => new Sello(options)
    assert.throws(made, (error) => isSelloError(error, 'invalid_option'))
    assert.throws(made, (error) => !String(error).includes(unlock))
  }
})

/** The method for each route; a route of the contract without one is missing in the client. */
const METHODS: Readonly<Record<string, (client: Sello) => unknown>> = {
  prepare: (client) => client.prepare,
  issue: (client) => client.issue,
  sign: (client) => client.sign,
  list: (client) => client.list,
  events: (client) => client.events.page,
  holding: (client) => client.holding,
  query: (client) => client.query,
  file: (client) => client.file,
  destinations: (client) => client.storage.destinations,
  destination_put: (client) => client.storage.put,
  destination_delete: (client) => client.storage.end,
  destination_verification: (client) => client.storage.verify,
  storage_status: (client) => client.storage.status,
  copy_report: (client) => client.storage.report,
  customers_list: (client) => client.customers.list,
  customer_create: (client) => client.customers.create,
  customer_read: (client) => client.customers.read,
  customer_update: (client) => client.customers.update,
  customer_delete: (client) => client.customers.delete,
  invalidate: (client) => client.invalidate,
  return: (client) => client.return,
  return_abandon: (client) => client.returnAbandon,
  operaciones_report: (client) => client.operaciones.report,
  operaciones_list: (client) => client.operaciones.list,
  operaciones_read: (client) => client.operaciones.read,
  proposals_list: (client) => client.proposals.list,
  proposal_create: (client) => client.proposals.create,
  proposal_read: (client) => client.proposals.read,
  proposal_discard: (client) => client.proposals.discard,
  validate: (client) => client.proposals.validate,
  products_list: (client) => client.products.list,
  product_create: (client) => client.products.create,
  product_read: (client) => client.products.read,
  product_update: (client) => client.products.update,
  product_delete: (client) => client.products.delete,
  deliver: (client) => client.deliver,
  page_revoke: (client) => client.revokePage,
  webhooks_list: (client) => client.webhooks.list,
  webhook_create: (client) => client.webhooks.create,
  webhook_update: (client) => client.webhooks.update,
  webhook_delete: (client) => client.webhooks.delete,
  webhook_rotate: (client) => client.webhooks.rotate,
  webhook_test: (client) => client.webhooks.test,
  webhook_deliveries: (client) => client.webhooks.deliveries,
  webhook_retry: (client) => client.webhooks.retry,
  books: (client) => client.books,
  books_file: (client) => client.booksFile,
  contingency_list: (client) => client.contingencies,
  contingency_close: (client) => client.closeContingency,
  certificates: (client) => client.certificates,
  openapi: (client) => client.openapi,
  status: (client) => client.status,
}

test('every operation of the contract is a method of the client', () => {
  const missing = Object.keys(ROUTES).filter(
    (route) => typeof METHODS[route]?.(sello) !== 'function',
  )

  assert.deepEqual(missing, [])
})
