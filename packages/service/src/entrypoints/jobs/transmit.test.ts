import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { createMinistryProxy, type MinistryProxy } from '../../../test/ministry-proxy.ts'
import { until } from '../../../test/until.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { createLog } from '../../base/log.ts'
import { isFull } from '../../base/telemetry/full-disk.ts'
import { transmitDue } from './transmit.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** Tolerance between two moves of the clock. */
const MARGIN_MS = 5 * SECOND_MS

let proxy: MinistryProxy
let world: World
before(async () => {
  proxy = await createMinistryProxy()
  world = await createWorld({
    mh: { hosts: { '00': proxy.url, '01': proxy.url } },
  })
  proxy.leadTo(world.mh.url)
})
afterEach(() => world.mh.clearFaults())
after(async () => {
  await world.close()
  await proxy.close()
})

test('retries of one document back off: 15 s, then twice as long each time, up to ten minutes', async () => {
  await proxy.down()
  const { body } = await world.issue()
  const waits = [15, 15, 30, 60, 120, 240, 480, 600, 600, 600]
  for (const [i, seconds] of waits.entries()) {
    await world.advance(seconds * SECOND_MS - MARGIN_MS)
    assert.equal(await transmitDue(world.deps), 0, `before try ${i + 1}`)
    await world.advance(MARGIN_MS)
    assert.equal(await transmitDue(world.deps), 1, `try ${i + 1}`)
  }
  await proxy.up()
  await world.advance(10 * MINUTE_MS)
  await transmitDue(world.deps)

  const { body: sealed } = await world.query(body.codigoGeneracion)
  assert.equal(sealed.estado, 'sellado')
  const estados = sealed.historial.map((h: { estado: string }) => h.estado)
  assert.deepEqual(estados, ['firmado', 'contingencia', 'sellado'], 'tries that change nothing')
})

test('the job leaves a document alone while the call that issued it still waits', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: 250, times: 1 })
  const running = world.issue()
  await untilSigned()
  const taken = await transmitDue(world.deps)

  assert.equal(taken, 0)
  assert.equal((await running).status, 200)
})

test('the job queries before it sends, and sends once what the ministry does not hold', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'status' })
  const { body } = await world.issue()
  await world.mh.clearFaults()
  await world.advance(16 * SECOND_MS)
  proxy.forget()
  await transmitDue(world.deps)

  assert.deepEqual(proxy.asked, ['consultadte', 'recepciondte'])
  assert.equal((await world.query(body.codigoGeneracion)).body.estado, 'sellado')
})

test('an unanswered query sends nothing', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'status' })
  const { body } = await world.issue()
  await world.mh.clearFaults()
  await world.mh.fault({ service: 'consultadte', kind: 'html' })
  await world.advance(16 * SECOND_MS)
  proxy.forget()
  await transmitDue(world.deps)

  assert.deepEqual(proxy.asked, ['consultadte'])
  assert.equal((await world.query(body.codigoGeneracion)).body.estado, 'contingencia')
  await world.mh.clearFaults()
  await world.advance(16 * SECOND_MS)
  await transmitDue(world.deps)
})

test('one unreadable document does not stop the others', async () => {
  await proxy.down()
  const codes: string[] = []
  for (let i = 0; i < 5; i++) codes.push((await world.issue()).body.codigoGeneracion)
  const [damaged = '', ...whole] = codes
  await world.deps.pool.many(
    `update documents set payload = '\\x00' where codigo_generacion = $1`,
    [damaged],
  )
  await proxy.up()
  await world.advance(16 * SECOND_MS)
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const taken = await transmitDue({ ...world.deps, log })

  assert.equal(taken, 5)
  const said = lines.map((line) => JSON.parse(line))
  const [error, ...others] = said.toSorted((a, b) => b.level - a.level)
  assert.deepEqual(
    [error.job, error.codigoGeneracion, error.msg],
    ['transmit', damaged, 'a filing stays'],
  )
  assert.match(error.error.message, /\S/)
  assert.deepEqual(
    new Set(
      others.map((one) => `${one.kind} ${one.codigoGeneracion} ${one.estado} ${one.intento}`),
    ),
    new Set(whole.map((code) => `documento ${code} sellado 1`)),
  )
  for (const code of whole) assert.equal((await world.query(code)).body.estado, 'sellado')
})

test('a full disk under a verdict is told to the operator, and the document stays due', async () => {
  const { pool } = world.deps
  await world.mh.fault({ service: 'recepciondte', kind: 'status' })
  const { body } = await world.issue()
  await world.mh.clearFaults()
  await world.advance(16 * SECOND_MS)
  assert.equal(isFull(world.deps, 'database'), false)
  await pool.many(`create function full_disk() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  await pool.many(`create trigger full_disk before update of sello_recibido on documents
    for each row execute function full_disk()`)
  assert.equal(await transmitDue(world.deps), 1)
  await pool.many('drop trigger full_disk on documents')
  assert.equal(isFull(world.deps, 'database'), true)
  assert.equal((await world.query(body.codigoGeneracion)).body.estado, 'contingencia')
  await world.advance(2 * MINUTE_MS)
  await transmitDue(world.deps)
  assert.equal((await world.query(body.codigoGeneracion)).body.estado, 'sellado')
})

test('forty waiting documents are sealed in one pass, each once', async () => {
  await proxy.down()
  const replies = await Promise.all(Array.from({ length: 40 }, () => world.issue()))
  await proxy.up()
  await world.advance(16 * SECOND_MS)
  await transmitDue(world.deps)

  const codes = new Set(replies.map(({ body }) => body.codigoGeneracion))
  const rows = (await world.mh.ledger()).filter((row) => codes.has(row.codigoGeneracion))
  assert.equal(rows.length, 40)
  assert.deepEqual(
    new Set(rows.map((row) => `${row.estado} ${row.timesReceived}`)),
    new Set(['PROCESADO 1']),
  )
})

test('a document that "already exists" but is not held is queried for hours, and then rejected', async () => {
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const referencia = 'pedido 400'
  const waiting = await world.issue({ ...SALE, referencia })
  assert.equal(waiting.status, 202, waiting.text)
  await world.mh.clearFaults()
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '004' })
  const { codigoGeneracion } = waiting.body
  await world.advance(MINUTE_MS)
  await transmitDue(world.deps)
  assert.equal((await world.query(codigoGeneracion)).body.estado, 'contingencia')

  await world.deps.pool.many('update documents set attempts = 28 where codigo_generacion = $1', [
    codigoGeneracion,
  ])
  await world.advance(11 * MINUTE_MS)
  await transmitDue(world.deps)
  assert.equal((await world.query(codigoGeneracion)).body.estado, 'contingencia', 'for the 29th')
  await world.advance(11 * MINUTE_MS)
  await transmitDue(world.deps)

  const { body } = await world.query(codigoGeneracion)
  assert.equal(body.estado, 'rechazado')
  await world.mh.clearFaults()
  await world.advance(11 * MINUTE_MS) // a seal may still arrive for that long
  const again = await world.issue({ ...SALE, referencia })
  assert.equal(again.status, 200, 'its reference is free again')
})

async function untilSigned(): Promise<void> {
  await until('a document is signed and has no answer', async () => {
    const rows = await world.deps.pool.many(`select 1 from documents where estado = 'firmado'`)
    return rows.length > 0
  })
}
