import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  type Breakable,
  callBroken,
  createBreakable,
  gateRows,
  type Row,
  reuse,
  vaultRows,
} from '../../../../test/order.ts'
import { bodyOf, prepare } from '../../../../test/prepared.ts'

const idempotencyKey = 'in order'

let broken: Breakable
let body: ReturnType<typeof bodyOf>
let codigoGeneracion: string
before(async () => {
  broken = await createBreakable()
  const prepared = await prepare(broken.world)
  body = bodyOf(prepared)
  codigoGeneracion = prepared.body.codigoGeneracion
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
    call.payload = JSON.stringify({ ...body, ...changes })
  }

const IN_ORDER: readonly Row[] = [
  ...gateRows(later),
  ['invalid_request', withBody({ total: 1 })],
  ['no_storage_destination', () => later.sql('update storage_destinations set verified_at = null')],
  ['idempotency_key_reuse', () => reuse(broken, 'sign', idempotencyKey)],
  ['prepare_token_invalid', withBody({ documento: {} })],
  ...vaultRows(later),
]

const call = (rows: readonly Row[]) =>
  callBroken(broken, rows, { url: '/v1/dte/sign', idempotencyKey, body })

for (const [n, [code]] of IN_ORDER.entries()) {
  test(`sign answers ${code} before anything below it, and leaves the reservation`, async () => {
    const spent = await broken.world.numbersSpent()

    const reply = await call(IN_ORDER.slice(n))

    assert.equal(reply.body.error.code, code, reply.text)
    assert.equal(await broken.world.numbersSpent(), spent)
    await broken.mend()
    const { body: stored } = await broken.world.query(codigoGeneracion)
    assert.equal(stored.estado, 'reservado')
  })
}

test('with nothing broken the same call is sealed', async () => {
  const reply = await call([])

  assert.equal(reply.status, 200, reply.text)
})
