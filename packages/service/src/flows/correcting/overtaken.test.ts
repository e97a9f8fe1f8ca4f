/**
 * Corrections that another call overtakes after they have read what stands, and before they record anything: the other
 * call ends at exactly that instant, because the slow one's process lets it.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CORRECTION_KINDS } from '../../../test/correction-kinds.ts'
import { abandon, giveBack, invalidate, RESCISION } from '../../../test/corrections.ts'
import { IMPATIENT } from '../../../test/doubtful.ts'
import { outcomeOf } from '../../../test/notas.ts'
import { facturas, report } from '../../../test/operaciones.ts'
import { prepare, sign } from '../../../test/prepared.ts'
import { createPeer, type Peer } from '../../../test/races/peer.ts'
import { createWorld, type Reply, SALE, type World } from '../../../test/world.ts'
import { revokeKey } from '../../admin.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'

const HOUR_MS = 3_600_000
const ONE = [{ linea: 1, cantidad: 1 }]
const OTHERWISE = { ...RESCISION, motivo: 'Otra razón' }

let world: World
let peer: Peer
/** The world, through the process that is overtaken. */
let slow: World
before(async () => {
  world = await createWorld({ ...IMPATIENT, mh: { timeoutMs: 5_000, budgetMs: 20_000 } })
  peer = createPeer(world)
  slow = { ...world, inject: peer.inject as World['inject'] }
})
after(async () => {
  await peer.close()
  await world.close()
})

/** Where the slow process is overtaken: before its first commit, or before it reads something. */
type Instant = 'commit' | { readonly reads: string }

/** One call of the slow process, which `other` overtakes once. */
async function overtaken(
  at: Instant,
  other: () => Promise<unknown>,
  call: (at: World) => Promise<Reply>,
): Promise<Reply> {
  const { pool } = peer.deps
  let isWaiting = true
  const meet = async (sql: string | null) => {
    const isThere = at === 'commit' ? sql === null : sql?.includes(at.reads)
    if (!isWaiting || !isThere) return
    isWaiting = false
    await other()
  }
  const reading =
    (name: 'one' | 'maybeOne' | 'many') =>
    async (sql: string, values?: never): Promise<never> => {
      await meet(sql)
      return pool[name](sql, values) as Promise<never>
    }
  const lend: typeof pool.lend = async (work) => {
    await meet(null)
    return pool.lend(work)
  }
  const reads = { one: reading('one'), maybeOne: reading('maybeOne'), many: reading('many') }
  Object.assign(peer.deps, { pool: { ...pool, ...reads, lend } })
  try {
    return await call(slow)
  } finally {
    Object.assign(peer.deps, { pool })
    assert.ok(!isWaiting, 'it was not overtaken')
  }
}

async function ok(reply: Promise<Reply>): Promise<Reply> {
  const { status, text } = await reply
  assert.equal(status, 200, text)
  return reply
}

/** What the ministry does not receive. */
async function unheard(call: () => Promise<Reply>): Promise<Reply> {
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const reply = await call()
  await world.mh.clearFaults()
  return reply
}

const sell = async (): Promise<string> => (await ok(world.issue())).body.codigoGeneracion
const under = (idempotencyKey: string) => ({ idempotencyKey })
let serie = 0
const paper = () => [facturas(`${String.fromCharCode(65 + serie++)}1`)]

function assertReplay(told: Reply, first: Reply): void {
  assert.deepEqual([told.status, told.text], [first.status, first.text])
  assert.equal(told.headers['idempotency-replayed'], 'true')
}

function assertRefused({ status, body }: Reply, ...[code, message, details]: Refusal): void {
  assert.deepEqual(body.error, { code, message, details })
  assert.equal(status, code === 'validation_failed' ? 422 : 409)
}
type Refusal = readonly [code: string, message: string, details: object]

const inFlight = (codigoGeneracion: string): Refusal => [
  'idempotency_in_flight',
  `Otra petición tiene en curso un evento de ${codigoGeneracion}. Espere y repita, o consúltelo.`,
  { enVueloSegundos: 0, codigoGeneracion },
]
const sameInFlight = (codigoGeneracion: string): Refusal => [
  'idempotency_in_flight',
  `La primera petición con esta Idempotency-Key sigue en curso y ya empezó algo irreversible: consulte el documento ${codigoGeneracion}.`,
  { enVueloSegundos: 0, codigoGeneracion },
]

for (const { name, about, call, eventOf, named } of CORRECTION_KINDS) {
  test(`${name} that an equal call overtakes is that call’s, with its answer or without one yet`, async () => {
    const [one, other] = [await about(world), await about(world)]
    let first: Reply | undefined
    const told = await overtaken(
      'commit',
      async () => {
        first = await ok(call(world, one, under(`equal ${name}`)))
      },
      (at) => call(at, one, under(`equal ${name}`)),
    )
    assert.ok(first)
    assertReplay(told, first)

    let pending = ''
    const waits = await overtaken(
      'commit',
      async () => {
        pending = eventOf(await unheard(() => call(world, other, under(`pending ${name}`))))
      },
      (at) => call(at, other, under(`pending ${name}`)),
    )
    assertRefused(waits, ...sameInFlight(named(other, pending)))
  })

  test(`${name} without a verdict that an equal call resumes first is in flight for the other`, async () => {
    const one = await about(world)
    const again = (at: World) => call(at, one, under(`resumed ${name}`))
    const evento = eventOf(await unheard(() => again(world)))
    const told = await overtaken('commit', () => ok(again(world)), again)
    assertRefused(told, ...inFlight(named(one, evento)))
    assertReplay(await again(slow), await again(world))
  })

  test(`${name} of a key that is revoked meanwhile is not signed`, async () => {
    const { nit } = world.company
    const one = await about(world)
    const key = await world.mintKey(nit)
    const countEvents = () => world.deps.pool.many('select count(*)::int as n from events')
    const before = await countEvents()
    const told = await overtaken(
      'commit',
      () => revokeKey(world.admin, nit, key.keyId),
      (at) => call(at, one, { key }),
    )
    assert.equal(outcomeOf(told), '403 key_revoked')
    assert.deepEqual(await countEvents(), before)
  })
}

test('a signature of a key that is revoked meanwhile is not made', async () => {
  const { nit } = world.company
  const key = await world.mintKey(nit)
  const prepared = await prepare(world, SALE, { key })
  const told = await overtaken(
    'commit',
    () => revokeKey(world.admin, nit, key.keyId),
    (at) => sign(at, prepared, { key }),
  )
  assert.equal(outcomeOf(told), '403 key_revoked')
  assert.equal((await world.query(prepared.body.codigoGeneracion)).body.estado, 'reservado')
})

test('a return of a document that is invalidated meanwhile, or may be, is refused', async () => {
  const [sealed, pending] = [await sell(), await sell()]
  const invalidated = await overtaken(
    'commit',
    () => ok(invalidate(world, sealed)),
    (at) => giveBack(at, sealed, ONE),
  )
  const message = `El documento ${sealed} está invalidado.`
  assertRefused(invalidated, 'validation_failed', `${message} No se firmó nada.`, {
    issues: [{ field: 'codigoGeneracion', rule: 'MF-10', message }],
  })
  const waits = await overtaken(
    'commit',
    () => unheard(() => invalidate(world, pending)),
    (at) => giveBack(at, pending, ONE),
  )
  assertRefused(waits, ...inFlight(pending))
})

test('an invalidation that another one overtakes is in flight, whatever it is about', async () => {
  const [sold, returned] = [await sell(), await sell()]
  const { codigoGeneracion: evento } = (await ok(giveBack(world, returned, ONE))).body
  const { codigoGeneracion: reporte } = (await ok(report(world, paper()))).body
  for (const about of [sold, evento, reporte]) {
    const told = await overtaken(
      'commit',
      () => ok(invalidate(world, about)),
      (at) => invalidate(at, about, OTHERWISE),
    )
    assertRefused(told, ...inFlight(about))
    assert.equal((await ok(invalidate(slow, about, OTHERWISE))).body.yaEstabaInvalidado, true)
  }
})

test('an invalidation of what is returned meanwhile is refused', async () => {
  const codigo = await sell()
  let evento = ''
  const told = await overtaken(
    'commit',
    async () => {
      evento = (await ok(giveBack(world, codigo, ONE))).body.codigoGeneracion
    },
    (at) => invalidate(at, codigo),
  )
  const message = `El documento ${codigo} tiene eventos de retorno (${evento}): invalídelos antes, o corríjalo con otro retorno. No se envió nada.`
  assertRefused(told, 'has_return_events', message, { eventos: [evento] })
})

test('a replacement that meanwhile replaces another document, or is or may be invalidated, is refused', async () => {
  const [wrong, other, replacement, gone] = [await sell(), await sell(), await sell(), await sell()]
  const ending = await sell()
  const by = (codigoGeneracionReemplazo: string) => ({
    ...{ ...RESCISION, tipoAnulacion: 1, motivo: 'Mal', codigoGeneracionReemplazo },
  })
  const taken = await overtaken(
    'commit',
    () => ok(invalidate(world, other, by(replacement))),
    (at) => invalidate(at, wrong, by(replacement)),
  )
  const ended = await overtaken(
    'commit',
    () => ok(invalidate(world, gone)),
    (at) => invalidate(at, wrong, by(gone)),
  )
  const mayEnd = await overtaken(
    'commit',
    () => unheard(() => invalidate(world, ending)),
    (at) => invalidate(at, wrong, by(ending)),
  )
  const isGone =
    'El reemplazo se anuló entretanto o se está anulando; use otro y escriba su código.'
  for (const [told, message] of [
    [taken, `Ese documento ya reemplaza al ${other}; emita otro y escriba su código.`],
    [ended, isGone],
    [mayEnd, isGone],
  ] as const) {
    assertRefused(told, 'validation_failed', `${message} No se firmó nada.`, {
      issues: [{ field: 'codigoGeneracionReemplazo', rule: 'MF-10', message }],
    })
  }
})

test('a call whose event was abandoned signs another once, also where its repeats overtake each other', async () => {
  const codigo = await sell()
  const options = under('abandoned, then twice')
  await unheard(() => invalidate(world, codigo, RESCISION, options))
  await world.mh.fault({ service: 'anulardte', kind: 'reject', codigoMsg: '020', times: 2 })
  assert.equal((await invalidate(world, codigo, OTHERWISE)).status, 422) // the first event is abandoned for it
  const again = (at: World) => invalidate(at, codigo, RESCISION, options)
  let first: Reply | undefined
  const told = await overtaken(
    'commit',
    async () => {
      first = await again(world)
    },
    again,
  )
  assert.equal(first?.body.error.code, 'mh_rejected', first?.text)
  assertReplay(told, first as Reply)
})

test('a repeat whose event ends before it looks for it gets that end', async () => {
  const codigo = await sell()
  const returning = (at: World) => giveBack(at, codigo, ONE, under('abandoned meanwhile'))
  const { codigoGeneracion: retorno } = (await unheard(() => returning(world))).body
  const abandoned = await overtaken(
    { reads: `kind = 'retorno'` },
    () => ok(abandon(world, codigo, retorno)),
    returning,
  )
  const message = `El evento de retorno ${retorno} se abandonó; regístrelo de nuevo con otra Idempotency-Key.`
  assertRefused(abandoned, 'validation_failed', message, {
    issues: [{ field: 'Idempotency-Key', rule: 'abandonado', message }],
  })

  const items = paper()
  const reporting = (at: World) => report(at, items, under('rejected meanwhile'))
  const { codigoGeneracion: reporte } = (await unheard(() => reporting(world))).body
  await world.advance(HOUR_MS)
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020' })
  const rejected = await overtaken(
    { reads: `kind = 'operaciones'` },
    () => transmitDue(world.deps),
    reporting,
  )
  await world.mh.clearFaults()
  assert.equal(rejected.body.error.details.codigoGeneracion, reporte, rejected.text)
  assertReplay(rejected, await reporting(world))
})

test('a report that an equal one makes refused is told of that one', async () => {
  const items = paper()
  const reporting = (at: World) => report(at, items, under('reported meanwhile'))
  let first: Reply | undefined
  const told = await overtaken(
    { reads: 'join reported_vouchers' },
    async () => {
      first = await ok(reporting(world))
    },
    reporting,
  )
  assertReplay(told, first as Reply)
})

test('a report repeated two days later, when its key is free again, gets the same event', async () => {
  const items = paper()
  const reporting = () => report(world, items, under('repeated late'))
  const first = await ok(reporting())
  await world.advance(48 * HOUR_MS)
  assertReplay(await reporting(), first)
})
