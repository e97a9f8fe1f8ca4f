import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { RESCISION } from '../../../../test/corrections.ts'
import {
  type Breakable,
  callBroken,
  createBreakable,
  gateRows,
  type Row,
  reuse,
  vaultRows,
} from '../../../../test/order.ts'

const idempotencyKey = 'in order'
const body = RESCISION

let broken: Breakable
let url: string
before(async () => {
  broken = await createBreakable()
  const { body: issued } = await broken.world.issue()
  url = `/v1/dte/${issued.codigoGeneracion}/invalidate`
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
  ['idempotency_key_reuse', () => reuse(broken, 'issue', idempotencyKey)],
  ['dte_type_not_allowed', () => later.key("tipos_dte = '{03}'")],
  ['validation_failed', withBody({ tipoAnulacion: 1 })],
  ...vaultRows(later),
]

const call = (rows: readonly Row[]) => callBroken(broken, rows, { url, idempotencyKey, body })

for (const [n, [code]] of IN_ORDER.entries()) {
  test(`invalidate answers ${code} before anything below it, and signs nothing`, async () => {
    const reply = await call(IN_ORDER.slice(n))

    assert.equal(reply.body.error.code, code, reply.text)
    await broken.mend()
    assert.deepEqual(await broken.world.deps.pool.many('select 1 from events'), [])
  })
}

test('with nothing broken the same call is sealed', async () => {
  const reply = await call([])

  assert.equal(reply.status, 200, reply.text)
})
