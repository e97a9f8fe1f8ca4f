/**
 * Observed answers of the ministry's services (docs/sources.md#answers-seen), given by the simulator over HTTP, and
 * the resulting answers to Sello's callers.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setMinistryPassword } from '../../src/admin.ts'
import { transaction } from '../../src/base/db/tx.ts'
import { diagnose } from '../../src/entrypoints/admin/doctor.ts'
import { transmitDue } from '../../src/entrypoints/jobs/transmit.ts'
import { setSeriesFirst } from '../../src/flows/admin/series.ts'
import { isFenced, openFence, readIdentity } from '../../src/ledger/marks/marks.ts'
import { invalidate } from '../corrections.ts'
import { createWorld, MH_PASSWORD, type World } from '../world.ts'

let world: World
before(async () => {
  world = await createWorld({
    mh: { timeoutMs: 2_000, budgetMs: 6_000 },
    simulator: { notHeld: 'bare', held: 202 },
  })
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

// biome-ignore format: a table
const OF_DOCUMENTS = [
  ['numero_control_repetido',  '004', /otro documento con ese número de control/, /sello series set --first/],
  ['nit_no_existe',            '009', /NIT del receptor no existe en este ambiente/, /Verifique el NIT del receptor/],
  ['nrc_ajeno',                '008', /NRC no es del receptor/, /NIT y su NRC vigentes/],
  ['actividad_ajena',          '008', /no es el que Hacienda tiene registrado/, /Iguale los datos de la empresa/],
  ['distrito_no_permitido',    '007', /distrito falta o no es de ese municipio/, /CAT-008/],
  ['origen_sin_registro',      '014', /no tiene sellado el documento relacionado/, /sellado en el mismo ambiente/],
  ['correlativo_de_lineas',    '019', /numeración de las líneas/, /soporte de Sello/],
  ['calculo_en_observaciones', '020', /calcula otro monto/, /descripcionMsg/],
] as const

for (const [answer, codigoMsg, causa, queHacer] of OF_DOCUMENTS) {
  test(`${answer}: the document is rejected with ${codigoMsg}, and the help is of that member`, async () => {
    await world.mh.fault({ service: 'recepciondte', kind: 'reject', times: 1, answer })
    const { status, body } = await world.issue()

    assert.equal(status, 422)
    assert.equal(body.error.code, 'mh_rejected')
    const { details } = body.error
    assert.equal(details.codigoMsg, codigoMsg)
    assert.match(details.ayuda.causa, causa)
    assert.match(details.ayuda.queHacer, queHacer)
    assert.ok(details.observaciones.every((one: string) => one !== ''))
  })
}

test('codigo_repetido of a document that was sealed by a lost sending is that seal, which 202 brings', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'drop_answer', times: 1 })
  const { status, body } = await world.issue()

  assert.equal(status, 200)
  assert.match(body.selloRecibido, /^[0-9A-Z]{40}$/)
})

test('codigo_repetido of a first sending is another document’s code: a rejection, and a reconciliation', async () => {
  await world.deps.fence.check() // as every process does when it starts
  await world.mh.fault({
    service: 'recepciondte',
    kind: 'reject',
    times: 1,
    answer: 'codigo_repetido',
  })
  const { status, body } = await world.issue()

  assert.equal(status, 422)
  assert.match(body.error.details.ayuda.queHacer, /No lo entregue\. .*"sello reconcile"/)
  assert.ok(await isFenced(world.deps.pool))
  const identity = await readIdentity(world.deps.pool)
  await transaction(world.deps.pool, (tx) => openFence(tx, identity))
})

test('sin_registro (400 and 999) is "not held": a lost document is sent again', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'silence', times: 1 })
  const { status, body } = await world.issue()

  assert.equal(status, 200, 'a 4xx of the question is no rejection')
  const row = (await world.mh.ledger()).find(
    (one) => one.codigoGeneracion === body.codigoGeneracion,
  )
  assert.equal(row?.timesReceived, 2)
})

test('remarks on a sealed document (002) are shown, and nothing is repaired', async () => {
  const remark = '[identificacion.fecEmi] DIFIERE DE LA FECHA DE ENVIO'
  await world.mh.fault({
    service: 'recepciondte',
    kind: 'observe',
    times: 1,
    observaciones: [remark, ''],
  })
  const { status, body } = await world.issue()

  assert.equal(status, 200)
  assert.deepEqual(body.observaciones, [remark])
  assert.deepEqual((await world.query(body.codigoGeneracion)).body.observaciones, [remark])
})

// biome-ignore format: a table
const OF_INVALIDATIONS = [
  ['fecha_del_evento',    '027', /fecha del evento/, /tal como se selló/],
  ['receptor_del_evento', '027', /receptor del evento/, /tal como se selló/],
  ['ya_invalidado',       '015', /ya tiene invalidado ese documento/, /otro programa o en el sitio/],
  ['reemplazo_repetido',  '025', /mismo que se invalida/, /codigoGeneracionReemplazo/],
  ['con_nota_vigente',    '028', /Otro documento vigente ajusta/, /Invalide antes la nota/],
] as const

for (const [answer, codigoMsg, causa, queHacer] of OF_INVALIDATIONS) {
  test(`${answer}: the invalidation is rejected with ${codigoMsg}, and the document stays sealed`, async () => {
    const { body: sealed } = await world.issue()
    await world.mh.fault({ service: 'anulardte', kind: 'reject', times: 1, answer })
    const { status, body } = await invalidate(world, sealed.codigoGeneracion)

    assert.equal(status, 422, JSON.stringify(body))
    const { details } = body.error
    assert.equal(details.codigoMsg, codigoMsg)
    assert.match(details.ayuda.causa, causa)
    assert.match(details.ayuda.queHacer, queHacer)
    assert.equal((await world.query(sealed.codigoGeneracion)).body.estado, 'sellado')
  })
}

const status = async () => {
  const headers = { 'x-service-key': world.company.key.apiKey }
  return (await world.inject({ method: 'GET', url: '/v1/status', headers })).body
}
const warned = async () =>
  (await status()).advertencias.map(({ codigo }: { codigo: string }) => codigo)
const doctored = async () =>
  (await diagnose(world.admin, { folders: [] })).filter(({ codigo }) => codigo === 'contrasena')

for (const [answer, codigo, words] of [
  [
    'contrasena_vencida',
    'contrasena_vencida',
    /venció \(103\).*sello company password --environment 00/,
  ],
  [
    'usuario_no_autenticado',
    'contrasena_rechazada',
    /sello company password.*se responden 202.*Hasta el \d{4}-\d\d-\d\d a las [\d:]{8} se responde sin intentarlo; con otra contraseña se intenta de una vez/,
  ],
] as const) {
  test(`${answer}: documents wait, the status and the doctor say why, and a new password ends it at once`, async () => {
    await world.mh.fault({ service: 'recepciondte', kind: 'expired_token', times: 1 })
    await world.mh.fault({ service: 'auth', kind: 'reject', answer })
    const waiting = await world.issue()
    const { advertencias } = await status()
    const [finding] = await doctored()
    await world.mh.clearFaults()
    await setMinistryPassword(world.admin, world.company.nit, {
      ambiente: '00',
      password: MH_PASSWORD,
    })

    assert.equal(waiting.status, 202, waiting.text)
    assert.equal(advertencias[0].codigo, codigo)
    assert.match(advertencias[0].mensaje, words)
    assert.equal(finding?.gravedad, 'grave')
    assert.match(finding?.queHacer ?? '', /sello company password/)
    assert.deepEqual(await warned(), [])
    assert.deepEqual(await doctored(), [])
    assert.equal((await world.issue()).status, 200)
    await world.advance(120_000)
    await transmitDue(world.deps)
    assert.equal((await world.query(waiting.body.codigoGeneracion)).body.estado, 'sellado')
  })
}

test('a password that the ministry let expire is warned of by its 103, without any script', async () => {
  const { nit, publicKeyPem } = world.company
  const taxpayer = { nit, password: MH_PASSWORD, publicKeyPem }
  await world.mh.register({ ...taxpayer, passwordVencida: true })
  await world.mh.fault({ service: 'recepciondte', kind: 'expired_token', times: 1 })
  const waiting = await world.issue()
  const codes = await warned()
  await world.mh.register(taxpayer)
  await setMinistryPassword(world.admin, nit, { ambiente: '00', password: MH_PASSWORD })

  assert.equal(waiting.status, 202)
  assert.deepEqual(codes, ['contrasena_vencida'])
})

test('numbers that another program used are rejected with 004, and setting the first number fixes the series', async () => {
  const { body: last } = await world.issue()
  const correlativo = BigInt(last.numeroControl.slice(-15))
  const at = { codEstable: 'M001', codPuntoVenta: 'P001' }
  const numero = (n: bigint) => `DTE-01-M001P001-${String(n).padStart(15, '0')}`
  const spent = [1n, 2n, 3n].map((n) => numero(correlativo + n))
  const { nit, publicKeyPem } = world.company
  await world.mh.register({ nit, password: MH_PASSWORD, publicKeyPem, numerosGastados: spent })

  const refused = await world.issue()
  assert.equal(refused.status, 422, refused.text)
  const { codigoMsg, ayuda, numeroControl } = refused.body.error.details
  assert.equal(codigoMsg, '004')
  assert.equal(numeroControl, spent[0])
  assert.match(ayuda.causa, /otro documento con ese número de control, y este no lo tiene/)
  assert.match(refused.body.error.message, /sello series set --first/)

  const first = correlativo + 4n
  await setSeriesFirst(world.admin, nit, {
    ...at,
    ambiente: '00',
    firsts: [{ tipoDte: '01', first }],
  })
  const sealed = await world.issue()
  assert.equal(sealed.status, 200, sealed.text)
  assert.equal(sealed.body.numeroControl, numero(first))
})
