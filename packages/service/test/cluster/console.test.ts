/** While a machine is away people sign in to the console, and work in the companies of the others. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPerson } from '../../src/admin.ts'
import { SERVICE_CHAIN } from '../../src/ledger/audit/chain.ts'
import type { Rol } from '../../src/ledger/people/memberships.ts'
import { ON_CLUSTER } from '../citus.ts'
import { companiesByHost, machineOf, withoutMachine } from '../machines.ts'
import { codeOf, enterByLink, openBrowser } from '../people.ts'
import { type Company, createWorld, type World } from '../world.ts'

const PASSWORD = 'una frase larga de verdad'

let world: World
/** Of two companies: what is of the service itself is on the machine of the first one. */
let here: Company
let away: Company
let machine: number
before(async () => {
  if (ON_CLUSTER.skip) return
  world = await createWorld()
  const { pool } = world.deps
  const { host } = await pool.one<{ host: string }>(
    `select n.nodename || ':' || n.nodeport as host
       from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
      where p.shardid = get_shard_id_for_distribution_column('companies', $1::uuid)`,
    [SERVICE_CHAIN],
  )
  for (const [of, company] of await companiesByHost(world)) {
    if (of === host) here = company
    else away = company
  }
  machine = (await machineOf(pool, away.nit)).machine
})
after(() => world?.close())

const whileAway = <T>(work: () => Promise<T>) => withoutMachine(world.deps.pool, machine, work)

/** Somebody with a role in each of these companies. */
async function addMember(correo: string, roles: readonly (readonly [Company, Rol])[]) {
  for (const [{ nit }, rol] of roles) {
    const person = { correo, nombre: 'Ana Paz', operador: false, password: PASSWORD }
    await addPerson(world.admin, { ...person, member: { nit, rol } })
  }
}

test(
  'whoever signs in sees and opens the companies of the others, and all of them later',
  ON_CLUSTER,
  async () => {
    const correo = 'ana@example.com'
    await addMember(correo, [
      [here, 'dueno'],
      [away, 'dueno'],
    ])
    const browser = openBrowser(world)
    const nits = async () => {
      const { body } = await browser.get('/session')
      return (body.empresas as readonly { nit: string }[]).map(({ nit }) => nit)
    }
    await whileAway(async () => {
      await enterByLink(world, browser, correo)
      assert.deepEqual(await nits(), [here.nit])
      for (const page of ['empresa', 'personas', '00/inicio']) {
        const reply = await browser.get(`/${here.nit}/${page}`)
        assert.equal(codeOf(reply), '200', page)
      }
      assert.equal(codeOf(await browser.get(`/${away.nit}/empresa`)), '503 service_unavailable')
    })
    assert.deepEqual((await nits()).toSorted(), [here.nit, away.nit].toSorted())
    assert.equal(codeOf(await browser.get(`/${away.nit}/empresa`)), '200')
  },
)

test(
  'outside the others’ companies everybody needs a second factor, as if they ran one that is away',
  ON_CLUSTER,
  async () => {
    const correo = 'eva@example.com'
    await addMember(correo, [[here, 'lector']])
    const browser = openBrowser(world)
    await whileAway(async () => {
      const given = { correo, contrasena: PASSWORD }
      assert.equal(codeOf(await browser.send('POST', '/entrar/contrasena', given)), '200')
      assert.equal(codeOf(await browser.get(`/${here.nit}/empresa`)), '200')
      const refused = await browser.get('/yo/sesiones')
      assert.equal(codeOf(refused), '403 second_factor_setup_required')
    })
    assert.equal(codeOf(await browser.get('/yo/sesiones')), '200')
  },
)
