import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  type Breakable,
  callBroken,
  createBreakable,
  gateRows,
  type Row,
  reuse,
} from '../../../../test/order.ts'
import { SALE } from '../../../../test/world.ts'

const idempotencyKey = 'in order'
/** A customer that nobody has. */
const NOBODY = '11111111-1111-4111-8111-111111111111'

let broken: Breakable
before(async () => {
  broken = await createBreakable()
})
beforeEach(() => broken.mend())
after(() => broken.close())

const later: Omit<Breakable, 'world'> = {
  sql: (text, values) => broken.sql(text, values),
  key: (assignment) => broken.key(assignment),
  hold: (text) => broken.hold(text),
  mend: () => broken.mend(),
  close: () => broken.close(),
}
const withBody =
  (changes: object): Row[1] =>
  (call) => {
    call.payload = JSON.stringify({ ...SALE, ...changes })
  }

/** As issue, and without the vault: prepare asks for no sign key. */
const IN_ORDER: readonly Row[] = [
  ...gateRows(later),
  ['invalid_request', withBody({ total: 1 })],
  ['dte_type_not_allowed', () => later.key(`tipos_dte = '{03}'`)],
  ['no_storage_destination', () => later.sql('update storage_destinations set verified_at = null')],
  ['idempotency_key_reuse', () => reuse(broken, 'issue', idempotencyKey)],
  ['not_found', withBody({ receptor: { customerId: NOBODY }, formaPago: '77' })],
  ['validation_failed', withBody({ formaPago: '77' })],
  ['amount_limit', () => later.key('amount_max = 0.01')],
  ['correlative_unavailable', () => later.hold('select 1 from series for update')],
]

const call = (rows: readonly Row[]) =>
  callBroken(broken, rows, { url: '/v1/dte/prepare', idempotencyKey, body: SALE })

for (const [n, [code]] of IN_ORDER.entries()) {
  test(`prepare answers ${code} before anything below it, and reserves no number`, async () => {
    const spent = await broken.world.numbersSpent()

    const reply = await call(IN_ORDER.slice(n))

    assert.equal(reply.body.error.code, code, reply.text)
    assert.equal(await broken.world.numbersSpent(), spent)
  })
}

test('with nothing broken the same call reserves a number', async () => {
  const reply = await call([])

  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.estado, 'reservado')
})
