/**
 * A process that has answered nothing yet, while a machine of the cluster is away: what it asks once and remembers must
 * reach the machine of the company alone, too.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ON_CLUSTER } from '../citus.ts'
import { companiesByHost, whileAway } from '../machines.ts'
import { prepare, sign } from '../prepared.ts'
import { type Company, createWorld, SALE, type World } from '../world.ts'

let world: World
let companies: readonly Company[]
before(async () => {
  if (ON_CLUSTER.skip) return
  world = await createWorld()
  companies = [...(await companiesByHost(world)).values()]
})
after(() => world?.close())

test('sells and reads for the companies of the other machines', ON_CLUSTER, async () => {
  const [away, { key } = world.company] = companies
  assert.ok(away)
  await whileAway(world.deps.pool, away, async () => {
    const { status, text, body } = await world.issue(SALE, { key })
    assert.equal(status, 200, text)
    assert.match(body.representacionGrafica, /^JVBERi0/)
    const prepared = await prepare(world, SALE, { key })
    assert.equal(prepared.status, 200, prepared.text)
    assert.equal((await sign(world, prepared, { key })).status, 200)
    const code = body.codigoGeneracion
    for (const path of READ) {
      const url = `/v1${path.replace('{code}', code)}`
      const reply = await world.app.inject({
        method: 'GET',
        url,
        headers: { 'x-service-key': key.apiKey },
      })
      assert.equal(reply.statusCode, 200, `${url}: ${reply.body.slice(0, 200)}`)
    }
    assert.equal((await world.issue(SALE, { key: away.key })).status, 503)
  })
  for (const company of companies)
    assert.equal((await world.issue(SALE, { key: company.key })).status, 200)
})

// biome-ignore format: a list
const READ = [
  '/dte/{code}', '/dte/{code}/file?kind=pdf', '/dte/{code}/file?kind=json', '/dte', '/dte?estado=sellado', '/dte/holding',
  '/status', '/events', '/contingencia', '/customers', '/products', '/storage/status', '/webhooks',
]
