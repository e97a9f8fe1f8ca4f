/** While a machine is away, what is said of all companies is said of the others, and that it is away. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ON_CLUSTER } from '../../../test/citus.ts'
import { companyElsewhere, machineOf, withoutMachine } from '../../../test/machines.ts'
import { type Company, createWorld, type World } from '../../../test/world.ts'
import { diagnose } from '../../entrypoints/admin/doctor.ts'
import { tellExpiring } from '../companies/certificates.ts'
import { findRunning } from '../outages/deadlines.ts'
import { listCompanies } from '../people/companies.ts'
import { findBacklog } from '../transmission/backlog.ts'
import type { Skipped } from './due.ts'

let world: World
let other: Company
let machine: number
before(async () => {
  if (ON_CLUSTER.skip) return
  world = await createWorld()
  other = await companyElsewhere(world)
  machine = (await machineOf(world.deps.pool, world.company.nit)).machine
  await world.mh.fault({ service: '*', kind: 'status' })
  for (const { key } of [world.company, other]) {
    assert.equal((await world.issue(undefined, { key })).status, 202)
  }
})
after(() => world?.close())

/** What `read` gives while the machine of the first company is away, and what it says of it. */
async function whileAway<T>(read: (onSkipped: (one: Skipped) => void) => Promise<T>) {
  const skipped: Skipped[] = []
  const seen = await withoutMachine(world.deps.pool, machine, () =>
    read((one) => skipped.push(one)),
  )
  return { seen, skipped }
}

const nothingSkipped = (one: Skipped) => assert.fail(JSON.stringify(one))

test(
  'the doctor finds what the other companies have, and that it is away',
  ON_CLUSTER,
  async () => {
    const found = async () =>
      (await diagnose(world.admin, { folders: [] })).flatMap(({ codigo, nit, mensaje }) =>
        codigo === 'certificado' ? [nit] : codigo === 'maquina' ? [mensaje] : [],
      )
    await world.deps.pool.many(`update signing_vaults set valid_to = now() + interval '1 day'`)
    assert.deepEqual((await found()).toSorted(), (await nitsOf()).toSorted())
    const { seen } = await whileAway(found)
    assert.ok(seen.includes(other.nit) && !seen.includes(world.company.nit))
    assert.equal(
      seen.at(0),
      `La máquina ${machine} del clúster no responde: sus empresas no emiten, y de ellas no se revisó nada.`,
    )
  },
)

test('the metrics count what waits on the others', ON_CLUSTER, async () => {
  const waiting = async (onSkipped: (one: Skipped) => void) =>
    (await findBacklog(world.deps.pool, onSkipped)).find(({ queue }) => queue === 'contingencia')
  assert.equal((await waiting(nothingSkipped))?.count, 2)
  const { seen, skipped } = await whileAway(waiting)
  assert.equal(seen?.count, 1)
  assert.deepEqual(skipped, [{ machine }])
})

test('the deadlines are those of the others', ON_CLUSTER, async () => {
  const { pool, random } = world.deps
  const outageId = random.uuid()
  await pool.many(
    `insert into ministry_outages (outage_id, ambiente, opened_at, closed_at, probe_at)
     values ($1, '00', now(), now(), now())`,
    [outageId],
  )
  await pool.many('update documents set outage_id = $1', [outageId])
  const running = async (onSkipped: (one: Skipped) => void) =>
    (await findRunning(pool, onSkipped)).length
  assert.equal(await running(nothingSkipped), 2)
  const { seen, skipped } = await whileAway(running)
  assert.equal(seen, 1)
  assert.deepEqual(skipped, [{ machine }])
})

test('what expires is told to the others, and to its own later', ON_CLUSTER, async () => {
  const { pool } = world.deps
  const told = () =>
    pool.many<{ nit: string }>(
      `select distinct nit from outbox o join company_nits c on c.company_id = o.company_id
        where o.tipo = 'certificado.vence_pronto' order by nit`,
    )
  await pool.many(`update signing_vaults set valid_to = now() + interval '1 day', told_days = null`)
  await whileAway(() => tellExpiring(world.deps))
  assert.deepEqual(await told(), [{ nit: other.nit }])
  await tellExpiring(world.deps)
  assert.deepEqual(
    (await told()).map(({ nit }) => nit),
    (await nitsOf()).toSorted(),
  )
})

test('an operator sees the other companies', ON_CLUSTER, async () => {
  const person = { personId: world.deps.random.uuid(), operador: true }
  const nits = async () =>
    (
      await listCompanies(
        world.deps,
        person as Parameters<typeof listCompanies>[1],
        world.deps.clock.now(),
      )
    ).map(({ nit }) => nit)
  assert.deepEqual((await nits()).toSorted(), (await nitsOf()).toSorted())
  const { seen } = await whileAway(nits)
  assert.ok(seen.includes(other.nit) && !seen.includes(world.company.nit))
})

async function nitsOf(): Promise<readonly string[]> {
  const rows = await world.deps.pool.many<{ nit: string }>('select nit from companies')
  return rows.map(({ nit }) => nit)
}
