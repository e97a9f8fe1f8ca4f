/** Which calls are one operation: a repeat of one has its key, and no other call does. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal, type Said, START, scripted } from '../test/scripted.ts'
import { type DteRequest, isSelloError, type KeyEntry, type Sello } from './index.ts'
import { canonical, hashOf } from './keys.ts'

const ITEM = { descripcion: 'Café', cantidad: 1, precioUni: 1 }
const sale = (referencia?: string | null): DteRequest =>
  ({
    tipoDte: '01',
    ...(referencia === undefined ? {} : { referencia }),
    items: [ITEM],
  }) as DteRequest
const prepared = (codigoGeneracion?: string) =>
  ({ prepareToken: 't', documento: { identificacion: { codigoGeneracion } } }) as never
const PERSON = { nombre: 'Ana', numDocumento: '1' }
const WHY = { tipoAnulacion: 2, responsable: PERSON, solicita: PERSON } as const
const RETURNED = { items: [{ linea: 1, cantidad: 1 }] }

type Call = (client: Sello) => Promise<unknown>

/** The keys of two calls by one client. */
async function keysOf(calls: readonly Call[], answer: () => object): Promise<readonly unknown[]> {
  const { client, asked } = scripted(answer as never, { maxRetries: 0 })
  for (const call of calls) await call(client).catch(() => {})
  return asked
    .filter(({ method }) => method === 'POST')
    .map(({ headers }) => headers['idempotency-key'])
}

const lost = () => {
  throw new TypeError('fetch failed')
}
const done = () => ({ body: { estado: 'sellado' } })
const waiting = () => ({ status: 202, body: { estado: 'firmado' } })
const refused = () => ({ status: 422, body: refusal('validation_failed') })

// biome-ignore format: a table
const PAIRS: readonly (readonly [what: string, a: Call, b: Call, answer: () => object, isOne: boolean])[] = [
  ['a sale and its repeat',                 (c) => c.issue(sale('1')),   (c) => c.issue(sale('1')),   lost, true],
  ['a sale that was done and its repeat',   (c) => c.issue(sale('1')),   (c) => c.issue(sale('1')),   done, true],
  ['a sale that was refused and its repeat', (c) => c.issue(sale('1')),  (c) => c.issue(sale('1')),   refused, false],
  ['two sales',                             (c) => c.issue(sale('1')),   (c) => c.issue(sale('2')),   lost, false],
  ['two sales without a referencia',        (c) => c.issue(sale()),      (c) => c.issue(sale()),      lost, false],
  ['two sales with none',                   (c) => c.issue(sale(null)),  (c) => c.issue(sale(null)),  lost, false],
  ['a sale and its reservation',            (c) => c.issue(sale('1')),   (c) => c.prepare(sale('1')), lost, false],
  ['a reservation and its repeat',          (c) => c.prepare(sale('1')), (c) => c.prepare(sale('1')), done, true],
  ['a signature and its repeat',            (c) => c.sign(prepared('A')), (c) => c.sign(prepared('A')), done, true],
  ['the signatures of two documents',       (c) => c.sign(prepared('A')), (c) => c.sign(prepared('B')), lost, false],
  ['two signatures of no known document',   (c) => c.sign(prepared()),   (c) => c.sign(prepared()),   lost, false],
  ['an invalidation and its repeat',        (c) => c.invalidate('A', WHY), (c) => c.invalidate('A', WHY), done, true],
  ['the invalidations of two documents',    (c) => c.invalidate('A', WHY), (c) => c.invalidate('B', WHY), lost, false],
  ['a return and its repeat',               (c) => c.return('A', RETURNED), (c) => c.return('A', RETURNED), lost, true],
  ['a return that was signed and its repeat', (c) => c.return('A', RETURNED), (c) => c.return('A', RETURNED), waiting, true],
  ['two equal returns of a document',       (c) => c.return('A', RETURNED), (c) => c.return('A', RETURNED), done, false],
  ['the returns of two documents',          (c) => c.return('A', RETURNED), (c) => c.return('B', RETURNED), lost, false],
  ['a return and an invalidation',          (c) => c.return('A', RETURNED), (c) => c.invalidate('A', RETURNED as never), lost, false],
  ['two closings of a contingency',         (c) => c.closeContingency(), (c) => c.closeContingency(), lost, false],
]

for (const [what, a, b, answer, isOne] of PAIRS) {
  test(`${what} are ${isOne ? 'one operation' : 'two operations'}`, async () => {
    const [first, second, ...more] = await keysOf([a, b], answer)

    assert.deepEqual([typeof first, typeof second, more.length], ['string', 'string', 0])
    assert.equal(first === second, isOne)
  })
}

test('a key store that fails sends nothing, and one that fails afterwards loses no answer', async () => {
  const write = () => Promise.reject(new Error('the disk is full'))
  const read = async () => null
  const none = scripted(done, { keyStore: { read, write } })
  const failed = await none.client.issue(sale('1')).catch((error) => error)
  let writes = 0
  const once = async () => {
    writes += 1
    if (writes > 1) await write()
  }
  const later = scripted(done, { keyStore: { read, write: once } })

  assert.ok(isSelloError(failed, 'local_store'))
  assert.match(failed.message, /no se pudo guardar: no se envió nada/)
  assert.deepEqual([failed.details, none.asked.length], [{ cause: 'the disk is full' }, 0])
  assert.equal((await later.client.issue(sale('1'))).estado, 'sellado')
  assert.equal(writes, 2)
})

const rejected = () => ({ status: 422, body: refusal('mh_rejected') })
const internal = () => ({ status: 500, body: refusal('internal_error') })

// biome-ignore format: a table
const NOTED: readonly (readonly [call: Call, operation: string, body: object, answer: () => Said, states: readonly string[]])[] = [
  [(c) => c.issue(sale('1')),                    'issue:1',      sale('1'),   done,     ['open', 'done']],
  [(c) => c.issue(sale('1')),                    'issue:1',      sale('1'),   waiting,  ['open', 'done']],
  [(c) => c.issue(sale('1')),                    'issue:1',      sale('1'),   refused,  ['open', 'refused']],
  [(c) => c.issue(sale('1')),                    'issue:1',      sale('1'),   rejected, ['open']],
  [(c) => c.issue(sale('1')),                    'issue:1',      sale('1'),   internal, ['open']],
  [(c) => c.issue(sale('1')),                    'issue:1',      sale('1'),   lost,     ['open']],
  [(c) => c.prepare(sale('1')),                  'prepare:1',    sale('1'),   done,     ['open', 'done']],
  [(c) => c.sign(prepared('A')),                 'sign:A',       prepared('A'), done,   ['open', 'done']],
  [(c) => c.invalidate('A', WHY),                'invalidate:A', WHY,         waiting,  ['open', 'done']],
  [(c) => c.return('A', RETURNED),               'return:A',     RETURNED,    done,     ['open', 'done']],
  [(c) => c.return('A', RETURNED),               'return:A',     RETURNED,    waiting,  ['open']],
  [(c) => c.operaciones.report(RETURNED as never), 'operaciones', RETURNED,   done,     ['open', 'done']],
  [(c) => c.operaciones.report(RETURNED as never), 'operaciones', RETURNED,   waiting,  ['open']],
]

for (const [call, operation, body, answer, states] of NOTED) {
  test(`of ${operation} it is noted that it is ${states.join(', then ')} (${answer.name})`, async () => {
    const noted: unknown[] = []
    const write = async (name: string, entry: KeyEntry) => void noted.push([name, entry])
    const keyStore = { read: async () => null, write }
    const { client, asked } = scripted(answer, { maxRetries: 0, keyStore })
    await call(client).catch(() => {})
    const idempotencyKey = asked[0]?.headers['idempotency-key']
    const entry = { idempotencyKey, bodyHash: await hashOf(canonical(body)), createdAt: START }

    assert.deepEqual(
      noted,
      states.map((state) => [operation, { ...entry, state }]),
    )
  })
}
