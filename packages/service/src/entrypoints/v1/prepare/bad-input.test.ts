import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { factura, MALFORMED, type Malformed } from '../../../../test/malformed.ts'
import { createWorld, type Reply, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const CODE = '11111111-1111-4111-8111-111111111111'

/** Accepted by issue, refused by prepare. */
const OF_PREPARE: readonly Malformed[] = [
  [
    'the correction of a rejected document',
    factura({ corrige: CODE }),
    '400 invalid_request corrige',
  ],
]

function answerOf({ status, body }: Reply): string {
  if (!body.error) return `${status} ${body.estado}`
  const { code, details } = body.error
  const [first] = details.issues ?? []
  return `${status} ${code} ${status === 422 ? first?.field : details.field}`
}

/** Both routes read the body with the same code, so prepare refuses with the same words as issue. */
test('every malformed request is refused as issue refuses it, and reserves nothing', async (t) => {
  const { apiKey } = world.company.key
  const wrong: string[] = []
  const rows = [...MALFORMED.filter(([, sent]) => !namesCorrige(sent.payload)), ...OF_PREPARE]
  for (const [i, [what, { search = '', headers, payload }, expected]] of rows.entries()) {
    const all = {
      'content-type': 'application/json',
      'x-service-key': apiKey,
      'idempotency-key': `malformed ${i}`,
      ...headers,
    }
    const sent = Object.entries(all).filter(([, value]) => value !== undefined)
    const reply = await world.inject({
      method: 'POST',
      url: `/v1/dte/prepare${search}`,
      headers: Object.fromEntries(sent) as Record<string, string>,
      payload,
    })
    const answer = answerOf(reply)
    if (answer !== expected) wrong.push(`${what}\n  is      ${answer}\n  must be ${expected}`)
  }

  t.diagnostic(`${rows.length} malformed requests`)
  assert.deepEqual(wrong, [])
  assert.equal(await world.numbersSpent(), 0)
  assert.deepEqual(await world.deps.pool.many('select 1 from claims'), [])
  assert.deepEqual(await world.deps.pool.many('select 1 from documents'), [])
})

const namesCorrige = (payload: string | Buffer) => payload.toString().includes('"corrige"')
