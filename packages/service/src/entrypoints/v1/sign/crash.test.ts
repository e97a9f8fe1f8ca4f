import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { documentsOf, sweep } from '../../../../test/crash/examine.ts'
import { post, startProcess } from '../../../../test/crash/process.ts'
import { bodyOf, prepare, timesReceived } from '../../../../test/prepared.ts'
import { PATIENT } from '../../../../test/races/numbers.ts'
import { createWorld } from '../../../../test/world.ts'

// biome-ignore format: a table
const CRASHES = [
  // killed                it left       the ministry had   the sweep takes   a repeat gets the first outcome
  ['before its commit',    'reservado',  0,                 0,                false],
  ['after commit 1',       'firmado',    0,                 1,                true],
  ['after the seal',       'firmado',    1,                 1,                true],
  ['after commit 2',       'sellado',    1,                 0,                true],
] as const

const world = await createWorld(PATIENT)
let running = await startProcess(world)
after(async () => {
  await running.stop()
  await world.close()
})

for (const [instant, left, received, taken, replayed] of CRASHES) {
  test(`a process killed ${instant} of a sign call leaves one signed document to its repeat`, async () => {
    const prepared = await prepare(world)
    const { codigoGeneracion } = prepared.body
    const call = { path: '/v1/dte/sign', body: bodyOf(prepared) }
    await running.arm(instant)

    assert.equal(await post(running, world.company, instant, call), null, 'it died unanswered')

    assert.equal(await estadoOf(codigoGeneracion), left)
    assert.equal((await timesReceived(world)).get(codigoGeneracion) ?? 0, received)
    running = await startProcess(world)
    assert.equal(await sweep(world), taken)
    const repeat = await post(running, world.company, instant, call)
    assert.equal(repeat?.status, 200, repeat?.text)
    assert.equal(repeat?.replayed, replayed)
    assert.deepEqual(await post(running, world.company, instant, call), {
      ...repeat,
      replayed: true,
    })
    assert.equal((await timesReceived(world)).get(codigoGeneracion), 1, 'asked for, not sent again')
    assert.equal(await estadoOf(codigoGeneracion), 'sellado')
    const unsettled = await world.deps.pool.many('select 1 from claims where outcome is null')
    assert.deepEqual(unsettled, [])
  })
}

async function estadoOf(codigoGeneracion: string): Promise<string | undefined> {
  const documents = await documentsOf(world)
  return documents.find((one) => one.codigoGeneracion === codigoGeneracion)?.estado
}
