/** The repeats of a call that signed an event: what they need, and what they are told. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { CORRECTION_KINDS } from '../../../test/correction-kinds.ts'
import { IMPATIENT } from '../../../test/doubtful.ts'
import { outcomeOf } from '../../../test/notas.ts'
import { createWorld, type Reply, type World } from '../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld(IMPATIENT)
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

const UNSIGNED = { headers: { 'x-service-sign-key': '' } }
const isReplay = ({ headers }: Reply) => headers['idempotency-replayed'] === 'true'

for (const { name, about, call, eventOf } of CORRECTION_KINDS) {
  test(`${name} without a verdict is resumed by who may sign, and told to be in hand before that`, async () => {
    const one = await about(world)
    const options = { idempotencyKey: `unanswered ${name}` }
    await world.mh.fault({ service: '*', kind: 'status', status: 503 })
    const evento = eventOf(await call(world, one, options))
    await world.mh.clearFaults()
    const unsigned = async () => outcomeOf(await call(world, one, { ...options, ...UNSIGNED }))
    const hold = (until: string) =>
      world.deps.pool.many(
        `update events set lease_until = ${until} where codigo_generacion = $1 returning 1`,
        [evento],
      )
    assert.equal(await unsigned(), '401 sign_key_required')
    await hold(`'infinity'`)
    assert.equal(await unsigned(), '409 idempotency_in_flight')
    await hold('null')
    const resumed = await call(world, one, options)
    assert.deepEqual([resumed.status, isReplay(resumed)], [200, false], resumed.text)
    const again = await call(world, one, { ...options, ...UNSIGNED })
    assert.deepEqual([again.text, isReplay(again)], [resumed.text, true])
  })

  test(`${name} that the ministry denied is told so to its repeat, which need not sign`, async () => {
    const one = await about(world)
    const options = { idempotencyKey: `denied ${name}` }
    await world.mh.fault({ service: '*', kind: 'reject', codigoMsg: '020', times: 1 })
    const denied = await call(world, one, options)
    assert.equal(denied.body.error?.code, 'mh_rejected', denied.text)
    assert.equal(isReplay(denied), false)
    const again = await call(world, one, { ...options, ...UNSIGNED })
    assert.deepEqual([again.text, isReplay(again)], [denied.text, true])
  })
}
