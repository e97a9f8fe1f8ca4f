/** Calls whose signed event another call, or the job, gave up: their answers never say more than what happened. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { giveBack, invalidate, RESCISION } from '../../../test/corrections.ts'
import { IMPATIENT } from '../../../test/doubtful.ts'
import { outcomeOf } from '../../../test/notas.ts'
import { until } from '../../../test/until.ts'
import { createWorld, type Reply, SALE, type World } from '../../../test/world.ts'

const OTHER = { ...RESCISION, motivo: 'Otro motivo' }
/** Longer than any call of this world waits. */
const LATE_MS = 600_000
const SILENT = { service: 'anulardte', kind: 'status', status: 503 } as const
const GIVEN_UP = `update events set estado = 'abandonado', lease_until = null, retry_at = null
                   where idempotency_key = $1 returning 1`

let world: World
let url: string
before(async () => {
  world = await createWorld({ ...IMPATIENT, mh: { timeoutMs: 2_000, budgetMs: 20_000 } })
  url = await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

const sell = async (): Promise<string> => (await world.issue(SALE)).body.codigoGeneracion
const estadoOf = async (code: string): Promise<string> => (await world.query(code)).body.estado
const motivoOf = (reply: { body: { documento: { motivo: object } } }) => reply.body.documento.motivo

test('a call whose invalidation another one gave up is not told of a cancellation while the document stands', async () => {
  const codigo = await sell()
  const [mine, theirs] = [{ idempotencyKey: 'mine' }, { idempotencyKey: 'theirs' }]
  await world.mh.fault(SILENT)
  assert.equal(outcomeOf(await invalidate(world, codigo, RESCISION, mine)), '502 mh_unreachable')
  assert.equal(outcomeOf(await invalidate(world, codigo, OTHER, theirs)), '502 mh_unreachable')

  const repeat = await invalidate(world, codigo, RESCISION, mine)
  assert.equal(outcomeOf(repeat), '502 mh_unreachable', repeat.text)
  assert.equal(await estadoOf(codigo), 'sellado')

  await world.mh.clearFaults()
  const done = await invalidate(world, codigo, RESCISION, mine)
  assert.equal(done.status, 200, done.text)
  assert.equal(await estadoOf(codigo), 'invalidado')
  const again = await invalidate(world, codigo, RESCISION, mine)
  assert.deepEqual([again.text, again.headers['idempotency-replayed']], [done.text, 'true'])
  const other = await invalidate(world, codigo, OTHER, theirs)
  assert.equal(other.body.yaEstabaInvalidado, true, other.text)
  assert.equal(other.headers['idempotency-replayed'], 'true')
})

test('where the other invalidation was denied, the call that it gave up signs its own', async () => {
  const codigo = await sell()
  const mine = { idempotencyKey: 'mine, and the other was denied' }
  await world.mh.fault(SILENT)
  await invalidate(world, codigo, OTHER, mine)
  await world.mh.clearFaults()
  await world.mh.fault({ service: 'anulardte', kind: 'reject', codigoMsg: '018', times: 1 })
  assert.equal(outcomeOf(await invalidate(world, codigo)), '422 mh_rejected')

  const repeat = await invalidate(world, codigo, OTHER, mine)
  assert.equal(repeat.status, 200, repeat.text)
  assert.deepEqual(motivoOf(repeat), { ...motivoOf(repeat), motivoAnulacion: 'Otro motivo' })
  assert.equal(await estadoOf(codigo), 'invalidado')
})

test('a call whose event was given up keeps the denial of an equal call under another key', async () => {
  const codigo = await sell()
  const mine = { idempotencyKey: 'given up, then denied' }
  const twin = { idempotencyKey: 'its twin' }
  await world.mh.fault(SILENT)
  await invalidate(world, codigo, OTHER, mine)
  await world.mh.clearFaults()
  await world.mh.fault({ service: 'anulardte', kind: 'reject', codigoMsg: '018', times: 1 })
  assert.equal(outcomeOf(await invalidate(world, codigo)), '422 mh_rejected')
  await world.mh.fault(SILENT)
  assert.equal(outcomeOf(await invalidate(world, codigo, OTHER, twin)), '502 mh_unreachable')
  await world.mh.clearFaults()
  await world.mh.fault({ service: 'anulardte', kind: 'reject', codigoMsg: '018', times: 1 })
  const denied = await invalidate(world, codigo, OTHER, mine)
  assert.equal(outcomeOf(denied), '422 mh_rejected')

  const repeat = await invalidate(world, codigo, OTHER, mine)
  assert.deepEqual([repeat.text, repeat.headers['idempotency-replayed']], [denied.text, 'true'])
  assert.equal(await estadoOf(codigo), 'sellado', 'nothing else was sent')
})

test('a call that ends in the event of an equal call under another key has that event in its repeats too', async () => {
  const codigo = await sell()
  const mine = { idempotencyKey: 'equal, and another key' }
  await world.mh.fault(SILENT)
  await invalidate(world, codigo)
  await world.mh.clearFaults()
  await world.mh.fault({ service: 'anulardte', kind: 'reject', codigoMsg: '018', times: 1 })
  const denied = await invalidate(world, codigo, RESCISION, mine)
  assert.equal(outcomeOf(denied), '422 mh_rejected')

  const repeat = await invalidate(world, codigo, RESCISION, mine)
  assert.deepEqual([repeat.text, repeat.headers['idempotency-replayed']], [denied.text, 'true'])
  assert.equal(await estadoOf(codigo), 'sellado')
})

test('a repeat whose body is on its way while the first call is denied gets the denial, and signs nothing', async () => {
  const codigo = await sell()
  const idempotencyKey = 'slow repeat'
  await world.mh.fault({ service: 'anulardte', kind: 'delay', delayMs: LATE_MS, times: 1 })
  await world.mh.fault({ service: 'anulardte', kind: 'reject', codigoMsg: '018', times: 1 })
  const first = invalidate(world, codigo, RESCISION, { idempotencyKey })
  await until('the first call has signed', () => eventsOf(idempotencyKey))
  const calls = await callsOf('invalidate')
  const slow = slowInvalidate(codigo, idempotencyKey)
  await until('the repeat has passed the gates', async () => (await callsOf('invalidate')) > calls)
  const denied = await first
  assert.equal(outcomeOf(denied), '422 mh_rejected')

  assert.equal(await slow.finish(), denied.text)
  assert.equal((await eventsOf(idempotencyKey))?.length, 1)
  assert.equal(await estadoOf(codigo), 'sellado')
})

test('a return that was given up while its call waited is not told of as registered', async () => {
  const codigo = await sell()
  const idempotencyKey = 'given up meanwhile'
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: LATE_MS, times: 1 })
  await world.mh.fault({ service: 'recepciondte', kind: 'status', status: 503 })
  const waiting = giveBack(world, codigo, [{ linea: 1, cantidad: 1 }], { idempotencyKey })
  await until('the call has signed', () => eventsOf(idempotencyKey))
  await world.deps.pool.many(GIVEN_UP, [idempotencyKey])

  const reply = await waiting
  assert.equal(outcomeOf(reply), '422 validation_failed Idempotency-Key', reply.text)
})

/** The pending event ends in another process while the call asks the ministry about it. */
async function endedWhileAsked(idempotencyKey: string, sql: string, call: () => Promise<Reply>) {
  await world.mh.fault({ service: 'consultadte', kind: 'delay', delayMs: LATE_MS, times: 1 })
  const calling = call()
  await until('it asks', async () =>
    (await world.mh.faults()).every(({ service }) => service !== 'consultadte'),
  )
  assert.equal((await world.deps.pool.many(sql, [idempotencyKey])).length, 1)
  await world.mh.endDelays()
  return calling
}

const DENIED = `update events set estado = 'rechazado', lease_until = null, retry_at = null
                 where idempotency_key = $1 returning 1`

test('a call that finds another one’s invalidation denied meanwhile signs its own', async () => {
  const codigo = await sell()
  const theirs = { idempotencyKey: 'denied meanwhile' }
  await world.mh.fault(SILENT)
  await invalidate(world, codigo, RESCISION, theirs)
  await world.mh.clearFaults()

  const own = await endedWhileAsked(theirs.idempotencyKey, DENIED, () =>
    invalidate(world, codigo, OTHER),
  )
  assert.equal(own.status, 200, own.text)
  assert.equal(own.body.documento?.motivo.motivoAnulacion, 'Otro motivo')
  assert.equal(await estadoOf(codigo), 'invalidado')
})

test('a call whose invalidation was given up while it waited is not told of a cancellation', async () => {
  const codigo = await sell()
  const mine = { idempotencyKey: 'given up while it waits' }
  await world.mh.fault(SILENT)
  await invalidate(world, codigo, RESCISION, mine)

  const repeat = await endedWhileAsked(mine.idempotencyKey, GIVEN_UP, () =>
    invalidate(world, codigo, RESCISION, mine),
  )
  assert.equal(outcomeOf(repeat), '502 mh_unreachable', repeat.text)
  assert.equal(await estadoOf(codigo), 'sellado')
})

/** As the late seal of another invalidation does. */
const CANCELLED = `with given_up as (
    update events set estado = 'abandonado', lease_until = null, retry_at = null
     where idempotency_key = $1 returning company_id, documento)
  update documents d set estado = 'invalidado' from given_up g
   where d.company_id = g.company_id and d.codigo_generacion = g.documento returning 1`

test('a call that waits while another invalidation cancels its document is told that it is cancelled', async () => {
  const codigo = await sell()
  const mine = { idempotencyKey: 'cancelled while it waits' }
  await world.mh.fault(SILENT)
  await invalidate(world, codigo, RESCISION, mine)

  const repeat = await endedWhileAsked(mine.idempotencyKey, CANCELLED, () =>
    invalidate(world, codigo, RESCISION, mine),
  )
  assert.equal(repeat.status, 200, repeat.text)
  assert.equal(repeat.body.yaEstabaInvalidado, true)
})

/** Null while there are none. */
async function eventsOf(idempotencyKey: string): Promise<readonly unknown[] | null> {
  const rows = await world.deps.pool.many('select 1 from events where idempotency_key = $1', [
    idempotencyKey,
  ])
  return rows.length > 0 ? rows : null
}

async function callsOf(route: string): Promise<number> {
  const rows = await world.deps.pool.many('select 1 from request_log where route = $1', [route])
  return rows.length
}

/** A call whose body ends when it is told to; its gates are passed before. Answers its text. */
function slowInvalidate(codigo: string, idempotencyKey: string) {
  const { key } = world.company
  const text = JSON.stringify(RESCISION)
  const call = request(`${url}/v1/dte/${codigo}/invalidate`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      'x-service-key': key.apiKey,
      'x-service-sign-key': key.signKey ?? '',
      'idempotency-key': idempotencyKey,
    },
  })
  const answered = new Promise<string>((resolve, reject) => {
    call.on('error', reject)
    call.on('response', async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      resolve(Buffer.concat(chunks).toString())
    })
  })
  call.write(text.slice(0, 1))
  return {
    finish() {
      call.end(text.slice(1))
      return answered
    },
  }
}
