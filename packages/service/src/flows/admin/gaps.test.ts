/** The ministry's current answer about the numbers without a seal. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createMinistryProxy, type MinistryProxy } from '../../../test/ministry-proxy.ts'
import { prepare } from '../../../test/prepared.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { releaseExpired } from '../../entrypoints/jobs/reservations.ts'
import { askGaps, findGaps } from './gaps.ts'

let proxy: MinistryProxy
let world: World
before(async () => {
  world = await createWorld({ mh: { timeoutMs: 1_500, budgetMs: 4_000 } })
  proxy = await createMinistryProxy()
  proxy.leadTo(world.mh.url)
})
after(async () => {
  await world.close()
  await proxy.close()
})

const settings = () => ({
  hosts: { '00': proxy.url, '01': proxy.url },
  timeoutMs: 5_000,
  budgetMs: 20_000,
  connections: 4,
})

/** What `askGaps` paused for, each until its signal. */
const pauses: (AbortSignal | undefined)[] = []

async function ask() {
  const { nit } = world.company
  const year = world.admin.clock.now().getFullYear()
  const series = await findGaps(world.admin, nit, { ambiente: '00', year })
  const { clock } = world.admin
  const sleep: typeof clock.sleep = (ms, signal) => {
    pauses.push(signal)
    return clock.sleep(ms, signal)
  }
  const admin = { ...world.admin, clock: { ...clock, sleep } }
  return (await askGaps(admin, settings(), { nit, series })).flatMap(({ gaps }) => gaps)
}

test('each number without a seal is queried: held, not held, or no answer', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', times: 1 })
  assert.equal((await world.issue()).status, 422)
  await world.mh.fault({ service: 'recepciondte', kind: 'drop_answer', times: 3 })
  await world.mh.fault({ service: 'consultadte', kind: 'status' })
  const lost = await world.issue()
  assert.equal(lost.status, 202)
  await world.mh.clearFaults()

  proxy.forget()
  const gaps = await ask()
  const asked = proxy.asked.filter((service) => service === 'consultadte')
  assert.equal(asked.length, 2, 'of a company that prepares nothing a number has one code')
  assert.ok(pauses.length > 0 && pauses.every((one) => one?.aborted), 'nothing goes on behind it')
  assert.deepEqual(
    gaps.map(({ estado, hacienda, codigoEnHacienda }) => ({ estado, hacienda, codigoEnHacienda })),
    [
      { estado: 'rechazado', hacienda: 'no_lo_tiene', codigoEnHacienda: null },
      {
        estado: 'contingencia',
        hacienda: 'sellado',
        codigoEnHacienda: lost.body.codigoGeneracion,
      },
    ],
  )

  await world.mh.fault({ service: 'consultadte', kind: 'status' })
  assert.deepEqual(new Set((await ask()).map(({ hacienda }) => hacienda)), new Set([null]))
  await world.mh.clearFaults()
})

test('every code that the number may have had is asked, of a company that prepares several', async () => {
  const { nit } = world.company
  const year = world.admin.clock.now().getFullYear()
  const codesInHacienda = async (numeroControl: string, codigoGeneracion: string | null = null) => {
    const [of] = await findGaps(world.admin, nit, { ambiente: '00', year })
    assert.ok(of)
    const unknown = { estado: null, codigoGeneracion, motivo: null, fueraDesde: null }
    const gaps = [{ ...unknown, numeroControl, selloRecibido: null }]
    const [asked] = await askGaps(world.admin, settings(), { nit, series: [{ ...of, gaps }] })
    return asked?.gaps.map(({ hacienda, codigoEnHacienda }) => [hacienda, codigoEnHacienda])
  }
  const first = (await world.issue()).body
  assert.deepEqual(await codesInHacienda(first.numeroControl), [
    ['sellado', first.codigoGeneracion],
  ])
  const another = first.numeroControl.replace(/.{3}$/, '900')
  assert.deepEqual(
    await codesInHacienda(another, first.codigoGeneracion),
    [['sellado', first.codigoGeneracion]],
    'the code that the document has, whatever its number gives',
  )
  assert.deepEqual(await codesInHacienda(another), [['no_lo_tiene', null]])
  const { body: prepared } = await prepare(world)
  await world.advance(15 * 60_000)
  assert.equal(await releaseExpired(world.deps), 1)
  const again = (await world.issue()).body
  assert.equal(again.numeroControl, prepared.documento.identificacion.numeroControl)
  assert.notEqual(again.codigoGeneracion, prepared.documento.identificacion.codigoGeneracion)
  assert.deepEqual(await codesInHacienda(again.numeroControl), [
    ['sellado', again.codigoGeneracion],
  ])
})
