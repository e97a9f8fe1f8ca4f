/**
 * What a reconciliation restores besides documents with known numbers: events, points of sale and types that the
 * backup does not know, references, and verdicts.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveBack, invalidate, RESCISION } from '../../../test/corrections.ts'
import { copyDatabase } from '../../../test/database.ts'
import { CONTRIBUYENTE, credito, nota, secondPointOfSale } from '../../../test/notas.ts'
import { facturas, reportTo } from '../../../test/operaciones.ts'
import { createPeer, type Peer } from '../../../test/races/peer.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import { transmitLots } from '../../entrypoints/jobs/lots.ts'
import { watchOutages } from '../../entrypoints/jobs/outages.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'
import { copyDue } from '../keeping/copy.ts'
import { type Reconciled, reconcile } from './reconcile.ts'

const MINUTE_MS = 60_000
const MARGIN = 5

let world: World
let backup: Awaited<ReturnType<typeof copyDatabase>> | undefined
let restored: Peer
let report: Reconciled
before(async () => {
  world = await createWorld({ silencesMax: 2, mh: { timeoutMs: 1_000, budgetMs: 3_000 } })
  await world.deps.fence.check()
  const before = await issueSome(4)
  const waiting = await deferSome()
  backup = await copyDatabase(world.databaseUrl)
  Object.assign(lost, await issueWhatIsLost(before), { waiting })
  restored = createPeer(world, backup.url)
  report = await reconcile(restored.deps, { margin: MARGIN })
  await restored.deps.fence.check()
})
after(async () => {
  await restored?.close()
  await backup?.drop()
  await world.close()
})

/** What happened after the backup, by code. */
const lost = {} as Awaited<ReturnType<typeof issueWhatIsLost>> & { waiting: readonly string[] }

const TWO_LINES = {
  ...SALE,
  items: [
    { descripcion: 'Café de altura, 1 lb', cantidad: 4, precioUni: 5.65 },
    { descripcion: 'Café de altura, 1 lb', cantidad: 9, precioUni: 5.65 },
    { descripcion: 'Taza', cantidad: 3, precioUni: 2 },
  ],
}

async function sealed(body: object = SALE, options = {}): Promise<string> {
  const reply = await world.issue(body, options)
  assert.equal(reply.status, 200, reply.text)
  return reply.body.codigoGeneracion
}

async function issueSome(count: number): Promise<string[]> {
  const codes: string[] = []
  for (let n = 0; n < count; n++) codes.push(await sealed(TWO_LINES))
  return codes
}

/** Defers some documents; when the ministry is back, the next call that signs also signs their event. */
async function deferSome(): Promise<string[]> {
  await world.mh.fault({ service: '*', kind: 'silence' })
  const codes: string[] = []
  for (let n = 0; n < 4; n++) {
    const { status, body } = await world.issue()
    assert.equal(status, 202)
    codes.push(body.codigoGeneracion)
    await watchOutages(world.deps)
  }
  await world.mh.clearFaults()
  await world.advance(MINUTE_MS)
  await watchOutages(world.deps)
  return codes
}

async function returned(code: string, items: readonly object[], options = {}): Promise<string> {
  const { status, body, text } = await giveBack(world, code, items, options)
  assert.equal(status, 200, text)
  return body.codigoGeneracion
}

async function cancelled(code: string, body: object = RESCISION): Promise<void> {
  const reply = await invalidate(world, code, body)
  assert.equal(reply.status, 200, reply.text)
}

async function issueWhatIsLost([first, second, third, fourth]: readonly string[]) {
  assert.ok(first && second && third && fourth)
  await work() // the contingency event, and its documents
  const returns = [
    await returned(first, [
      { linea: 2, cantidad: 6 },
      { linea: 3, cantidad: 1 },
    ]),
    await returned(first, [{ linea: 3, cantidad: 2 }]),
  ]
  await cancelled(second)
  // Everything of the fourth is returned, twice: the first time by mistake.
  const mistaken = await returned(fourth, [{ linea: 3, cantidad: 3 }])
  await cancelled(mistaken)
  const again = await returned(fourth, [{ linea: 3, cantidad: 3 }])
  const replacement = await sealed(TWO_LINES)
  const replaced = {
    ...RESCISION,
    tipoAnulacion: 1,
    motivo: 'Nombre',
    codigoGeneracionReemplazo: replacement,
  }
  await cancelled(third, replaced)
  const referencia = await sealed({ ...SALE, referencia: 'pedido-77' })
  const ofReturned = await sealed(TWO_LINES)
  returns.push(await returned(ofReturned, [{ linea: 3, cantidad: 1 }]), mistaken, again)
  const key = await secondPointOfSale(world, {
    direccion: { departamento: '05', municipio: '26', distrito: '01', complemento: 'Calle 2' },
    telefono: '23456789',
  })
  const elsewhere = [await sealed(SALE, { key }), await sealed(credito(), { key })]
  const operaciones = await reportWhatIsLost()
  const named = await nameOthers()
  await copyDue(world.deps)
  return {
    operaciones,
    documents: [
      ...[first, second, third, fourth, replacement, referencia, ofReturned],
      ...[...elsewhere, ...named],
    ],
    returns,
    referencia,
    elsewhere,
  }
}

/** A debit of a document, a credit of one of paper, and goods that follow a sale; with what they name that is here. */
async function nameOthers(): Promise<readonly string[]> {
  const [original, sold] = [await sealed(credito()), await sealed()]
  const paper = {
    ...{ tipoDocumento: '03', numeroDocumento: '1234', tipoGeneracion: 1 },
    fechaEmision: civilTime(world.deps.clock.now()).fecEmi,
  }
  const receptor = CONTRIBUYENTE
  return [
    ...[original, sold],
    await sealed(nota(original, 30, { tipoDte: '06' })),
    await sealed(nota('', 30, { receptor, documentosRelacionados: [paper] })),
    await sealed({
      ...{ tipoDte: '04', receptor, bienTitulo: '03', items: TWO_LINES.items },
      origenes: [{ codigoGeneracion: sold }],
    }),
  ]
}

/** Paper that is reported, voided, reported by mistake and again, and all of that invalidated in part. */
async function reportWhatIsLost(): Promise<readonly string[]> {
  const reported = async (items: readonly object[]): Promise<string> => {
    const { status, body, text } = await reportTo(world, { items }, { key: world.company.key })
    assert.equal(status, 200, text)
    return body.codigoGeneracion
  }
  const anulaDe = await reported([facturas('A1', 'A9')])
  const voided = await reported([{ ...facturas('A1', 'A2'), anulaDe }])
  const mistaken = await reported([{ ...facturas('A3'), anulaDe }])
  await cancelled(mistaken)
  const twice = await reported([facturas('B1', 'B9')])
  await cancelled(twice)
  return [anulaDe, voided, mistaken, twice, await reported([facturas('B1', 'B9')])]
}

/** Runs the jobs until nothing of the outage is left. */
async function work(): Promise<void> {
  await sealed() // signs the event
  for (let n = 0; n < 6; n++) {
    await transmitDue(world.deps)
    await transmitLots(world.deps)
    await world.advance(MINUTE_MS + 10_000)
  }
}

interface Comparable {
  readonly codigoGeneracion: string
  readonly fecha?: string
}

/**
 * A query's answer without the times at which we noticed each step, its events in one order, and of when they were
 * signed the seconds, which they state.
 */
function comparable(body: Record<string, unknown>) {
  const { historial: _, ...all } = body
  const sorted = (events: unknown) =>
    (events as readonly Comparable[])
      .map((event) => ({ ...event, fecha: event.fecha?.slice(0, 19) }))
      .sort((a, b) => (a.codigoGeneracion < b.codigoGeneracion ? -1 : 1))
  return { ...all, eventos: sorted(body.eventos), retornos: sorted(body.retornos) }
}

test('documents with returns and invalidations, and special operations, are exactly as before', async () => {
  assert.equal(report.eventos.recuperados, 15)
  assert.deepEqual(report.eventos.sinDocumento, [])
  assert.deepEqual(report.eventos.sinSello, [])
  for (const code of [...lost.documents, ...lost.returns, ...lost.operaciones]) {
    const [was, is] = [await world.query(code), await restored.query(code)]
    assert.deepEqual([was.status, is.status], [200, 200], is.text)
    assert.deepEqual(comparable(is.body), comparable(was.body), code)
  }
})

test('returned units cannot be returned again', async () => {
  const [first = ''] = lost.documents
  const back = (items: readonly object[]) =>
    restored.inject({
      method: 'POST',
      url: `/v1/dte/${first}/return`,
      headers: {
        'content-type': 'application/json',
        'x-service-key': world.company.key.apiKey,
        'x-service-sign-key': world.company.key.signKey ?? '',
        'idempotency-key': systemRandom.uuid(),
      },
      payload: JSON.stringify({ items }),
    })
  const { status, body } = await back([{ linea: 2, cantidad: 4 }])
  assert.deepEqual([status, body.error.code], [422, 'return_exceeds_available'])
  assert.equal((await back([{ linea: 2, cantidad: 3 }])).status, 200)
})

test('what was reported and voided is neither again, and what an invalidation freed is', async () => {
  const [anulaDe = ''] = lost.operaciones
  const ruleOf = async (item: object) => {
    const { body } = await reportTo(restored, { items: [item] }, { key: world.company.key })
    return body.error?.details.issues[0].rule ?? body.estado
  }
  assert.deepEqual(
    [
      await ruleOf(facturas('A5')),
      await ruleOf(facturas('B5')),
      await ruleOf({ ...facturas('A2'), anulaDe }),
      await ruleOf({ ...facturas('A3'), precioUni: 8, anulaDe }), // of 9.00, 2.00 are voided
      await ruleOf({ ...facturas('A3'), precioUni: 7, anulaDe }),
    ],
    ['MF-17-una-vez', 'MF-17-una-vez', 'MF-17-una-vez', 'MF-17-anulado', 'sellado'],
  )
})

test('a repeat with the same reference finds its document', async () => {
  const { status, body } = await restored.issue({ ...SALE, referencia: 'pedido-77' })
  assert.equal(status, 409)
  assert.equal(body.error.details.codigoGeneracion, lost.referencia)
})

test('a point of sale missing from the backup is restored, and its series continue', async () => {
  assert.deepEqual(report.puntosDeVenta, [
    { nit: world.company.nit, codEstable: 'M001', codPuntoVenta: 'P002' },
  ])
  const series = report.series.filter(({ codPuntoVenta }) => codPuntoVenta === 'P002')
  const known = series.filter(({ found }) => found.length > 0)
  assert.deepEqual(
    known.map(({ tipoDte, found, after }) => [tipoDte, found.length, after]),
    [
      ['01', 1, 1 + MARGIN],
      ['03', 1, 1 + MARGIN],
    ],
  )
  const { status } = await restored.query(lost.elsewhere[0] ?? '')
  assert.equal(status, 200)
  const placesOf = ({ deps }: Pick<World, 'deps'>) =>
    deps.pool.many(
      `select cod_punto_venta, departamento, municipio, distrito, complemento, telefono
         from points_of_sale order by cod_punto_venta`,
    )
  assert.deepEqual(await placesOf(restored), await placesOf(world))
})

test('documents that the ministry sealed since are sealed here, and no second event lists them', async () => {
  assert.equal(report.decididos, lost.waiting.length)
  for (const code of lost.waiting) {
    assert.equal((await restored.query(code)).body.estado, 'sellado')
  }
  assert.equal((await restored.issue()).status, 200)
  const events = await restored.deps.pool.many(`select 1 from events where kind = 'contingencia'`)
  assert.equal(events.length, 0)
})

test('a repeat finds nothing new', async () => {
  const again = await reconcile(restored.deps, { margin: MARGIN })
  assert.equal(again.eventos.recuperados, 0)
  assert.equal(again.listados, 0)
  assert.deepEqual(again.puntosDeVenta, [])
})
