/**
 * A sale is a matter of the machine that holds its company: otherwise a machine that is away stops companies that live
 * elsewhere, and each sale costs every machine.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ON_CLUSTER } from '../citus.ts'
import { companiesByHost } from '../machines.ts'
import { nota, sealed } from '../notas.ts'
import { type Browser, signInAs } from '../people.ts'
import { prepare, sign } from '../prepared.ts'
import { type Company, createWorld, SALE, type World } from '../world.ts'
import { createTellingDatabase, reachedBy } from './reach.ts'

let world: World
/** A company on each of two machines: what reaches both reaches one that is not the company's. */
let companies: ReadonlyMap<string, Company>

before(async () => {
  if (ON_CLUSTER.skip) return
  world = await createWorld({ database: await createTellingDatabase() })
  companies = await companiesByHost(world)
  for (const { key } of companies.values()) await world.issue(SALE, { key }) // opens the session
})
after(() => world?.close())

async function assertAtHome(work: (company: Company) => Promise<unknown>): Promise<void> {
  for (const [machine, company] of companies) {
    const reached = await reachedBy(() => work(company))
    assert.ok(
      reached.some(({ machines }) => machines.has(machine)),
      'nothing was seen',
    )
    const astray = reached.filter(({ machines }) => [...machines].some((one) => one !== machine))
    assert.deepEqual(
      astray.map(({ sql }) => sql),
      [],
      'these statements reach a machine that does not hold the company',
    )
    const split = reached.filter(({ subplans }) => subplans > 0)
    assert.deepEqual(
      split.map(({ sql }) => sql),
      [],
      'these statements are not sent whole to the machine of the company',
    )
  }
}

test(
  'a sale, its repeat and what is queried of it reach the machine of its company alone',
  ON_CLUSTER,
  async () => {
    await assertAtHome(async ({ key }) => {
      const call = { key, idempotencyKey: world.deps.random.uuid() }
      const { status, body } = await world.issue(SALE, call)
      assert.equal(status, 200)
      assert.equal((await world.issue(SALE, call)).status, 200)
      assert.equal((await world.query(body.codigoGeneracion, key)).status, 200)
    })
  },
)

test('so do its preparation and its signature', ON_CLUSTER, async () => {
  await assertAtHome(async ({ key }) => {
    const prepared = await prepare(world, SALE, { key })
    assert.equal(prepared.status, 200, prepared.text)
    assert.equal((await sign(world, prepared, { key })).status, 200)
  })
})

test(
  'so do a sale with a reference and addresses, and a note over a document',
  ON_CLUSTER,
  async () => {
    await assertAtHome(async ({ key }) => {
      const entrega = { correo: ['compras@example.com'] }
      const referencia = world.deps.random.uuid()
      const codigo = await sealed(world, { referencia, entrega }, { key })
      const { status, text } = await world.issue(nota(codigo, 1), { key })
      assert.equal(status, 200, text)
    })
  },
)

test('so does a sale that the ministry does not answer', ON_CLUSTER, async () => {
  await assertAtHome(async ({ key }) => {
    await world.mh.fault({ service: '*', kind: 'html' })
    try {
      assert.equal((await world.issue(SALE, { key })).status, 202)
    } finally {
      await world.mh.clearFaults()
    }
  })
})

// biome-ignore format: a list
const PAGES = [
  'empresa', 'puntos', 'certificados', 'credenciales', 'almacenamiento', 'preparar', 'produccion', 'certificacion',
  'marca', 'correo', 'llaves', 'personas', 'firma/00', 'auditoria', '00/inicio', '00/documentos',
  '00/documentos/totales', '00/huecos', '00/hacienda', '00/borradores',
]

test('so do the pages of the company in the console', ON_CLUSTER, async () => {
  const browsers = new Map<string, Browser>()
  for (const { nit } of companies.values()) {
    browsers.set(nit, await signInAs(world, 'dueno', { nit }))
  }
  await assertAtHome(async ({ nit }) => {
    for (const page of PAGES) {
      assert.equal((await browsers.get(nit)?.get(`/${nit}/${page}`))?.status, 200, page)
    }
  })
})
