import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import pg from 'pg'
import { nota, outcomeOf, sealed } from '../../../test/notas.ts'
import { prepare, sign } from '../../../test/prepared.ts'
import { until } from '../../../test/until.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { releaseExpired } from '../../entrypoints/jobs/reservations.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'

const TOO_MUCH = '422 validation_failed documentosRelacionados[0].codigoGeneracion'

let world: World
before(async () => {
  world = await createWorld({ mh: { timeoutMs: 600, budgetMs: 3_000 } })
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

/** POST /v1/dte/validate: what issuing would say. */
const validate = (body: object) =>
  world.inject({
    method: 'POST',
    url: '/v1/dte/validate',
    payload: body,
    headers: { 'x-service-key': world.company.key.apiKey },
  })
const outcome = async (body: object) => outcomeOf(await world.issue(body))
const line = (precioUni: number, tipoVenta = 'gravada') => ({
  descripcion: 'x',
  cantidad: 1,
  precioUni,
  tipoVenta,
})

test('credit notes may take all of a document and no cent more, and the refusal says what is left', async () => {
  const origen = await sealed(world)
  assert.equal(await outcome(nota(origen, 60)), '200')

  const spent = await world.numbersSpent()
  const reply = await world.issue(nota(origen, 40.01))
  assert.equal(outcomeOf(reply), TOO_MUCH)
  assert.match(reply.body.error.message, /quedan 40\.00 por acreditar .* acredita 40\.01/)
  const headers = { 'x-service-sign-key': '' }
  const unsigned = await world.issue(nota(origen, 40.01), { headers })
  assert.equal(unsigned.text, reply.text, 'before the vault is opened')
  assert.equal(outcomeOf(await validate(nota(origen, 40.01))), TOO_MUCH)
  assert.equal(await world.numbersSpent(), spent)

  assert.equal(await outcome(nota(origen, 40)), '200')
  const beyond = await world.issue(nota(origen, 0.01))
  assert.equal(outcomeOf(beyond), TOO_MUCH)
  assert.match(
    beyond.body.error.message,
    /no queda nada por acreditar \(de 100\.00\) y esta nota acredita 0\.01; quítelo de la nota/,
  )
})

test('a note that was refused leaves its Idempotency-Key free', async () => {
  const origen = await sealed(world)
  const options = { idempotencyKey: 'too much at first' }

  assert.equal(outcomeOf(await world.issue(nota(origen, 101), options)), TOO_MUCH)
  assert.equal(outcomeOf(await world.issue(nota(origen, 100), options)), '200')
})

test('debit notes take nothing from it', async () => {
  const origen = await sealed(world)
  assert.equal(await outcome(nota(origen, 500, { tipoDte: '06' })), '200')
  assert.equal(await outcome(nota(origen, 100)), '200')
})

test('each kind of sale has its own sum, net of its global discount', async () => {
  const origen = await sealed(world, {
    items: [line(100), line(50, 'exenta'), line(20, 'no_sujeta')],
    descuentos: { gravadas: 10, exentas: 5 },
  })
  const taking = (...items: object[]) => outcome(nota(origen, 0, { items }))

  assert.equal(await taking(line(90.01)), TOO_MUCH)
  assert.equal(await taking(line(45.01, 'exenta')), TOO_MUCH)
  assert.equal(await taking(line(20.01, 'no_sujeta')), TOO_MUCH)
  assert.equal(
    await taking(line(91), line(46, 'exenta')),
    `${TOO_MUCH} ${'documentosRelacionados[0].codigoGeneracion'}`,
  )
  assert.equal(await taking(line(90), line(45, 'exenta'), line(20, 'no_sujeta')), '200')
})

test('notes are summed by their printed totals', async () => {
  const items = [{ descripcion: 'x', cantidad: 10, precioUni: 33.335 }]
  const origen = await sealed(world, { items })
  for (let i = 0; i < 9; i++) assert.equal(await outcome(nota(origen, 33.335)), '200') // 9 × 33.34
  const last = await world.issue(nota(origen, 33.335))
  assert.equal(outcomeOf(last), TOO_MUCH)
  assert.match(last.body.error.message, /quedan 33\.29 por acreditar .* acredita 33\.34/)
  assert.equal(await outcome(nota(origen, 33.29)), '200')
})

test('the second half’s tribute is whatever cents are left', async () => {
  const items = [{ descripcion: 'x', cantidad: 2, precioUni: 50.05 }] // IVA 13.01
  const origen = await sealed(world, { items })
  const totals: number[] = []
  for (let i = 0; i < 2; i++) {
    for (const call of [validate, world.issue]) {
      const { text, body } = await call(nota(origen, 50.05))
      totals.push(body.totales?.totalPagar ?? text)
    }
  }
  assert.deepEqual(totals, [56.56, 56.56, 56.55, 56.55], 'together 113.11, and foreseen')
})

test('of two halves that are built at once the second has the cents that the first left', async (t) => {
  const half = { descripcion: 'x', cantidad: 1, precioUni: 50.04, tributos: ['59'] }
  const origen = await sealed(world, { items: [{ ...half, cantidad: 2 }] }) // 13.01 and 5.00
  const queued = t.mock.method(world.deps.commits, 'recordFirmado').mock
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  t.after(() => holder.end())
  await holder.query('begin')
  await holder.query(`update documents set estado = estado where codigo_generacion = '${origen}'`)
  const notes = [1, 2].map(() => world.issue(nota(origen, 0, { items: [half] })))
  await until('both are built', () => queued.callCount() === notes.length)
  await holder.query('commit')

  const totals = (await Promise.all(notes)).map(({ text, body }) => {
    const { tributos, totalPagar } = body.documento?.resumen ?? assert.fail(text)
    return [...tributos.map(({ valor }: { valor: number }) => valor), totalPagar]
  })
  assert.deepEqual(totals.toSorted(), [
    [6.5, 2.5, 59.04],
    [6.51, 2.5, 59.05],
  ])
})

test('tributes that the document did not have cannot be credited', async () => {
  const origen = await sealed(world)
  const spent = await world.numbersSpent()
  for (const [item, words] of [
    [
      { cantidad: 10_000, precioUni: 0.001, uniMedida: 22, tributos: ['D1'] },
      /tributo D1 .*no queda nada/,
    ],
    [
      { cantidad: 10_000, precioUni: 0.001, uniMedida: 22, tributos: ['C8'] },
      /tributo C8 .*no queda nada/,
    ],
    [{ cantidad: 1000, precioUni: 0.01, tributos: ['71'] }, /tributo 71 .*acredita 7000\.00/],
    [{ cantidad: 1, precioUni: 50, tributos: ['59'] }, /tributo 59 .*acredita 2\.50/],
  ] as const) {
    const reply = await world.issue(nota(origen, 0, { items: [{ descripcion: 'x', ...item }] }))
    assert.equal(outcomeOf(reply).split(' ').slice(0, 2).join(' '), '422 validation_failed')
    assert.match(reply.body.error.message, words)
  }
  assert.equal(await world.numbersSpent(), spent)
})

test('a note retains and perceives like its document without stating it', async () => {
  const retained = await sealed(world, { aplicarRetencionIva: true })
  const half = await world.issue(nota(retained, 50))
  assert.equal(half.body.documento?.resumen.ivaRete, 0.5, half.text)

  const little = await world.issue(nota(retained, 0.4))
  const { ivaRete, codigoRetencionMH } = little.body.documento.resumen
  assert.deepEqual([ivaRete, codigoRetencionMH], [0, null], 'no code where the amount is 0.00')
})

test('a note’s credits are kept when its sales round to zero', async () => {
  const origen = await sealed(world)
  for (const tipoDte of ['05', '06']) {
    const items = [line(0.004), cargo(-5)]
    const reply = await world.issue(nota(origen, 0, { tipoDte, items }))
    assert.equal(reply.status, 422, reply.text)
    assert.match(reply.body.error.message, /Los abonos exceden en 5 el total/)
  }
})

const cargo = (noGravado: number) => ({ descripcion: 'Cargo', cantidad: 1, noGravado })

test('a note that the ministry rejects releases its amount', async () => {
  const origen = await sealed(world)
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })

  assert.equal(outcomeOf(await world.issue(nota(origen, 100))), '422 mh_rejected')
  assert.equal(await outcome(nota(origen, 100)), '200')
})

test('a note that waits for the ministry counts, until the job learns of its rejection', async () => {
  const origen = await sealed(world)
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const waiting = await world.issue(nota(origen, 100))
  assert.equal(waiting.status, 202, waiting.text)
  await world.mh.clearFaults()
  assert.equal(await outcome(nota(origen, 0.01)), TOO_MUCH)

  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  await world.advance(60_000)
  await transmitDue(world.deps)

  assert.equal((await world.query(waiting.body.codigoGeneracion)).body.estado, 'rechazado')
  assert.equal(await outcome(nota(origen, 100)), '200')
})

test('a note that is only prepared counts, until its number is released', async () => {
  const origen = await sealed(world)
  const kept = await prepare(world, nota(origen, 60))
  assert.equal(kept.status, 200, kept.text)
  const left = await prepare(world, nota(origen, 40))
  assert.equal(await outcome(nota(origen, 0.01)), TOO_MUCH)

  assert.equal((await sign(world, kept)).status, 200)
  await world.advance(16 * 60_000)
  await releaseExpired(world.deps)

  assert.equal((await world.query(left.body.codigoGeneracion)).body.estado, 'liberado')
  assert.equal(await outcome(nota(origen, 40.01)), TOO_MUCH)
  assert.equal(await outcome(nota(origen, 40)), '200')
})
