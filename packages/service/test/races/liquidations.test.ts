/** Two processes liquidate one principal at once: each document is listed once, whatever the order. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { LOCK_WAITS } from '../citus.ts'
import { invalidate } from '../corrections.ts'
import { liquidacion, listedIn, periodoOf, soldForOther } from '../liquidaciones.ts'
import { secondPointOfSale } from '../notas.ts'
import { until } from '../until.ts'
import { createWorld, type World } from '../world.ts'
import { atOnce, PATIENT } from './numbers.ts'
import { createPeer, type Peer } from './peer.ts'

const SALES = 12
const CALLS = 10
/** Of a race that two calls seldom meet. */
const ROUNDS = 12

let world: World
let peer: Peer
before(async () => {
  world = await createWorld({ ...PATIENT, now: new Date('2026-11-20T16:00:00Z') })
  peer = createPeer(world)
})
after(async () => {
  await peer.close()
  await world.close()
})

const issueAt = (at: number, body: object) => (at % 2 === 0 ? world : peer).issue(body)

async function sales(): Promise<string[]> {
  const codes: string[] = []
  for (let n = 0; n < SALES; n++) codes.push(await soldForOther(world, 10 + n))
  return codes
}

/** A document in two of them would be paid to its principal twice. */
test('liquidations that gather at once, of two processes, list each document once', async () => {
  const codes = await sales()
  const spent = await world.numbersSpent()
  const replies = await atOnce(CALLS, (at) => issueAt(at, liquidacion(periodoOf(world))))
  const sealed = replies.filter(({ status }) => status === 200)
  for (const { status, body, text } of replies) {
    if (status === 200) continue
    assert.ok(
      ['service_unavailable', 'validation_failed', 'correlative_unavailable'].includes(
        body.error.code,
      ),
      text,
    )
  }
  assert.equal(sealed.length, 1)
  assert.equal(await world.numbersSpent(), spent + 1, 'what is refused spends no number')
  assert.deepEqual(listedIn(sealed[0]?.body.documento).sort(), codes.toSorted())
})

test('liquidations that name the same documents at once, in other orders, list each once', async () => {
  const codes = await sales()
  const named = (at: number) => {
    const turned = [...codes.slice(at), ...codes.slice(0, at)]
    const some = at % 3 === 0 ? turned : turned.slice(0, SALES / 2)
    return some.map((codigoGeneracion) => ({ codigoGeneracion }))
  }
  const replies = await atOnce(CALLS, (at) => issueAt(at, liquidacion(periodoOf(world), named(at))))
  const listed = replies
    .filter(({ status }) => status === 200)
    .flatMap(({ body }) => listedIn(body.documento))
  assert.ok(listed.length > 0)
  assert.equal(new Set(listed).size, listed.length, 'each once')
  for (const { status, text } of replies) assert.ok(status === 200 || status === 422, text)
})

test('numbers on paper, which are no row of ours, are listed once too', async () => {
  const periodo = periodoOf(world)
  const documentos = ['P-1', 'P-2'].map((numeroDocumento) => ({
    ...{ tipoDocumento: '03', numeroDocumento, tipoGeneracion: 1 },
    ...{ fechaEmision: `${periodo}-01`, ventaGravada: 10 },
  }))
  const replies = await atOnce(CALLS, (at) =>
    issueAt(at, liquidacion(periodo, at % 2 === 0 ? documentos : documentos.toReversed())),
  )
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
})

test('what a rejected liquidation had listed is taken over by one of those that come at once', async () => {
  // On paper, and of two points of sale: neither a document nor a series makes them wait for each other.
  const elsewhere = await secondPointOfSale(world)
  const periodo = periodoOf(world)
  for (let round = 0; round < ROUNDS; round++) {
    const documentos = [1, 2, 3].map((n) => ({
      ...{ tipoDocumento: '03', numeroDocumento: `R${round}-${n}`, tipoGeneracion: 1 },
      ...{ fechaEmision: `${periodo}-01`, ventaGravada: 10 },
    }))
    await world.mh.fault({ service: 'recepciondte', kind: 'reject', times: 1 })
    const rejected = await world.issue(liquidacion(periodo, documentos))
    assert.equal(rejected.body.error.code, 'mh_rejected', rejected.text)
    const replies = await Promise.all([
      world.issue(liquidacion(periodo, documentos)),
      peer.issue(liquidacion(periodo, documentos), { key: elsewhere }),
    ])
    const outcomes = replies.map(({ status, body }) => body.error?.code ?? status).sort()
    assert.deepEqual(outcomes, [200, 'validation_failed'], `round ${round}`)
  }
})

test('a document that is invalidated meanwhile is not listed as it was, or is reported afterwards', async () => {
  const codigoGeneracion = await soldForOther(world, 33)
  const other = await soldForOther(world, 90)
  const [listing, ending] = await Promise.all([
    peer.issue(liquidacion(periodoOf(world), [{ codigoGeneracion }, { codigoGeneracion: other }])),
    invalidate(world, codigoGeneracion),
  ])
  assert.equal(ending.body.estado, 'invalidado', ending.text)
  if (listing.status !== 200) {
    assert.equal(listing.status, 422, listing.text)
    return
  }
  await soldForOther(world, 70)
  const next = await world.issue(liquidacion(periodoOf(world)))
  assert.equal(next.status, 200, next.text)
  assert.ok(listedIn(next.body.documento).includes(codigoGeneracion))
})

test('what is invalidated while a liquidation waits for it is refused, or worth a repeat where it was gathered', async () => {
  const periodo = periodoOf(world)
  for (const isGathered of [true, false]) {
    const [kept, gone] = [await soldForOther(world, 44), await soldForOther(world, 45)]
    const named = [kept, gone].map((codigoGeneracion) => ({ codigoGeneracion }))
    const holder = new pg.Client({ connectionString: world.databaseUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query(
      `update documents set estado = 'invalidado' where codigo_generacion = '${gone}'`,
    )
    const spent = await world.numbersSpent()

    const listing = world.issue(liquidacion(periodo, isGathered ? undefined : named))
    await until('it waits', async () => (await world.deps.pool.many(LOCK_WAITS)).length > 0)
    await holder.query('commit')
    await holder.end()

    const { status, body } = await listing
    const { code, message, details } = body.error
    if (isGathered) {
      assert.deepEqual([status, code, details], [503, 'service_unavailable', {}])
      assert.equal(
        message,
        'Otra llamada liquidó o invalidó entretanto parte de lo reunido. No se hizo nada y no se gastó número: repita con la misma Idempotency-Key, y se reúne lo que quede.',
      )
    } else {
      const why = `El documento ${gone} se liquidó o se invalidó entretanto; quítelo.`
      assert.deepEqual([status, code], [422, 'validation_failed'])
      assert.equal(message, `${why} No se gastó número.`)
      assert.deepEqual(details.issues, [
        {
          field: 'liquidacion.documentos[1].codigoGeneracion',
          documento: 'cuerpoDocumento[1].numeroDocumento',
          ...{ rule: 'CT-108', message: why },
        },
      ])
    }
    assert.equal(await world.numbersSpent(), spent)
  }
})
