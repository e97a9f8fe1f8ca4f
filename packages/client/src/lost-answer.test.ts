/** Calls whose first answer is lost and whose repeat is refused: the sale or return exists exactly once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Demo, ledger, startDemo } from '../test/demo.ts'
import { type DteRequest, isSelloError, type KeyEntry, type SelloError } from './index.ts'
import { type Fetch, runtime } from './platform.ts'

let demo: Demo
before(async () => {
  demo = await startDemo()
})
after(() => demo.stop())

const CAFE: DteRequest = {
  tipoDte: '01',
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }],
}
const DEVUELTO = { items: [{ linea: 1, cantidad: 1 }] }

/** The request arrives, but its answer does not. */
const loseAnswer: Fetch = async (url, init) => {
  await (await runtime.fetch(url, init)).arrayBuffer()
  throw new TypeError('fetch failed')
}
/** The request does not arrive. */
const loseRequest: Fetch = () => Promise.reject(new TypeError('fetch failed'))
const withKey =
  (apiKey: string): Fetch =>
  (url, init) =>
    runtime.fetch(url, { ...init, headers: { ...init.headers, 'x-service-key': apiKey } })
const answerWith =
  (status: number, body: string): Fetch =>
  async () =>
    new Response(body, { status })

const LIMITED = {
  code: 'rate_limited',
  message: 'Espere.',
  details: { window: 'hora', remaining: 0, retryAfterSeconds: 60 },
}

/** Reasons to refuse a repeat before the service checks its Idempotency-Key. */
const REFUSED: readonly (readonly [string, () => Fetch])[] = [
  ['invalid_api_key', () => withKey(`${demo.apiKey.slice(0, -4)}AAAA`)],
  ['forbidden_scope', () => withKey(demo.queryKey)],
  ['rate_limited', () => answerWith(429, JSON.stringify({ error: LIMITED }))],
  ['unreadable_answer', () => answerWith(403, '<html>Forbidden</html>')],
]

/** A client whose first calls behave as given, and later ones normally. */
function clientOf(attempts: readonly Fetch[], options: object = {}) {
  const left = [...attempts]
  const fetch: Fetch = (url, init) => (left.shift() ?? runtime.fetch)(url, init)
  return demo.client({ fetch, retry: { delaysMs: [1, 1] }, ...options })
}

const failed = (call: Promise<unknown>): Promise<SelloError> =>
  call.then(
    () => assert.fail('it was answered'),
    (error: unknown) => (isSelloError(error) ? error : Promise.reject(error)),
  )

const invoices = async () => (await ledger(demo)).filter(({ tipoDte }) => tipoDte === '01').length

for (const [code, refuse] of REFUSED) {
  test(`a sale that was sealed is unknown when its repeat gets ${code}`, async () => {
    const stood = await invoices()
    const error = await failed(clientOf([loseAnswer, refuse()]).issue(CAFE))

    assert.deepEqual([error.code, error.outcome, error.attempts], [code, 'unknown', 2])
    assert.ok(error.idempotencyKey)
    const { idempotencyKey } = error
    const again = await demo.client().issue(CAFE, { idempotencyKey })
    assert.equal(again.meta.replayed, true)
    assert.equal(await invoices(), stood + 1)
  })

  test(`a return that was registered keeps its key when its repeat gets ${code}`, async () => {
    const { codigoGeneracion } = await demo.client().issue(CAFE)
    const sello = clientOf([loseAnswer, refuse()])
    const error = await failed(sello.return(codigoGeneracion, DEVUELTO))
    const returned = await sello.return(codigoGeneracion, DEVUELTO)

    assert.deepEqual([error.code, error.outcome], [code, 'unknown'])
    assert.equal(returned.meta.replayed, true)
    assert.equal((await sello.query(codigoGeneracion)).retornos.length, 1)
  })
}

test('a refusal of the only attempt implies that nothing was done', async () => {
  for (const [code, refuse] of REFUSED) {
    const error = await failed(clientOf([refuse()]).issue(CAFE))
    assert.deepEqual([error.code, error.outcome, error.attempts], [code, 'refused', 1])
  }
})

test('a refusal after the key was checked also covers earlier attempts', async () => {
  const wrong: DteRequest = {
    tipoDte: '03',
    items: [{ descripcion: 'x1', cantidad: 1, precioUni: 1 }],
  }
  for (const lose of [loseRequest, loseAnswer]) {
    const { code, outcome, attempts } = await failed(clientOf([lose]).issue(wrong))
    assert.deepEqual([code, outcome, attempts], ['validation_failed', 'refused', 2])
  }
})

function createStore() {
  const entries = new Map<string, KeyEntry>()
  return {
    read: async (name: string) => entries.get(name) ?? null,
    write: async (name: string, entry: KeyEntry) => void entries.set(name, entry),
  }
}

test('a refusal of a later call does not deny what an earlier one may have done', async () => {
  for (const [referencia, first] of [
    ['open', loseAnswer],
    ['done', runtime.fetch],
  ] as const) {
    const options = { keyStore: createStore(), retry: { delaysMs: [] } }
    const sale = { ...CAFE, referencia }
    await clientOf([first], options)
      .issue(sale)
      .catch((error) => assert.equal(error.code, 'network'))
    const error = await failed(clientOf([withKey(demo.queryKey)], options).issue(sale))
    const again = await clientOf([], options).issue(sale)

    assert.deepEqual([error.code, error.outcome], ['forbidden_scope', 'unknown'])
    assert.equal(again.meta.idempotencyKey, error.idempotencyKey)
    assert.equal(again.meta.replayed, true)
  }
})

test('a refused sale is refused again, and issued once that is allowed', async () => {
  const options = { keyStore: createStore() }
  const sale = { ...CAFE, referencia: 'refused' }
  for (let n = 0; n < 2; n += 1) {
    const error = await failed(clientOf([withKey(demo.queryKey)], options).issue(sale))
    assert.deepEqual([error.code, error.outcome], ['forbidden_scope', 'refused'])
  }
  assert.equal((await clientOf([], options).issue(sale)).meta.replayed, false)
})

test('an invalid option leaves an open return open', async () => {
  const { codigoGeneracion } = await demo.client().issue(CAFE)
  const options = { keyStore: createStore(), retry: { delaysMs: [] } }
  const lost = await failed(clientOf([loseAnswer], options).return(codigoGeneracion, DEVUELTO))
  const wrong = clientOf([], { ...options, signKey: () => 'not a key' })
  const local = await failed(wrong.return(codigoGeneracion, DEVUELTO))
  const returned = await clientOf([], options).return(codigoGeneracion, DEVUELTO)

  assert.deepEqual([lost.code, local.code], ['network', 'invalid_option'])
  assert.equal(returned.meta.idempotencyKey, lost.idempotencyKey)
  assert.equal((await demo.client().query(codigoGeneracion)).retornos.length, 1)
})

test('a sale found by its referencia but unreadable is not reported as refused', async () => {
  const options = { keyStore: createStore() }
  const sale = { ...CAFE, referencia: 'found' }
  const first = await clientOf([], options).issue(sale)
  const later = { ...options, platform: { now: () => Date.now() + 25 * 3_600_000 } }
  const refuse = withKey(`${demo.apiKey.slice(0, -4)}AAAA`)
  const error = await failed(clientOf([runtime.fetch, refuse], later).issue(sale))
  const again = await clientOf([], later).issue(sale)

  assert.deepEqual([error.code, error.outcome], ['invalid_api_key', 'unknown'])
  assert.equal(again.codigoGeneracion, first.codigoGeneracion)
})
