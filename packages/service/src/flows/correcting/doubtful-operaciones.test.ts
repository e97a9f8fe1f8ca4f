/**
 * Events of special operations that the ministry rejected after a sending without an answer: it may still seal that, and
 * no voucher may count twice.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { IMPATIENT, lateFaults, sealTurnsUp } from '../../../test/doubtful.ts'
import { facturas, readOperaciones, report } from '../../../test/operaciones.ts'
import { createWorld, type Reply, type World } from '../../../test/world.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Longer than a call of this world waits. */
const LATE_MS = 600_000

let world: World
before(async () => {
  world = await createWorld(IMPATIENT)
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

/** The first transmission arrives late, and the retry of the same call is rejected. */
async function rejectedInDoubt(items: readonly object[]): Promise<string> {
  await lateFaults(world, LATE_MS)
  const { status, body, text } = await report(world, items)
  assert.deepEqual([status, body.error?.code], [422, 'mh_rejected'], text)
  assert.match(body.error.message, /aún puede sellarlo/)
  assert.match(body.error.message, /no puede reportarse de nuevo mientras dure la duda/)
  await world.mh.clearFaults()
  return body.error.details.codigoGeneracion
}

async function work(ms = MINUTE_MS): Promise<void> {
  await world.advance(ms)
  await transmitDue(world.deps)
}

const estadoOf = async (code: string): Promise<string> =>
  (await readOperaciones(world, `/${code}`)).body.estado

function assertRepeated(reply: Reply, what: string): void {
  assert.equal(reply.status, 422, reply.text)
  const message = `La línea 2 tiene un comprobante que ${what}`
  assert.deepEqual(reply.body.error.details.issues, [
    { field: 'items[1]', rule: 'MF-17-una-vez', message },
  ])
}

const inDoubt = (code: string, doIt: 'repórtelo' | 'anúlelo') =>
  `está en el evento ${code}: Hacienda lo rechazó, pero un envío anterior quedó sin respuesta y aún puede sellarlo. Sello sigue preguntando, normalmente hasta un día; ${doIt} cuando la duda termine.`

test('vouchers of a rejected event that may still be sealed are not reported again, before its late seal nor after', async () => {
  const code = await rejectedInDoubt([facturas('A1', 'A9')])
  const again = [facturas('A10'), facturas('A5')]
  assertRepeated(await report(world, again), inDoubt(code, 'repórtelo'))

  await sealTurnsUp(world, code)
  assertRepeated(await report(world, again), inDoubt(code, 'repórtelo'))
  await work()
  assert.equal(await estadoOf(code), 'sellado')
  assertRepeated(await report(world, again), `ya reportó el evento ${code}; quítelo.`)
  assert.equal((await report(world, [facturas('A10')])).status, 200)
})

test('they are free once the ministry has said for a day that it does not hold the event', async () => {
  const first = await lostForever([facturas('B1', 'B9')])
  const again = [facturas('B10'), facturas('B9')]
  for (let hours = 0; hours < 23; hours++) await work(HOUR_MS)
  assertRepeated(await report(world, again), inDoubt(first, 'repórtelo'))
  for (let hours = 0; hours < 3; hours++) await work(HOUR_MS)

  const second = await report(world, again)
  assert.equal(second.status, 200, second.text)
  assert.equal(await estadoOf(first), 'rechazado')
})

test('an outage of the ministry does not end the doubt', async () => {
  const code = await lostForever([facturas('C1')])
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  for (let hours = 0; hours < 30; hours++) await work(HOUR_MS)
  await world.mh.clearFaults()
  assertRepeated(await report(world, [facturas('C2'), facturas('C1')]), inDoubt(code, 'repórtelo'))
})

test('a voucher is not voided again while the ministry may seal the event that voids it', async () => {
  const { body } = await report(world, [facturas('D1', 'D9')])
  const voids = (desde: string) => ({ ...facturas(desde), anulaDe: body.codigoGeneracion })
  const code = await rejectedInDoubt([voids('D3')])
  assertRepeated(await report(world, [voids('D4'), voids('D3')]), inDoubt(code, 'anúlelo'))
  const voided = await report(world, [voids('D4')])
  assert.equal(voided.status, 200, voided.text)
  const done = `ya anuló el evento ${voided.body.codigoGeneracion}; quítelo.`
  assertRepeated(await report(world, [voids('D5'), voids('D4')]), done)
})

/** The first transmission has no answer and never arrives; the retry is rejected. */
async function lostForever(items: readonly object[]): Promise<string> {
  await world.mh.fault({ service: 'recepciondte', kind: 'status', status: 503, times: 1 })
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020' })
  const { status, body, text } = await report(world, items)
  assert.deepEqual([status, body.error?.code], [422, 'mh_rejected'], text)
  await world.mh.clearFaults()
  return body.error.details.codigoGeneracion
}
