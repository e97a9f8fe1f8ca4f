import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Draft, factura, NIT, set } from '../../test/documentos.ts'
import { contingencia, diferido, informar, retorno } from '../../test/eventos.ts'
import { envio, type Ministry, startMinistry } from '../../test/ministry.ts'
import { hasReference, SCHEMAS_DIR } from '../../test/reference.ts'
import { refused, sealed } from '../../test/verdicts.ts'

const at = (path: string, value: unknown) => (d: Draft) => set(d, path, value)
const LOTE = 'A0EEBC99-9C0B-4EF8-8B6D-6BB9BD380A11'

async function taken(ministry: Ministry, evento: Draft) {
  const { status, body } = await informar(ministry, evento)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('a contingency event is answered in its own format', async (t) => {
  const schemas = hasReference('the contingency') ? { schemasDir: SCHEMAS_DIR } : {}
  const ministry = await startMinistry(t, schemas)
  const body = await taken(ministry, contingencia([diferido(factura())]))
  assert.match(body.selloRecibido, /^2026[0-9A-Z]{36}$/)
  assert.deepEqual(body, {
    estado: 'RECIBIDO',
    fechaHora: '05/10/2026 10:20:00',
    mensaje: 'Documento recibido',
    selloRecibido: body.selloRecibido,
    observaciones: [],
  })
  const { documents } = (await ministry.get('/_sim/ledger')).body
  assert.deepEqual(
    documents.map((d: Draft) => [d.evento, d.tipoDte, d.ambiente, d.nit, d.estado]),
    [['contingencia', '', '00', NIT, 'PROCESADO']],
  )
})

// biome-ignore format: a table
const REFUSALS: readonly (readonly [reason: string, change: (d: Draft) => Draft])[] = [
  ['[emisor.nit] NO PERTENECE', at('emisor.nit', '06140101900019')],
  ['[emisor.codEstableMH] NO PERTENECE', at('emisor.codEstableMH', 'S001')],
  ['[emisor.tipoEstablecimiento] VALOR NO VALIDO', at('emisor.tipoEstablecimiento', '20')],
  ['[emisor.tipoDocResponsable] VALOR NO VALIDO', at('emisor.tipoDocResponsable', '99')],
  ['[emisor.numeroDocResponsable] FORMATO', at('emisor.numeroDocResponsable', '1')],
  ['[motivo.tipoContingencia] VALOR', at('motivo.tipoContingencia', 6)],
  ['[motivo.tipoContingencia] VALOR', at('motivo.tipoContingencia', 0)],
  ['[motivo.motivoContingencia] DEBE', at('motivo.tipoContingencia', 5)],
  ['[motivo.hInicio] FORMATO', at('motivo.hInicio', '24:00:00')],
  ['[motivo.hInicio] FORMATO', at('motivo.hInicio', '08:60:00')],
  ['[motivo.hInicio] FORMATO', at('motivo.hInicio', '08:00:60')],
  ['[motivo.hInicio] FORMATO', at('motivo.hInicio', '108:00:00')],
  ['[motivo.hFin] FORMATO', at('motivo.hFin', '10:00')],
  ['[motivo.hFin] FORMATO', at('motivo.hFin', '10:00:000')],
  ['[motivo.fFin] FECHA NO CORRECTA', at('motivo.hFin', '08:00:00')],
  ['[motivo.fFin] FECHA NO CORRECTA', at('motivo.hFin', '07:00:00')],
  ['[motivo.fFin] FECHA NO CORRECTA', at('motivo.hFin', '10:30:00')],
  ['[identificacion.fTransmision] FECHA FUERA', (d) => at('motivo.fInicio', '2026-10-03')(at('motivo.fFin', '2026-10-04')(d))],
  ['[detalleDTE[0].noItem] ERROR', at('detalleDTE.0.noItem', 2)],
  ['[detalleDTE[0].tipoDoc] VALOR NO', at('detalleDTE.0.tipoDoc', '15')],
  ['[detalleDTE[1].codigoGeneracion] VALORES', (d) => at('detalleDTE.1', { ...d.detalleDTE[0], noItem: 2 })(d)],
  ['DOCUMENTO NO CUMPLE', at('detalleDTE', [])],
]

test('each rule of the contingency event refuses, with its reason among the remarks', async (t) => {
  const ministry = await startMinistry(t)
  for (const [reason, change] of REFUSALS) {
    const { status, body } = await informar(ministry, change(contingencia([factura()])))
    assert.deepEqual([status, body.estado, body.selloRecibido], [400, 'RECHAZADO', null], reason)
    assert.equal(body.mensaje, 'Validaciones no superadas')
    assert.ok(body.observaciones[0].startsWith(reason), `${reason}: ${body.observaciones}`)
  }
})

test('a contingency event without an environment is refused for its form, and kept without one', async (t) => {
  const ministry = await startMinistry(t)
  const evento = contingencia([factura()])
  const { body } = await informar(ministry, set(evento, 'identificacion.ambiente', undefined))
  assert.deepEqual(body.observaciones, [
    'DOCUMENTO NO CUMPLE ESQUEMA JSON',
    'Campo #/identificacion/ambiente es requerido',
  ])
  const { documents } = (await ministry.get('/_sim/ledger')).body
  assert.deepEqual(
    documents.map((d: Draft) => [d.codigoGeneracion, d.ambiente, d.estado]),
    [[evento.identificacion.codigoGeneracion, '', 'RECHAZADO']],
  )
})

// biome-ignore format: a table
const ACCEPTED: Readonly<Record<string, readonly unknown[]>> = {
  'detalleDTE.0.tipoDoc':       ['01', '03', '04', '05', '06', '07', '11', '14', '18'],
  'emisor.tipoEstablecimiento': ['01', '02', '04', '07'],
  'motivo.tipoContingencia':    [1, 2, 3, 4, 5],
  'motivo.hFin':                ['08:00:01', '10:20:00'],
}

test('a contingency event may state each type, establishment and reason, and end this second', async (t) => {
  const ministry = await startMinistry(t)
  for (const [path, values] of Object.entries(ACCEPTED)) {
    for (const value of values) {
      const evento = set(contingencia([factura()]), 'motivo.motivoContingencia', 'Sin luz')
      await taken(ministry, set(evento, path, value))
    }
  }
})

test('a contingency event comes within a day of its end, and lists what no event and no seal has', async (t) => {
  const ministry = await startMinistry(t, { tokenLifeMs: 30 * 86_400_000 })
  const [listed, sold] = [diferido(factura()), await sealed(ministry, factura())]
  await ministry.post('/_sim/clock', { now: '2026-10-06T10:00:00-06:00' })
  const evento = contingencia([listed])
  await taken(ministry, evento)
  for (const one of [listed, sold]) {
    const { status, body } = await informar(ministry, contingencia([one]))
    const why = '[detalleDTE[0].codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR'
    assert.deepEqual([status, body.observaciones], [400, [why]])
  }
  const { codigoGeneracion } = evento.identificacion
  const again = at('identificacion.codigoGeneracion', codigoGeneracion)
  const repeated = await informar(ministry, again(contingencia([factura()])))
  assert.deepEqual(repeated.body, {
    estado: 'RECHAZADO',
    fechaHora: '06/10/2026 10:00:00',
    mensaje: 'Validaciones no superadas',
    selloRecibido: null,
    observaciones: ['[identificacion.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR'],
  })
  await ministry.post('/_sim/clock', { now: '2026-10-06T10:00:01-06:00' })
  const late = await informar(ministry, contingencia([factura()]))
  const why = '[identificacion.fTransmision] FECHA FUERA DEL PLAZO PERMITIDO'
  assert.deepEqual(late.body.observaciones, [why])
})

test('a deferred document is accepted only within the period of the event that lists it', async (t) => {
  const ministry = await startMinistry(t)
  const [listed, unlisted] = [diferido(factura()), diferido(factura())]
  const outside = set(diferido(factura()), 'identificacion.horEmi', '10:00:01')
  const otherReason = set(diferido(factura()), 'identificacion.tipoContingencia', 2)
  await refused(ministry, listed, '012', 'identificacion.tipoContingencia')
  const early = set(diferido(factura()), 'identificacion.horEmi', '07:59:59')
  const otherWords = set(diferido(factura()), 'identificacion.motivoContin', 'Otro')
  const [first, last] = ['08:00:00', '10:00:00'].map((horEmi) =>
    set(diferido(factura()), 'identificacion.horEmi', horEmi),
  )
  await taken(
    ministry,
    contingencia([listed, outside, otherReason, early, otherWords, first, last]),
  )
  for (const one of [listed, first, last]) await sealed(ministry, one)
  await refused(ministry, early, '013', 'identificacion.fecEmi')
  await refused(ministry, otherWords, '027', 'identificacion.tipoContingencia')
  await refused(ministry, unlisted, '012', 'identificacion.tipoContingencia')
  await refused(ministry, outside, '013', 'identificacion.fecEmi')
  await refused(ministry, otherReason, '027', 'identificacion.tipoContingencia')
})

test('a return event may be deferred as a document is', async (t) => {
  const ministry = await startMinistry(t)
  const event = diferido(retorno(await sealed(ministry, factura())))
  await taken(ministry, contingencia([event]))
  await sealed(ministry, event)
})

test('the documents of a contingency are accepted for 72 hours after the seal of its event', async (t) => {
  const ministry = await startMinistry(t, { tokenLifeMs: 30 * 86_400_000 })
  const [first, second] = [diferido(factura()), diferido(factura())]
  await taken(ministry, contingencia([first, second]))
  await ministry.post('/_sim/clock', { advanceMs: 72 * 3_600_000 })
  await sealed(ministry, first)
  await ministry.post('/_sim/clock', { advanceMs: 1000 })
  await refused(ministry, second, '018', 'identificacion.fecEmi')
})

test('a refused event is corrected within a day of its refusal', async (t) => {
  const ministry = await startMinistry(t, { tokenLifeMs: 30 * 86_400_000 })
  const evento = contingencia([diferido(factura())])
  await ministry.post('/_sim/clock', { now: '2026-10-06T10:00:00-06:00' })
  assert.equal((await informar(ministry, set(evento, 'detalleDTE.0.noItem', 2))).status, 400)
  await ministry.post('/_sim/clock', { now: '2026-10-07T10:00:00-06:00' })
  await taken(ministry, evento)
  await ministry.post('/_sim/clock', { advanceMs: 1000 })
  const late = await informar(ministry, contingencia([diferido(factura())]))
  assert.match(late.body.observaciones[0], /FUERA DEL PLAZO/)
})

test('a lot is accepted at once, and each of its documents gets its own verdict', async (t) => {
  const ministry = await startMinistry(t, { lotMs: 60_000 })
  const { token: authorization } = ministry
  const [good, bad, unsigned] = [diferido(factura()), diferido(factura()), diferido(factura())]
  await taken(ministry, contingencia([good, bad, unsigned]))
  const documentos = [
    envio(good).documento,
    envio(set(bad, 'resumen.totalIva', 1)).documento,
    `${envio(unsigned).documento}x`,
  ]
  const lote = { ambiente: '00', idEnvio: LOTE, version: 1, nitEmisor: NIT, documentos }
  const { status, body } = await ministry.post('/fesv/recepcionlote/', lote, { authorization })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.estado, body.codigoMsg, body.idEnvio], ['RECIBIDO', '001', LOTE])
  const result = async (code = body.codigoLote) => {
    const answer = await fetch(`${ministry.url}/fesv/recepcion/consultadtelote/${code}`, {
      headers: { authorization, 'user-agent': 'ensayo' },
    })
    return { status: answer.status, body: (await answer.json()) as Draft }
  }
  assert.deepEqual((await result()).body, { procesados: [], rechazados: [] })
  await ministry.post('/_sim/clock', { advanceMs: 60_000 })
  const { procesados, rechazados } = (await result()).body
  assert.deepEqual(
    procesados.map((one: Draft) => [one.codigoGeneracion, one.descripcionMsg]),
    [[good.identificacion.codigoGeneracion, 'RECIBIDO Y PROCESADO']],
  )
  assert.deepEqual(
    rechazados.map((one: Draft) => [one.codigoGeneracion, one.codigoMsg]),
    [
      [bad.identificacion.codigoGeneracion, '020'],
      [unsigned.identificacion.codigoGeneracion, '802'],
    ],
  )
  assert.equal((await result('0'.repeat(32))).status, 404)
  const tooMany = { ...lote, documentos: Array.from({ length: 101 }, () => 'x') }
  const refusedLot = await ministry.post('/fesv/recepcionlote/', tooMany, { authorization })
  assert.deepEqual([refusedLot.status, refusedLot.body.codigoMsg], [400, '003'])
  await ministry.script({ service: 'recepcionlote', kind: 'silence', times: 1 })
  const signal = AbortSignal.timeout(200)
  const silent = fetch(`${ministry.url}/fesv/recepcionlote/`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'user-agent': 'ensayo' },
    body: JSON.stringify(lote),
    signal,
  })
  await assert.rejects(silent)
})

test('a contingency event whose answer was lost is valid, and a resend is refused as repeated', async (t) => {
  const ministry = await startMinistry(t)
  const documento = diferido(factura())
  const evento = contingencia([documento])
  await ministry.script({ service: 'contingencia', kind: 'drop_answer', times: 1 })
  await assert.rejects(informar(ministry, evento))
  await sealed(ministry, documento)
  const again = await informar(ministry, evento)
  assert.match(again.body.observaciones[0], /YA EXISTE UN REGISTRO/)
})
