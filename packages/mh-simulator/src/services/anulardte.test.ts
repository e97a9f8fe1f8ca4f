import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sujetoExcluido } from '../../test/compra.ts'
import { creditoFiscal, type Draft, factura, NIT, renewed, set } from '../../test/documentos.ts'
import { anular, invalidacion, retorno, selloDe } from '../../test/eventos.ts'
import { facturaExportacion } from '../../test/exportacion.ts'
import { liquidacion } from '../../test/liquidacion.ts'
import {
  envio,
  type Ministry,
  PASSWORD,
  PUBLIC_KEY_PEM,
  startMinistry,
} from '../../test/ministry.ts'
import { credito, notaDebito, ventaPlena } from '../../test/notas.ts'
import { operaciones } from '../../test/operaciones.ts'
import { hasReference, SCHEMAS_DIR } from '../../test/reference.ts'
import { fieldOf, refused, sealed } from '../../test/verdicts.ts'

const at = (path: string, value: unknown) => (d: Draft) => set(d, path, value)

async function target(ministry: Ministry, documento: Draft = factura()): Promise<Draft> {
  return invalidacion(documento, await selloDe(ministry, documento))
}

async function denied(ministry: Ministry, evento: Draft, code: string, path: string) {
  const { status, body } = await anular(ministry, evento)
  const about = `${code} ${path}: ${body.descripcionMsg} ${body.observaciones}`
  assert.deepEqual([status, body.estado, body.codigoMsg], [400, 'RECHAZADO', code], about)
  assert.equal(body.selloRecibido, null)
  assert.equal(fieldOf(body.descripcionMsg), path, about)
}

async function cancelled(ministry: Ministry, evento: Draft) {
  const { status, body } = await anular(ministry, evento)
  assert.equal(status, 200, `${body.descripcionMsg} ${body.observaciones}`)
  return body
}

const KINDS = [factura, creditoFiscal, facturaExportacion, sujetoExcluido]

for (const make of KINDS) {
  test(`a ${make().identificacion.tipoDte} is cancelled for good, with an answer in the ministry's envelope`, async (t) => {
    const schemas = hasReference('the invalidation') ? { schemasDir: SCHEMAS_DIR } : {}
    const ministry = await startMinistry(t, schemas)
    const evento = await target(ministry, make())
    const body = await cancelled(ministry, evento)
    assert.match(body.selloRecibido, /^2026[0-9A-Z]{36}$/)
    assert.deepEqual(body, {
      version: 2,
      ambiente: '00',
      versionApp: 1,
      estado: 'PROCESADO',
      codigoGeneracion: evento.identificacion.codigoGeneracion,
      selloRecibido: body.selloRecibido,
      fhProcesamiento: '05/10/2026 10:20:00',
      codigoMsg: '001',
      descripcionMsg: 'Invalidación Recibida y Procesada',
      observaciones: [],
    })
    const { tipoDte } = evento.documento
    const asked = { nitEmisor: NIT, tdte: tipoDte, codigoGeneracion: body.codigoGeneracion }
    const authorization = ministry.token
    const found = await ministry.post('/fesv/recepcion/consultadte/', asked, { authorization })
    assert.deepEqual([found.status, found.body.selloRecibido], [200, body.selloRecibido])
    await denied(ministry, renewedEvent(evento), '015', 'documento.codigoGeneracion')
    const { documents } = (await ministry.get('/_sim/ledger')).body
    assert.deepEqual(
      documents.map((d: Draft) => [d.evento, d.estado, d.invalidado]),
      [
        [null, 'PROCESADO', true],
        ['invalidacion', 'PROCESADO', false],
        ['invalidacion', 'RECHAZADO', false],
      ],
    )
  })
}

function renewedEvent(evento: Draft): Draft {
  const { codigoGeneracion } = renewed(factura()).identificacion
  return set(evento, 'identificacion.codigoGeneracion', codigoGeneracion)
}

// biome-ignore format: a table
const REFUSALS: readonly (readonly [code: string, path: string, change: (d: Draft) => Draft])[] = [
  ['008', 'emisor.nit', at('emisor.nit', '06140101900019')],
  ['008', 'emisor.codEstableMH', at('emisor.codEstableMH', 'S001')],
  ['008', 'identificacion.fusion', at('identificacion.fusion', '06140101900019')],
  ['014', 'documento.codigoGeneracion', at('documento.codigoGeneracion', '00000000-0000-4000-8000-000000000000')],
  ['027', 'documento.tipoDte', at('documento.tipoDte', '03')],
  ['027', 'documento.selloRecibido', at('documento.selloRecibido', '2026'.padEnd(40, 'A'))],
  ['027', 'documento.numeroControl', at('documento.numeroControl', null)],
  ['027', 'documento.fecEmi', at('documento.fecEmi', '2026-10-04')],
  ['027', 'documento.numDocumento', at('documento.numDocumento', '000000000')],
  ['027', 'documento.nombre', at('documento.nombre', 'OTRA PERSONA')],
  ['027', 'documento.tipoDocumento', at('documento.tipoDocumento', '36')],
  ['027', 'documento.telefono', at('documento.telefono', '22223333')],
  ['027', 'documento.correo', at('documento.correo', 'otra@example.com')],
  ['003', 'motivo.tipoAnulacion', at('motivo.tipoAnulacion', 4)],
  ['005', 'motivo.motivoAnulacion', at('motivo.tipoAnulacion', 1)],
  ['005', 'motivo.motivoAnulacion', at('motivo.tipoAnulacion', 3)],
  ['003', 'motivo.tipDocResponsable', at('motivo.tipDocResponsable', '99')],
  ['006', 'motivo.numDocResponsable', at('motivo.numDocResponsable', '1')],
  ['003', 'motivo.tipDocSolicita', at('motivo.tipDocSolicita', '00')],
  ['006', 'motivo.numDocSolicita', at('motivo.tipDocSolicita', '13')],
  ['024', 'documento.codigoGeneracionR', at('documento.codigoGeneracionR', '00000000-0000-4000-8000-000000000000')],
  ['017', 'identificacion.fecEmi', at('identificacion.fecEmi', '2026-10-04')],
  ['018', 'identificacion.fecEmi', at('identificacion.fecEmi', '2026-10-06')],
  ['096', '', at('motivo.nombreSolicita', undefined)],
  ['096', '', at('identificacion.version', 2)],
]

test('each rule of invalidation refuses with its code and its field', async (t) => {
  const ministry = await startMinistry(t)
  const evento = await target(ministry)
  for (const [code, path, change] of REFUSALS) {
    const broken = change(evento)
    await denied(ministry, renewedEvent(broken), code, path)
  }
  const taken = await sealed(ministry, factura())
  const { codigoGeneracion } = taken.identificacion
  const underIt = at('identificacion.codigoGeneracion', codigoGeneracion)(evento)
  await denied(ministry, underIt, '004', 'identificacion.codigoGeneracion')
  await cancelled(ministry, evento)
})

test('an event that states no document, or no type of it, is refused for its form and kept without a type', async (t) => {
  const ministry = await startMinistry(t)
  const evento = await target(ministry)
  const field = (name: string) => [`Campo #/${name} no cumple el formato requerido`]
  for (const [path, value, remarks] of [
    ['documento', 7, field('documento')],
    ['documento', undefined, ['Campo #/documento es requerido']],
    ['documento.tipoDte', 1, field('documento/tipoDte')],
  ] as const) {
    const { status, body } = await anular(ministry, renewedEvent(at(path, value)(evento)))
    assert.deepEqual([status, body.codigoMsg, body.observaciones], [400, '096', remarks])
    const { documents } = (await ministry.get('/_sim/ledger?last=1')).body
    assert.deepEqual([documents[0].evento, documents[0].tipoDte], ['invalidacion', ''])
  }
})

test('nobody cancels what another issued, nor what is of another environment, nor an event that cancels', async (t) => {
  const ministry = await startMinistry(t)
  const nit = '06140101900019'
  await ministry.post('/_sim/taxpayers', { nit, password: PASSWORD, publicKeyPem: PUBLIC_KEY_PEM })
  const path = 'documento.codigoGeneracion'
  const theirs = set(factura(), 'emisor.nit', nit)
  const { body } = await ministry.send(theirs, await ministry.login(nit))
  await denied(ministry, invalidacion(theirs, body.selloRecibido), '008', path)
  const live = await target(ministry, set(factura(), 'identificacion.ambiente', '01'))
  await denied(ministry, live, '014', path)
  const evento = await target(ministry)
  const { selloRecibido } = await cancelled(ministry, evento)
  const over = at(path, evento.identificacion.codigoGeneracion)(renewedEvent(evento))
  await denied(ministry, at('documento.selloRecibido', selloRecibido)(over), '014', path)
})

test('of a document that the ledger does not keep an event is taken at its word', async (t) => {
  const ministry = await startMinistry(t, { ledgerJws: false })
  const named = at('documento.nombre', 'OTRA PERSONA')(await target(ministry))
  await cancelled(ministry, at('documento.fecEmi', '2026-10-04')(named))
})

test('reasons 1 and 3 name a sealed document of the same type that replaces no other', async (t) => {
  const ministry = await startMinistry(t)
  const evento = await target(ministry)
  const path = 'documento.codigoGeneracionR'
  const error = at('motivo.motivoAnulacion', 'Error')(at('motivo.tipoAnulacion', 1)(evento))
  const by = (codigo: string) => renewedEvent(set(error, path, codigo))
  await denied(ministry, renewedEvent(error), '005', path)
  await denied(ministry, by(evento.documento.codigoGeneracion), '025', path)
  const replacement = factura()
  const { codigoGeneracion } = replacement.identificacion
  await denied(ministry, by(codigoGeneracion), '014', path)
  const other = await sealed(ministry, creditoFiscal())
  await denied(ministry, by(other.identificacion.codigoGeneracion), '027', path)
  await sealed(ministry, replacement)
  await cancelled(ministry, by(codigoGeneracion))

  const second = await target(ministry)
  const again = at('motivo.motivoAnulacion', 'Otro')(at('motivo.tipoAnulacion', 3)(second))
  await denied(ministry, set(again, path, codigoGeneracion), '004', path)
  const gone = await target(ministry)
  await cancelled(ministry, gone)
  const byGone = set(again, path, gone.documento.codigoGeneracion)
  await denied(ministry, renewedEvent(byGone), '015', path)
})

test('a credit note and a return event are cancelled without a replacement, and release what they took', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, ventaPlena())
  const note = credito(origin, 230_00)
  const evento = invalidacion(note, await selloDe(ministry, note))
  await refused(ministry, credito(origin, 1_00), '016', 'documentoRelacionado[0].numeroDocumento')
  const error = at('motivo.motivoAnulacion', 'Error')(at('motivo.tipoAnulacion', 1)(evento))
  const replaced = set(error, 'documento.codigoGeneracionR', origin.identificacion.codigoGeneracion)
  await denied(ministry, renewedEvent(replaced), '024', 'documento.codigoGeneracionR')
  await denied(
    ministry,
    renewedEvent(at('identificacion.fecEmi', '2026-10-04')(error)),
    '027',
    'identificacion.fecEmi',
  )
  await cancelled(ministry, error)
  await sealed(ministry, credito(origin, 1_00))
})

for (const make of [liquidacion, operaciones]) {
  test(`a ${make.name} is cancelled for an error without a replacement`, async (t) => {
    const ministry = await startMinistry(t)
    await withoutReplacement(ministry, await target(ministry, make()))
  })
}

test('a return event is cancelled for an error without a replacement', async (t) => {
  const ministry = await startMinistry(t)
  const back = retorno(await sealed(ministry, factura()))
  await withoutReplacement(ministry, await target(ministry, back))
})

async function withoutReplacement(ministry: Ministry, evento: Draft) {
  const error = at('motivo.motivoAnulacion', 'Error')(at('motivo.tipoAnulacion', 1)(evento))
  const path = 'documento.codigoGeneracionR'
  const replaced = set(error, path, renewed(factura()).identificacion.codigoGeneracion)
  await denied(ministry, renewedEvent(replaced), '024', path)
  await cancelled(ministry, error)
}

test('a valid note or return blocks the cancellation of its origin', async (t) => {
  const ministry = await startMinistry(t)
  const path = 'documento.codigoGeneracion'
  const origin = creditoFiscal()
  const evento = await target(ministry, origin)
  const note = notaDebito(origin)
  const overNote = invalidacion(note, await selloDe(ministry, note))
  await denied(ministry, renewedEvent(evento), '028', path)
  await cancelled(ministry, overNote)
  await cancelled(ministry, evento)

  const sold = factura()
  const overSold = await target(ministry, sold)
  const back = retorno(sold)
  const overBack = invalidacion(back, await selloDe(ministry, back))
  await denied(ministry, renewedEvent(overSold), '028', path)
  await cancelled(ministry, overBack)
  await cancelled(ministry, overSold)
})

// biome-ignore format: a table
const DEADLINES = [
  // what        the last second           the first one too late
  ['03', creditoFiscal, '2026-11-16T23:59:59-06:00', '2026-11-17T00:00:00-06:00'],
  ['01', factura,       '2027-01-05T23:59:59-06:00', '2027-01-06T00:00:00-06:00'],
  ['14', sujetoExcluido, '2027-01-05T23:59:59-06:00', '2027-01-06T00:00:00-06:00'],
] as const
for (const [tipoDte, make, last, late] of DEADLINES) {
  test(`a ${tipoDte} of 5 October 2026 is cancelled until ${last}`, async (t) => {
    const ministry = await startMinistry(t, { tokenLifeMs: 366 * 86_400_000 })
    const [evento, other] = [await target(ministry, make()), await target(ministry, make())]
    await ministry.post('/_sim/clock', { now: last })
    await cancelled(ministry, evento)
    await ministry.post('/_sim/clock', { now: late })
    await denied(ministry, other, '018', 'identificacion.fecEmi')
  })
}

// biome-ignore format: a table
const DATED: readonly (readonly [issued: string, now: string, fecEmi: string, code: string | null])[] = [
  ['2026-10-01', '2027-01-03T12:00:00-06:00', '2027-01-01', null],
  ['2026-10-01', '2027-01-03T12:00:00-06:00', '2027-01-02', '018'], // three months from its date
  ['2026-10-10', '2026-10-05T12:00:00-06:00', '2026-10-10', null],  // as its document is
  ['2026-10-10', '2026-10-05T12:00:00-06:00', '2026-10-11', '018'],
  ['2026-10-05', '2026-10-07T12:00:00-06:00', '2026-10-07', null],
  ['2026-10-05', '2026-10-07T12:00:00-06:00', '2026-10-08', '018'], // not after today
]
for (const [issued, now, fecEmi, code] of DATED) {
  test(`a 01 of ${issued} is ${code ?? 'cancelled'} by an event of ${fecEmi} at ${now}`, async (t) => {
    const ministry = await startMinistry(t, { tokenLifeMs: 366 * 86_400_000 })
    const evento = await target(ministry, set(factura(), 'identificacion.fecEmi', issued))
    await ministry.post('/_sim/clock', { now })
    const dated = set(evento, 'identificacion.fecEmi', fecEmi)
    if (code === null) await cancelled(ministry, dated)
    else await denied(ministry, dated, code, 'identificacion.fecEmi')
  })
}

test('who sells medicines cancels for two years', async (t) => {
  const ministry = await startMinistry(t, { tokenLifeMs: 3 * 366 * 86_400_000 })
  const evento = await target(ministry, set(factura(), 'emisor.codActividad', '47721'))
  await ministry.post('/_sim/clock', { now: '2028-10-05T23:59:59-06:00' })
  await cancelled(ministry, set(evento, 'identificacion.fecEmi', '2028-10-05'))
})

test('an event whose answer was lost is found under its code, and nothing is cancelled by a refused one', async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  const evento = await target(ministry, documento)
  await ministry.script({ service: 'anulardte', kind: 'reject', times: 1, codigoMsg: '099' })
  await denied(ministry, renewedEvent(evento), '099', '')
  await ministry.script({ service: 'anulardte', kind: 'no_seal', times: 1 })
  assert.deepEqual((await anular(ministry, evento)).body.selloRecibido, null)
  await ministry.script({ service: 'anulardte', kind: 'status', times: 1 })
  assert.equal((await anular(ministry, evento)).status, 503)
  await ministry.script({ service: 'anulardte', kind: 'drop_answer', times: 1 })
  await assert.rejects(anular(ministry, evento))
  const { documents } = (await ministry.get('/_sim/ledger')).body
  assert.deepEqual(
    documents.map((d: Draft) => [d.evento, d.estado, d.timesReceived]),
    [
      [null, 'PROCESADO', 1],
      ['invalidacion', 'RECHAZADO', 1],
      ['invalidacion', 'PROCESADO', 3],
    ],
  )
  await denied(ministry, evento, '015', 'documento.codigoGeneracion')
})

test('an unsigned event, one signed by another and no event at all get different answers', async (t) => {
  const ministry = await startMinistry(t)
  const authorization = ministry.token
  const post = (body: object) => ministry.post('/fesv/anulardte', body, { authorization })
  assert.equal((await post({})).body.codigoMsg, '005')
  const body = { ambiente: '00', idEnvio: 1, version: 3, documento: 'nada' }
  assert.equal((await post(body)).body.codigoMsg, '802')
  const evento = await target(ministry)
  const signed = envio(evento).documento
  assert.equal((await post({ ...body, documento: `${signed}x` })).body.codigoMsg, '802')
  assert.equal((await post({ ...body, documento: signed, version: 2 })).body.codigoMsg, '027')
  assert.equal((await post({ ...body, documento: signed, ambiente: '01' })).body.codigoMsg, '027')
  assert.equal((await post({ ...body, documento: signed })).body.codigoMsg, '001')
  assert.equal((await ministry.post('/fesv/anulardte', body)).status, 401)
})
