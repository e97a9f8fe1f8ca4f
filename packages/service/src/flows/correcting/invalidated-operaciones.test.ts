/**
 * The invalidation of an event of special operations: its seal frees what the event reported, and nothing else does; no
 * event voids the paper of one that is invalidated.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { LOCK_WAITS } from '../../../test/citus.ts'
import { invalidate, RESCISION } from '../../../test/corrections.ts'
import { IMPATIENT, lateFaults, sealTurnsUp } from '../../../test/doubtful.ts'
import { outcomeOf } from '../../../test/notas.ts'
import { facturas, readOperaciones, report } from '../../../test/operaciones.ts'
import { until } from '../../../test/until.ts'
import { createWorld, type Reply, type World } from '../../../test/world.ts'
import { statement, transaction } from '../../base/db/tx.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'
import { lockCompany } from '../../ledger/companies/company.ts'

const MINUTE_MS = 60_000
/** Longer than a call of this world waits. */
const LATE_MS = 600_000
const OTHERWISE = { ...RESCISION, motivo: 'Otro motivo' }

let world: World
before(async () => {
  world = await createWorld(IMPATIENT)
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

async function reported(desde: string, hasta = desde): Promise<string> {
  const reply = await report(world, [facturas(desde, hasta)])
  assert.equal(reply.status, 200, reply.text)
  return reply.body.codigoGeneracion
}

const estadoOf = async (code: string): Promise<string> =>
  (await readOperaciones(world, `/${code}`)).body.estado

const voids = (desde: string, anulaDe: string) => ({ ...facturas(desde), anulaDe })

/** What a refused call names: the rule of its only issue. */
function ruleOf({ body }: Reply): string {
  const [issue, ...more] = body.error?.details.issues ?? []
  assert.deepEqual(more, [])
  return issue?.rule
}

async function work(ms = MINUTE_MS): Promise<void> {
  await world.advance(ms)
  await transmitDue(world.deps)
}

test('an invalidated event frees its vouchers, and says so in its list, its query and the feed', async () => {
  const code = await reported('A1', 'A9')
  const reply = await invalidate(world, code)
  assert.equal(reply.status, 200, reply.text)
  const { estado, tipoDte, numeroControl, documento, evento } = reply.body
  assert.deepEqual([estado, tipoDte, numeroControl], ['invalidado', '17', null])
  const { codigoGeneracionR, fecEmi, nombre } = documento.documento
  const { body: read } = await readOperaciones(world, `/${code}`)
  assert.deepEqual([codigoGeneracionR, nombre, fecEmi], [null, null, read.fecEmi])
  assert.deepEqual(
    [documento.emisor.codEstableMH, documento.emisor.codPuntoVentaMH],
    ['M001', 'P001'],
  )

  const [{ codigoGeneracion, estado: its }] = read.eventos
  assert.deepEqual(
    [read.estado, codigoGeneracion, its],
    ['invalidado', evento.codigoGeneracion, 'sellado'],
  )
  assert.equal((await readOperaciones(world)).body.operaciones[0].estado, 'invalidado')
  assert.deepEqual(await toldOf(code), ['operaciones.sellado', 'operaciones.invalidado'])

  assert.equal((await invalidate(world, code)).body.yaEstabaInvalidado, true)
  const voiding = await report(world, [voids('A3', code)])
  const unreported = `El evento ${code} no reportó lo que anula la línea 1, o no está sellado; escriba el código del que lo reportó.`
  assert.deepEqual(voiding.body.error.details.issues, [
    { field: 'items[0].anulaDe', rule: 'MF-17-anulado', message: unreported },
  ])
  await reported('A5', 'A12')
})

test('a pending invalidation frees nothing, admits no voiding, and its repeat is sealed with the same event', async () => {
  const code = await reported('B1', 'B9')
  const idempotencyKey = 'lost answer'
  await world.mh.fault({ service: 'anulardte', kind: 'silence' })
  await world.mh.fault({ service: 'consultadte', kind: 'status', status: 503 })
  const waiting = await invalidate(world, code, RESCISION, { idempotencyKey })
  assert.equal(outcomeOf(waiting), '502 mh_unreachable')
  const { codigoGeneracion: pending } = waiting.body.error.details.evento
  await world.mh.clearFaults()
  assert.equal(await estadoOf(code), 'sellado')
  assert.equal(ruleOf(await report(world, [facturas('B5')])), 'MF-17-una-vez')
  const voiding = await report(world, [voids('B5', code)])
  const inHand = `El evento ${code}, que reportó lo que anula la línea 1, tiene en curso su invalidación (${pending}); anúlelo cuando se sepa que no lo invalidó.`
  assert.deepEqual(voiding.body.error.details.issues, [
    { field: 'items[0].anulaDe', rule: 'MF-17-anulado', message: inHand },
  ])

  await world.advance(MINUTE_MS)
  const repeat = await invalidate(world, code, RESCISION, { idempotencyKey })
  assert.equal(repeat.status, 200, repeat.text)
  assert.equal(repeat.body.evento.codigoGeneracion, pending)
  await reported('B5')
})

test('the job learns of a seal whose answer was lost', async () => {
  const code = await reported('C1')
  await world.mh.fault({ service: 'anulardte', kind: 'delay', delayMs: LATE_MS, times: 1 })
  await world.mh.fault({ service: 'anulardte', kind: 'status', status: 503 })
  const waiting = await invalidate(world, code)
  assert.equal(outcomeOf(waiting), '502 mh_unreachable')
  await sealTurnsUp(world, waiting.body.error.details.evento.codigoGeneracion)
  await work()
  assert.equal(await estadoOf(code), 'invalidado')
  await reported('C1')
})

test('an abandoned invalidation that is sealed late frees its vouchers, and the other one gives way', async () => {
  const code = await reported('D1')
  await world.mh.fault({ service: 'anulardte', kind: 'delay', delayMs: LATE_MS, times: 1 })
  await world.mh.fault({ service: 'anulardte', kind: 'status', status: 503 })
  const first = await invalidate(world, code)
  const other = await invalidate(world, code, OTHERWISE, { idempotencyKey: 'the other' })
  assert.deepEqual(
    [outcomeOf(first), outcomeOf(other)],
    ['502 mh_unreachable', '502 mh_unreachable'],
  )

  await sealTurnsUp(world, first.body.error.details.evento.codigoGeneracion)
  await work()
  await world.mh.clearFaults()
  await work()
  const { body } = await readOperaciones(world, `/${code}`)
  const estados = body.eventos.map(({ estado }: { estado: string }) => estado)
  assert.deepEqual([body.estado, estados], ['invalidado', ['abandonado', 'sellado']])
  const repeat = await invalidate(world, code, OTHERWISE, { idempotencyKey: 'the other' })
  assert.equal(repeat.body.yaEstabaInvalidado, true, repeat.text)
})

test('a rejected invalidation frees nothing, and another may follow', async () => {
  const code = await reported('E1')
  await world.mh.fault({ service: 'anulardte', kind: 'reject', times: 1 })
  const refused = await invalidate(world, code)
  assert.equal(outcomeOf(refused), '422 mh_rejected')
  assert.match(refused.body.error.message, /El evento sigue sellado/)
  assert.equal(ruleOf(await report(world, [facturas('E1')])), 'MF-17-una-vez')
  assert.equal((await invalidate(world, code)).status, 200)
  await reported('E1')
})

test('after the tenth working day of the next month the rejection says that it is late', async () => {
  const elsewhere = await createWorld({ now: new Date('2026-10-05T16:15:30Z') })
  try {
    const { body } = await report(elsewhere, [facturas('L1')])
    await elsewhere.advance(45 * 24 * 60 * MINUTE_MS)
    const late = await invalidate(elsewhere, body.codigoGeneracion)
    assert.equal(outcomeOf(late), '422 mh_rejected')
    assert.match(late.body.error.message, /plazo_vencido: .* terminó el 2026-11-1\d/)
  } finally {
    await elsewhere.close()
  }
})

test('what is not sealed, or belongs to another company, is not invalidated', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', times: 1 })
  const { body } = await report(world, [facturas('F1')])
  const { codigoGeneracion } = body.error.details
  assert.equal(
    outcomeOf(await invalidate(world, codigoGeneracion)),
    '422 validation_failed codigoGeneracion',
  )
  const other = await world.addCompany()
  const alien = await invalidate(world, await reported('F2'), RESCISION, { key: other.key })
  assert.equal(alien.status, 404, alien.text)
})

test('an event whose vouchers another one voids, or may yet, is invalidated after that one', async () => {
  const code = await reported('G1', 'G9')
  const voiding = await report(world, [voids('G3', code)])
  assert.equal(voiding.status, 200, voiding.text)
  assertNames(await invalidate(world, code), voiding.body.codigoGeneracion)
  assert.equal((await invalidate(world, voiding.body.codigoGeneracion)).status, 200)

  await lateFaults(world, LATE_MS)
  const doubtful = await report(world, [voids('G4', code)])
  assert.equal(outcomeOf(doubtful), '422 mh_rejected')
  await world.mh.clearFaults()
  assertNames(await invalidate(world, code), doubtful.body.error.details.codigoGeneracion)

  await sealTurnsUp(world, doubtful.body.error.details.codigoGeneracion)
  await work()
  assert.equal((await invalidate(world, doubtful.body.error.details.codigoGeneracion)).status, 200)
  assert.equal((await invalidate(world, code)).status, 200)
  await reported('G1', 'G9')
})

function assertNames(refused: Reply, code: string): void {
  assert.equal(refused.status, 422, refused.text)
  assert.equal(ruleOf(refused), 'MF-17-anulado')
  assert.ok(refused.body.error.message.includes(code), refused.text)
}

test('of an invalidation and an event that voids, both waiting for the same lock, one is signed', async () => {
  for (const n of [1, 2, 3, 4]) {
    const code = await reported(`H${n}`)
    const calls = [() => invalidate(world, code), () => report(world, [voids(`H${n}`, code)])]
    const replies = await atOnce(n % 2 ? calls : calls.reverse())
    const statuses = replies.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, 422], replies.map(({ text }) => text).join('\n'))
    const refused = replies.find(({ status }) => status === 422) as Reply
    assert.equal(ruleOf(refused), 'MF-17-anulado')
  }
})

test('a report of the same vouchers beside an invalidation counts only after its seal', async () => {
  for (const n of [1, 2, 3, 4]) {
    const code = await reported(`I${n}`)
    const calls = [() => invalidate(world, code), () => report(world, [facturas(`I${n}`)])]
    const replies = await Promise.all(calls.map((call) => call()))
    const [cancelled, again] = replies as [Reply, Reply]
    assert.equal(cancelled.status, 200, cancelled.text)
    if (again.status !== 200) assert.equal(ruleOf(again), 'MF-17-una-vez')
    const counting = await statement<{ n: number }>(
      world.deps.pool,
      `select count(*)::int as n from reported_vouchers v
         join events e on e.company_id = v.company_id and e.codigo_generacion = v.evento
        where v.serie = 'I' and v.desde = $1 and e.estado in ('firmado', 'sellado')`,
      [n],
    )
    assert.deepEqual(counting, [{ n: again.status === 200 ? 1 : 0 }])
  }
})

/** Both calls have seen nothing in their way before either has the lock. */
function atOnce(calls: readonly (() => Promise<Reply>)[]): Promise<Reply[]> {
  const { pool } = world.deps
  return transaction(pool, async (tx) => {
    const { nit } = world.company
    const sql = 'select company_id as id from companies where nit = $1'
    const company = await tx.one<{ id: string }>(sql, [nit])
    await lockCompany(tx, company.id)
    const replies: Promise<Reply>[] = []
    for (const [i, call] of calls.entries()) {
      replies.push(call())
      await until('the call waits for the lock', async () => (await waiting()) === i + 1)
    }
    return replies
  }).then((replies) => Promise.all(replies))
}

async function waiting(): Promise<number> {
  return (await world.deps.pool.many(LOCK_WAITS)).length
}

test('the seal of an invalidation and what it frees are one commit', async () => {
  const code = await reported('J1')
  const rename = (from: string, to: string) =>
    statement(world.deps.pool, `alter table ${from} rename to ${to}`)
  await rename('outbox', 'away')
  assert.equal((await invalidate(world, code)).status, 500)
  assert.equal(await estadoOf(code), 'sellado')
  assert.equal(ruleOf(await report(world, [facturas('J1')])), 'MF-17-una-vez')
  await rename('away', 'outbox')
  await work(60 * MINUTE_MS)
  assert.equal(await estadoOf(code), 'invalidado')
  await reported('J1')
})

async function toldOf(code: string): Promise<readonly string[]> {
  const rows = await world.deps.pool.many<{ tipo: string }>(
    `select tipo from (select tipo, at from outbox where about = $1
                        union all select tipo, at from feed where about = $1) t order by at`,
    [code],
  )
  return rows.map(({ tipo }) => tipo)
}
