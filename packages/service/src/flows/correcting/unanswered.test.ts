/**
 * The 502 of a correction: "nothing was cancelled" is said only where no byte of the event left; else the answer
 * names the event whose verdict is awaited.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { abandon, giveBack, invalidate, RESCISION } from '../../../test/corrections.ts'
import { createMinistryProxy, type MinistryProxy } from '../../../test/ministry-proxy.ts'
import { until } from '../../../test/until.ts'
import { createWorld, MH_PASSWORD, type Reply, SALE, type World } from '../../../test/world.ts'
import { setMinistryPassword } from '../../admin.ts'
import { watchOutages } from '../../entrypoints/jobs/outages.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'
import { addMaintenance } from '../admin/maintenance.ts'

const MINUTE_MS = 60_000
const OTHER = { ...RESCISION, motivo: 'Otra razón' }

let proxy: MinistryProxy
let world: World
before(async () => {
  proxy = await createMinistryProxy()
  const hosts = { '00': proxy.url, '01': proxy.url }
  world = await createWorld({ mh: { hosts, timeoutMs: 500, budgetMs: 1_500 } })
  proxy.leadTo(world.mh.url)
  const isSealed = async () => (await world.issue()).status === 200
  await until('it has logged in', isSealed)
})
afterEach(() => world.mh.clearFaults())
after(async () => {
  await world.close()
  await proxy.close()
})

const sell = async (): Promise<string> => (await world.issue(SALE)).body.codigoGeneracion
const under = (idempotencyKey: string) => ({ idempotencyKey })

/** The event that the document's query shows as waiting. */
async function pendingOf(codigo: string): Promise<string> {
  const { body } = await world.query(codigo)
  assert.equal(body.estado, 'sellado')
  const [{ codigoGeneracion, ...evento }] = body.eventos
  assert.deepEqual([evento.estado, evento.selloRecibido], ['firmado', null])
  return codigoGeneracion
}

async function assertUnknown(reply: Reply, codigo: string): Promise<void> {
  assert.equal(reply.status, 502, reply.text)
  const { code, message, details } = reply.body.error
  const evento = { codigoGeneracion: await pendingOf(codigo) }
  assert.equal(code, 'mh_unreachable')
  assert.deepEqual(details, { codigoGeneracion: codigo, enviado: true, evento })
  assert.equal(
    message,
    `Hacienda no respondió: no se sabe si el evento ${evento.codigoGeneracion} llegó a invalidar ${codigo}. Repita con la misma Idempotency-Key, que lo resuelve sin firmar otro, o consulte el documento.`,
  )
}

async function assertNothing(reply: Reply, codigo: string): Promise<void> {
  assert.equal(reply.status, 502, reply.text)
  const { code, message, details } = reply.body.error
  const evento = { codigoGeneracion: await pendingOf(codigo) }
  assert.equal(code, 'mh_unreachable')
  assert.deepEqual(details, { codigoGeneracion: codigo, enviado: false, evento })
  assert.equal(
    message,
    `No se pudo llegar a Hacienda y no se le envió nada: ${codigo} sigue como estaba y no se canceló nada. Repita con la misma Idempotency-Key.`,
  )
}

/** An invalidation whose bytes the ministry received. */
async function lost(codigo: string, idempotencyKey: string): Promise<void> {
  await world.mh.fault({ service: 'anulardte', kind: 'drop_answer' })
  await world.mh.fault({ service: 'consultadte', kind: 'status', status: 503 })
  await assertUnknown(await invalidate(world, codigo, RESCISION, under(idempotencyKey)), codigo)
  await world.mh.clearFaults()
}

for (const kind of ['drop_answer', 'silence', 'html', 'no_seal'] as const) {
  test(`after ${kind} it is not known whether the document was cancelled, and the same key settles it`, async () => {
    const codigo = await sell()
    await world.mh.fault({ service: 'anulardte', kind })
    await world.mh.fault({ service: 'consultadte', kind: 'status', status: 503 })
    await assertUnknown(await invalidate(world, codigo, RESCISION, under(kind)), codigo)
    const evento = await pendingOf(codigo)
    await world.mh.clearFaults()

    const settled = await invalidate(world, codigo, RESCISION, under(kind))
    assert.equal(settled.status, 200, settled.text)
    assert.equal(settled.body.evento.codigoGeneracion, evento, 'no other event was signed')
  })
}

test('a refused connection cancelled nothing, however often it is tried', async () => {
  const codigo = await sell()
  await proxy.down()
  await assertNothing(await invalidate(world, codigo, RESCISION, under('cerrado')), codigo)
  await assertNothing(await invalidate(world, codigo, RESCISION, under('cerrado')), codigo)
  await assertNothing(await invalidate(world, codigo, OTHER), codigo)
  await world.advance(MINUTE_MS)
  await transmitDue(world.deps)
  await assertNothing(await invalidate(world, codigo, RESCISION, under('cerrado')), codigo)
  await proxy.up()

  const settled = await invalidate(world, codigo, RESCISION, under('cerrado'))
  assert.equal(settled.status, 200, settled.text)
})

test('what may have arrived stays unknown while nothing more can be sent, whoever asks', async () => {
  const codigo = await sell()
  await lost(codigo, 'perdido')
  await proxy.down()
  await assertUnknown(await invalidate(world, codigo, RESCISION, under('perdido')), codigo)
  await assertUnknown(await invalidate(world, codigo, OTHER), codigo)
  await world.advance(MINUTE_MS)
  await transmitDue(world.deps)
  await assertUnknown(await invalidate(world, codigo, RESCISION, under('perdido')), codigo)
  await proxy.up()

  await world.advance(10 * MINUTE_MS)
  await transmitDue(world.deps)
  assert.equal((await world.query(codigo)).body.estado, 'invalidado', 'the job asked')
})

test('a process that dies while it sends leaves an event that may have arrived', async () => {
  const codigo = await sell()
  await proxy.down()
  await assertNothing(await invalidate(world, codigo, RESCISION, under('muere')), codigo)
  const { mh } = world.deps
  const dying = { ...mh, resume: () => Promise.reject(new Error('the process is gone')) }
  Object.assign(world.deps, { mh: dying })
  assert.equal((await invalidate(world, codigo, RESCISION, under('muere'))).status, 500)
  Object.assign(world.deps, { mh })

  await world.advance(10 * MINUTE_MS)
  await assertUnknown(await invalidate(world, codigo, RESCISION, under('muere')), codigo)
  await proxy.up()
})

test('without a session nothing is sent', async () => {
  const codigo = await sell()
  const { nit } = world.company
  await setMinistryPassword(world.admin, nit, { ambiente: '00', password: 'Otra-Clave-1' })
  await world.advance(21 * 60 * MINUTE_MS) // its token ends
  await assertNothing(await invalidate(world, codigo), codigo)
  await setMinistryPassword(world.admin, nit, { ambiente: '00', password: MH_PASSWORD })
  assert.equal((await invalidate(world, codigo)).status, 200)
})

test('a token that the ministry refuses went there with the event', async () => {
  const codigo = await sell()
  await world.mh.fault({ service: 'anulardte', kind: 'expired_token' })
  await world.mh.fault({ service: 'auth', kind: 'reject' })
  await assertUnknown(await invalidate(world, codigo), codigo)
  await world.mh.clearFaults()
  await setMinistryPassword(world.admin, world.company.nit, {
    ambiente: '00',
    password: MH_PASSWORD,
  })
})

test('the DELETE of a return says whether the ministry may have the event', async () => {
  const [arrived, unsent] = [await sell(), await sell()]
  const items = [{ linea: 1, cantidad: 1 }]
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const { codigoGeneracion: one } = (await giveBack(world, arrived, items)).body
  await proxy.down()
  const { codigoGeneracion: other } = (await giveBack(world, unsent, items)).body

  for (const [codigo, evento, enviado] of [
    [arrived, one, true],
    [unsent, other, false],
  ]) {
    const reply = await abandon(world, codigo, evento)
    assert.equal(reply.status, 502, reply.text)
    const { details, message } = reply.body.error
    assert.deepEqual(details, {
      codigoGeneracion: evento,
      enviado,
      evento: { codigoGeneracion: evento },
    })
    assert.equal(
      message,
      `Hacienda no respondió si tiene el evento ${evento}: sigue firmado y cuenta. Repita más tarde.`,
    )
  }
  await proxy.up()
})

test('an announced maintenance sends nothing, and an event of before it stays unknown', async () => {
  const [fresh, before] = [await sell(), await sell()]
  await lost(before, 'antes')
  const now = world.admin.clock.now()
  const end = new Date(now.getTime() + 5 * MINUTE_MS)
  await addMaintenance(world.admin, { ambiente: '00', since: now, until: end, reason: 'Aviso' })
  await watchOutages(world.deps)

  await assertNothing(await invalidate(world, fresh), fresh)
  await assertUnknown(await invalidate(world, before, RESCISION, under('antes')), before)
})
