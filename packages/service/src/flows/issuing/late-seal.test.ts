import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { invalidate } from '../../../test/corrections.ts'
import {
  doubtful,
  IMPATIENT,
  lateFaults,
  ORIGINAL,
  OTHER,
  sealedRows,
  sealTurnsUp,
} from '../../../test/doubtful.ts'
import { outcomeOf } from '../../../test/notas.ts'
import { prepare, sign } from '../../../test/prepared.ts'
import { atOnce } from '../../../test/races/numbers.ts'
import { createWorld, type Reply, type World } from '../../../test/world.ts'
import { createLog } from '../../base/log.ts'
import { watchOutages } from '../../entrypoints/jobs/outages.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'
import { addMaintenance } from '../admin/maintenance.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const logged: string[] = []

let world: World
before(async () => {
  const log = createLog('warn', { write: (line: string) => void logged.push(line) })
  world = await createWorld({ ...IMPATIENT, log })
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

const estadosOf = ({ body }: Reply) => body.historial.map((h: { estado: string }) => h.estado)

async function warnings(): Promise<string[]> {
  const headers = { 'x-service-key': world.company.key.apiKey }
  const { body } = await world.inject({ method: 'GET', url: '/v1/status', headers })
  return body.advertencias
    .filter(({ codigo }: { codigo: string }) => codigo === 'sellado_tarde')
    .map(({ mensaje }: { mensaje: string }) => mensaje)
}

/** What is recorded as sealed equals what the ministry sealed, byte for byte. */
async function assertSealsAreTheirOwn(): Promise<void> {
  for (const { codigoGeneracion, jws, selloRecibido } of await sealedRows(world)) {
    const { body } = await world.query(codigoGeneracion)
    if (body?.estado !== 'sellado') continue
    assert.equal(body.jws, jws)
    assert.equal(body.selloRecibido, selloRecibido)
  }
}

test('a seal that arrives while the caller waits is the answer, not the rejection of the repeated sending', async (t) => {
  const patient = await createWorld({ mh: { timeoutMs: 700, budgetMs: 20_000 } })
  t.after(patient.close)
  await lateFaults(patient, 1_500)

  const reply = await patient.issue(ORIGINAL)

  assert.equal(reply.status, 200, reply.text)
  const [row] = (await patient.mh.ledger()).filter(({ estado }) => estado === 'PROCESADO')
  assert.equal(reply.body.selloRecibido, row?.selloRecibido)
})

test('a doubtful rejection is queried for hours, and its seal is recorded with the history', async () => {
  const { reply, idempotencyKey, code } = await doubtful(world)
  assert.match(reply.body.error.message, /Hacienda aún puede sellarlo/)
  assert.equal((await world.query(code)).body.estado, 'rechazado')

  await sealTurnsUp(world, code)
  await world.advance(MINUTE_MS)
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  await transmitDue({ ...world.deps, log })
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map((one) => [one.kind, one.codigoGeneracion, one.msg]),
    [['documento', code, 'late seal: the ministry sealed a rejected document']],
  )
  assert.equal(await dueIn(code), null, 'and is queried no more')

  const { body } = await world.query(code)
  assert.equal(body.estado, 'sellado')
  assert.deepEqual(estadosOf({ body } as Reply), ['firmado', 'rechazado', 'sellado'])
  assert.match(body.historial.at(-1).motivo, /envío anterior/)
  await assertSealsAreTheirOwn()
  assert.ok((await warnings()).some((line) => line.includes(code)))
  const again = await world.issue(ORIGINAL, { idempotencyKey })
  assert.equal(again.text, reply.text, 'a repeat is told what the first call was told')
  const file = await world.inject({
    method: 'GET',
    url: `/v1/dte/${code}/file`,
    headers: { 'x-service-key': world.company.key.apiKey },
  })
  assert.equal(file.status, 200)
})

test('while no seal arrives the document is queried at growing intervals for a day', async () => {
  const { code } = await doubtful(world)
  await sealTurnsUp(world, code)
  const { asked } = await askedOver(26 * HOUR_MS, code)
  assert.ok(asked.length > 15, `${asked.length} times`)
  assert.ok(asked.length < 60, `${asked.length} times`)
})

test('maintenance of more than a day does not end the queries, and the seal is found afterwards', async () => {
  const { code } = await doubtful(world)
  await sealTurnsUp(world, code)
  const now = world.admin.clock.now().getTime()
  const [since, until] = [new Date(now + MINUTE_MS), new Date(now + 30 * HOUR_MS)]
  await addMaintenance(world.admin, {
    ambiente: '00',
    since,
    until,
    reason: 'Aviso 30',
  })
  await world.advance(2 * MINUTE_MS)
  for (let hour = 0; hour < 29; hour++) {
    await watchOutages(world.deps)
    await transmitDue(world.deps)
    await world.advance(HOUR_MS)
  }
  assert.equal((await world.query(code)).body.estado, 'rechazado')
  const due = await dueIn(code)
  assert.ok(due !== null && due <= HOUR_MS, `${due} ms`)

  await world.advance(2 * HOUR_MS)
  await watchOutages(world.deps)
  await transmitDue(world.deps)

  assert.equal((await world.query(code)).body.estado, 'sellado')
})

test('after a day without answers the first "not held" ends the queries', async () => {
  const { code } = await doubtful(world)
  await sealTurnsUp(world, code)
  await world.mh.fault({ service: 'consultadte', kind: 'status', status: 503 })
  for (let hour = 0; hour < 26; hour++) {
    await world.advance(HOUR_MS)
    await transmitDue(world.deps)
  }
  await world.mh.clearFaults()
  await world.mh.fault({ service: 'consultadte', kind: 'reject' })
  assert.notEqual(await dueIn(code), null)
  await world.advance(HOUR_MS)
  await transmitDue(world.deps)

  assert.equal(await dueIn(code), null)
  assert.equal((await world.query(code)).body.estado, 'rechazado')
})

/** The time until the next query; null: none. */
async function dueIn(code: string): Promise<number | null> {
  const [row] = await world.deps.pool.many<{ lease_until: Date | null }>(
    'select lease_until from documents where codigo_generacion = $1',
    [code],
  )
  if (!row?.lease_until) return null
  return row.lease_until.getTime() - world.deps.clock.now().getTime()
}

/** Advances the time and counts the passes that took the document, with a ministry that holds nothing. */
async function askedOver(ms: number, code: string) {
  await world.mh.fault({ service: 'consultadte', kind: 'reject' })
  const asked: number[] = []
  for (let at = 0; at < ms; at += 5 * MINUTE_MS) {
    await world.advance(5 * MINUTE_MS)
    const due = await world.deps.pool.many(
      'select 1 from documents where codigo_generacion = $1 and lease_until <= $2',
      [code, world.deps.clock.now()],
    )
    if (due.length === 0) continue
    asked.push(at)
    await transmitDue(world.deps)
  }
  const [row] = await world.deps.pool.many<{ lease_until: Date | null; estado: string }>(
    'select lease_until, estado from documents where codigo_generacion = $1',
    [code],
  )
  assert.deepEqual(row, { lease_until: null, estado: 'rechazado' })
  return { asked }
}

test('a correction queries first: if the ministry sealed the attempt there is nothing to correct', async () => {
  const { code } = await doubtful(world)
  await sealTurnsUp(world, code)
  const spent = await world.numbersSpent()
  logged.length = 0

  const corrected = await world.issue({ ...OTHER, corrige: code })

  assert.equal(outcomeOf(corrected), '422 validation_failed corrige')
  assert.equal(
    corrected.body.error.details.issues[0].message,
    `Hacienda selló el documento ${code}: no hay nada que corregir. Consúltelo; si no es lo que quería, invalídelo.`,
  )
  assert.equal(await world.numbersSpent(), spent)
  const { body } = await world.query(code)
  assert.equal(body.estado, 'sellado')
  assert.equal(body.totales.totalPagar, 11.3)
  assert.deepEqual(
    logged.map((line) => JSON.parse(line)).map((one) => [one.codigoGeneracion, one.msg]),
    [[code, 'late seal: the ministry sealed a rejected document']],
  )
  assertIsSealed(await world.issue({ ...OTHER, corrige: code }), code)
  await assertSealsAreTheirOwn()
})

/** The reason of a document that is none of the rejected ones, whatever became of its attempts. */
function assertIsSealed({ body }: Reply, code: string): void {
  const message = `El documento ${code} está sellado: solo se corrige uno rechazado por Hacienda.`
  assert.equal(body.error?.details.issues[0].message, message)
}

test('a correction of a doubtful attempt takes its own code and number, and a later seal is reported', async () => {
  const { code, reply } = await doubtful(world)
  const { numeroControl } = reply.body.error.details

  const corrected = await world.issue({ ...OTHER, corrige: code })

  assert.equal(corrected.status, 200, corrected.text)
  const { codigoGeneracion } = corrected.body
  assert.notEqual(codigoGeneracion, code)
  assert.notEqual(corrected.body.numeroControl, numeroControl)
  assert.equal(corrected.body.totales.totalPagar, 891)
  const twice = await world.issue({ ...OTHER, observaciones: 'otra', corrige: code })
  assert.equal(outcomeOf(twice), '422 validation_failed corrige')
  assert.equal(
    twice.body.error.details.issues[0].message,
    `El documento ${code} ya se corrigió con ${codigoGeneracion}: consulte ese, y corríjalo si fue rechazado.`,
  )
  assertIsSealed(await world.issue({ ...OTHER, corrige: codigoGeneracion }), codigoGeneracion)

  await sealTurnsUp(world, code)
  await world.advance(MINUTE_MS)
  await transmitDue(world.deps)

  assert.equal((await world.query(code)).body.estado, 'sellado')
  assert.equal((await world.query(codigoGeneracion)).body.totales.totalPagar, 891)
  assert.ok(
    (await warnings()).some((line) => line.includes(code) && line.includes(codigoGeneracion)),
    'one of the two is to be invalidated',
  )
  await assertSealsAreTheirOwn()
})

test('of concurrent corrections one is issued', async () => {
  const { code } = await doubtful(world)
  const replies = await atOnce(4, (n) =>
    world.issue({ ...OTHER, observaciones: `corrección ${n}`, corrige: code }),
  )
  assert.deepEqual(replies.map(outcomeOf).toSorted(), [
    '200',
    ...Array(3).fill('422 validation_failed corrige'),
  ])
})

test('if the ministry does not answer, nothing is corrected and nothing is spent', async () => {
  const { code } = await doubtful(world, { ...ORIGINAL, referencia: 'sin respuesta' })
  await world.mh.fault({ service: 'consultadte', kind: 'status', status: 503 })
  const spent = await world.numbersSpent()
  for (const body of [
    { ...OTHER, corrige: code },
    { ...OTHER, referencia: 'sin respuesta' },
  ]) {
    const { error } = (await world.issue(body)).body
    assert.deepEqual(error, {
      code: 'service_unavailable',
      message: `Un envío del documento ${code} quedó sin respuesta y Hacienda no dice ahora si lo selló. No se hizo nada: repita en unos minutos con la misma Idempotency-Key.`,
      details: {},
    })
  }
  assert.equal(await world.numbersSpent(), spent)
})

test('a sale under the reference of a doubtful attempt waits until no seal can arrive, and is never sealed twice', async () => {
  const { code } = await doubtful(world, { ...ORIGINAL, referencia: 'venta 1' })

  const early = await world.issue({ ...OTHER, referencia: 'venta 1' })
  assert.equal(outcomeOf(early), '409 reference_in_use')
  assert.equal(
    early.body.error.message,
    `referencia: el documento ${code} fue rechazado y un envío anterior suyo quedó sin respuesta: Hacienda aún puede sellarlo. Corríjalo con corrige, o repita en 10 min. No se gastó número.`,
  )
  await sealTurnsUp(world, code)
  const late = await world.issue({ ...OTHER, referencia: 'venta 1' })

  assert.equal(outcomeOf(late), '409 reference_in_use')
  assert.equal(late.body.error.details.codigoGeneracion, code)
  assert.equal((await world.query(code)).body.estado, 'sellado', 'the question found the seal')
  await assertSealsAreTheirOwn()
})

test('a reference is free again if the ministry never sealed the attempt', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'silence', times: 1 })
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const first = await world.issue({ ...ORIGINAL, referencia: 'venta 2' })
  assert.equal(outcomeOf(first), '422 mh_rejected')

  await world.advance(9 * MINUTE_MS)
  const early = await world.issue({ ...OTHER, referencia: 'venta 2' })
  assert.equal(outcomeOf(early), '409 reference_in_use')
  assert.match(early.body.error.message, /, o repita en 1 min\./)
  await world.advance(MINUTE_MS)
  const second = await world.issue({ ...OTHER, referencia: 'venta 2' })

  assert.equal(second.status, 200, second.text)
})

test('a prepared replacement is not signed once the attempt’s seal has arrived', async () => {
  const { code } = await doubtful(world, { ...ORIGINAL, referencia: 'venta 3' })
  await world.advance(11 * MINUTE_MS)
  await transmitDue(world.deps) // which asks about it too
  const prepared = await prepare(world, { ...OTHER, referencia: 'venta 3' })
  assert.equal(prepared.status, 200, prepared.text)
  await sealTurnsUp(world, code)

  const signed = await sign(world, prepared)

  assert.equal(outcomeOf(signed), '422 prepare_token_invalid')
  const { message, details } = signed.body.error
  assert.deepEqual(details, { motivo: 'ya_sellado', codigoGeneracion: code })
  assert.equal(
    message,
    'Hacienda selló el documento en cuyo lugar se preparó este: consúltelo. No firme la corrección; su número vuelve a la serie.',
  )
  assert.equal((await world.query(code)).body.estado, 'sellado')
})

test('a document that the job resent can be in doubt too', async () => {
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const first = await world.issue(ORIGINAL)
  assert.equal(first.status, 202)
  await world.mh.clearFaults()
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  await world.advance(MINUTE_MS)
  await transmitDue(world.deps)
  const { codigoGeneracion } = first.body
  assert.equal((await world.query(codigoGeneracion)).body.estado, 'rechazado')

  const corrected = await world.issue({ ...OTHER, corrige: codigoGeneracion })

  assert.equal(corrected.status, 200, corrected.text)
  assert.notEqual(corrected.body.codigoGeneracion, codigoGeneracion)
})

/** A doubtful sale, its rejected correction, and the sealed correction of that. */
async function correctedTwice() {
  const { code } = await doubtful(world)
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const second = await world.issue({ ...OTHER, corrige: code })
  assert.equal(outcomeOf(second), '422 mh_rejected', second.text)
  return { code, second: second.body.error.details.codigoGeneracion as string }
}

test('a seal that comes after the correction of a rejected correction is reported with the sealed document, not with the rejected one', async () => {
  const { code, second } = await correctedTwice()
  const third = await world.issue({ ...OTHER, corrige: second })
  assert.equal(third.status, 200, third.text)
  await sealTurnsUp(world, code)
  await world.advance(MINUTE_MS)
  await transmitDue(world.deps)

  const told = (await warnings()).filter((line) => line.includes(code))

  assert.equal(told.length, 1)
  assert.match(told[0] ?? '', new RegExp(`${third.body.codigoGeneracion}: invalide uno de los dos`))
})

test('an attempt sealed late and then invalidated may be corrected', async () => {
  const { code, second } = await correctedTwice()
  await sealTurnsUp(world, code)
  const refused = await world.issue({ ...OTHER, corrige: second })
  assert.equal(outcomeOf(refused), '422 validation_failed corrige')
  assert.equal((await invalidate(world, code)).status, 200)
  // None of its attempts is in doubt any more: the ministry is not asked.
  await world.mh.fault({ service: 'consultadte', kind: 'status', status: 503 })

  const corrected = await world.issue({ ...OTHER, corrige: second })

  assert.equal(corrected.status, 200, corrected.text)
})

test('a sale under the reference of a corrected attempt is refused by field, naming the correction', async () => {
  const { code } = await doubtful(world, { ...ORIGINAL, referencia: 'venta 4' })
  const corrected = await world.issue({ ...OTHER, corrige: code })
  assert.equal(corrected.status, 200, corrected.text)
  await world.advance(11 * MINUTE_MS)

  const again = await world.issue({ ...OTHER, referencia: 'venta 4' })

  assert.equal(outcomeOf(again), '409 reference_in_use')
  assert.equal(again.body.error.details.codigoGeneracion, corrected.body.codigoGeneracion)
})
