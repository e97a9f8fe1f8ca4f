import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../test/world.ts'
import { findLateSeals } from './late-seals.ts'

const LATE = 25
const UNSETTLED = 5
const HOUR_MS = 3_600_000

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

async function issued(): Promise<string> {
  const reply = await world.issue()
  assert.equal(reply.status, 200, reply.text)
  return reply.body.codigoGeneracion
}

test('late seals without a second document do not hide older ones that have one', async () => {
  const { pool, clock } = world.deps
  const [company] = await pool.many<{ company_id: string }>(
    'select company_id from companies where nit = $1',
    [world.company.nit],
  )
  const owner = { companyId: company?.company_id ?? '', ambiente: '00' } as const
  const late: string[] = []
  for (let n = 0; n < LATE; n++) {
    await world.advance(1_000)
    late.push(await issued())
  }
  await pool.many('update documents set dudoso = true where codigo_generacion = any($1)', [late])
  const unsettled = late.slice(0, UNSETTLED)
  const others = new Map<string, string>()
  for (const code of unsettled) {
    const other = await issued()
    others.set(code, other)
    await pool.many('update documents set sustituye = $2 where codigo_generacion = $1', [
      other,
      code,
    ])
  }
  const weekLater = new Date(clock.now().getTime() + HOUR_MS) // all of them are older than it asks for

  const found = await findLateSeals(pool, owner, weekLater)

  assert.deepEqual(
    found,
    unsettled
      .toReversed()
      .map((codigoGeneracion) => ({ codigoGeneracion, otros: [others.get(codigoGeneracion)] })),
  )
  const recent = await findLateSeals(pool, owner, new Date(0))
  assert.equal(recent.length, 20, 'the last twenty are told')
})
