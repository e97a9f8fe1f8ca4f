/** A lot: what is taken and refused as a whole, and when its verdicts can be read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Draft, factura, NIT } from '../../test/documentos.ts'
import {
  envio,
  type Ministry,
  PASSWORD,
  PUBLIC_KEY_PEM,
  signJws,
  startMinistry,
} from '../../test/ministry.ts'

const LOTE = 'A0EEBC99-9C0B-4EF8-8B6D-6BB9BD380A11'
const OTHER_NIT = '06140101900019'
const NONE = { codigoLote: null, observaciones: [] }

const loteOf = (documentos: readonly string[], members: Draft = {}): Draft => ({
  ...{ ambiente: '00', idEnvio: LOTE, version: 1, nitEmisor: NIT, documentos },
  ...members,
})
const post = ({ post, token }: Ministry, lote: Draft, authorization = token) =>
  post('/fesv/recepcionlote/', lote, { authorization })

async function resultOf(ministry: Ministry, codigo: string, authorization = ministry.token) {
  const path = `/fesv/recepcion/consultadtelote/${codigo}`
  const headers = { authorization, 'user-agent': 'ensayo' }
  const answer = await fetch(ministry.url + path, { headers })
  return { status: answer.status, body: (await answer.json()) as Draft, path }
}

test('a lot is answered with its code, in the envelope of lots', async (t) => {
  const ministry = await startMinistry(t)
  const { status, body } = await post(ministry, loteOf([envio(factura()).documento]))

  assert.equal(status, 200)
  assert.match(body.codigoLote, /^[0-9A-F]{32}$/)
  assert.deepEqual(body, {
    version: 2,
    ambiente: '00',
    versionApp: 2,
    estado: 'RECIBIDO',
    idEnvio: LOTE,
    fhProcesamiento: '05/10/2026 10:20:00',
    codigoLote: body.codigoLote,
    codigoMsg: '001',
    descripcionMsg: 'LOTE RECIBIDO, VALIDADO Y PROCESADO',
    clasificaMsg: '10',
    observaciones: [],
  })
})

// biome-ignore format: a table
const REFUSALS: readonly (readonly [what: string, members: Draft, codigoMsg: string, descripcionMsg: string])[] = [
  ['no document',               { documentos: [] },                  '003', '[documentos] VALOR NO VALIDO'],
  ['101 documents',             { documentos: Array(101).fill('x') }, '003', '[documentos] VALOR NO VALIDO'],
  ['another taxpayer',          { nitEmisor: OTHER_NIT },            '008', '[nitEmisor] NO PERTENECE AL CONTRIBUYENTE'],
  ['a code in small letters',   { idEnvio: LOTE.toLowerCase() },     '006', '[idEnvio] FORMATO NO VALIDO'],
  ['a code with more behind',   { idEnvio: `${LOTE}0` },             '006', '[idEnvio] FORMATO NO VALIDO'],
  ['a code with more before',   { idEnvio: `0${LOTE}` },             '006', '[idEnvio] FORMATO NO VALIDO'],
]

for (const [what, members, codigoMsg, descripcionMsg] of REFUSALS) {
  test(`a lot with ${what} is refused as a whole: ${codigoMsg}`, async (t) => {
    const ministry = await startMinistry(t)
    const lote = loteOf([envio(factura()).documento], members)
    const { status, body } = await post(ministry, lote)

    assert.equal(status, 400)
    const { idEnvio } = lote
    const common = { version: 2, ambiente: '00', versionApp: 2, estado: 'RECHAZADO', idEnvio }
    const when = { fhProcesamiento: '05/10/2026 10:20:00', clasificaMsg: '99' }
    assert.deepEqual(body, { ...common, ...when, codigoMsg, descripcionMsg, ...NONE })
    assert.equal((await ministry.get('/_sim/state')).body.documents.attempts, 0)
  })
}

test('a lot of 100 documents is taken, each with its own verdict', async (t) => {
  const ministry = await startMinistry(t)
  const { status, body } = await post(ministry, loteOf(Array(100).fill('x')))
  const { procesados, rechazados } = (await resultOf(ministry, body.codigoLote)).body

  assert.equal(status, 200)
  assert.deepEqual([procesados.length, rechazados.length], [0, 100])
  assert.deepEqual([rechazados[0].codigoMsg, rechazados[0].estado], ['802', 'RECHAZADO'])
})

// biome-ignore format: a table
const VERSIONS: readonly (readonly [version: string, codigoMsg: string, descripcionMsg: string, observaciones: readonly string[]])[] = [
  ['2.0', '020', '[identificacion.version] CALCULO INCORRECTO', []],
  ['3',   '096', 'DOCUMENTO NO CUMPLE ESQUEMA JSON', ['Campo #/identificacion/version no cumple el formato requerido']],
  ['"2"', '027', '[identificacion.version] DATO NO COINCIDE CON EL DTE', []],
]

test('the version of a document in a lot is the one that it states, however it is written', async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  const documentos = VERSIONS.map(([version]) =>
    signJws(JSON.stringify(documento).replace('"version":2', `"version":${version}`)),
  )
  const { codigoLote } = (await post(ministry, loteOf(documentos))).body
  const { procesados, rechazados } = (await resultOf(ministry, codigoLote)).body
  assert.deepEqual(procesados, [])
  assert.deepEqual(
    rechazados.map((one: Draft) => [one.codigoMsg, one.descripcionMsg, one.observaciones]),
    VERSIONS.map(([, ...said]) => said),
  )
})

test('what is no document is refused for its form, and is in the ledger without type and code', async (t) => {
  const ministry = await startMinistry(t)
  const documentos = ['{}', '{"identificacion":7}', '[]'].map((text) => signJws(text))
  const { codigoLote } = (await post(ministry, loteOf(documentos))).body
  const { rechazados } = (await resultOf(ministry, codigoLote)).body
  assert.deepEqual(
    rechazados.map((one: Draft) => [one.codigoGeneracion, one.codigoMsg]),
    [
      ['', '027'],
      ['', '027'],
      ['', '098'],
    ],
  )
  const { documents } = (await ministry.get('/_sim/ledger')).body
  assert.deepEqual(
    documents.map((d: Draft) => [d.codigoGeneracion, d.tipoDte, d.numeroControl, d.evento]),
    documentos.map(() => ['', '', null, null]),
  )
})

test('a lot without a member, or with one of another kind, is refused by its name', async (t) => {
  const ministry = await startMinistry(t)
  const whole = loteOf([envio(factura()).documento])
  const members = { version: 2, ambiente: null, versionApp: 2, estado: 'RECHAZADO', idEnvio: null }
  const when = { fhProcesamiento: '05/10/2026 10:20:00', clasificaMsg: '99' }
  for (const name of Object.keys(whole)) {
    for (const [value, codigoMsg, text] of [
      [undefined, '005', 'DEBE INGRESAR UN VALOR'],
      [null, '005', 'DEBE INGRESAR UN VALOR'],
      ['', '005', 'DEBE INGRESAR UN VALOR'],
      [{ a: 1 }, '006', 'FORMATO NO VALIDO'],
    ] as const) {
      const { status, body } = await post(ministry, { ...whole, [name]: value })
      const said = { codigoMsg, descripcionMsg: `[${name}] ${text}` }
      assert.deepEqual([status, body], [400, { ...members, ...when, ...said, ...NONE }])
    }
  }
  const mixed = await post(ministry, loteOf(['x', 1] as never))
  assert.equal(mixed.body.descripcionMsg, '[documentos] FORMATO NO VALIDO')
})

test('the verdicts of a lot are read from the moment it is processed', async (t) => {
  const ministry = await startMinistry(t, { lotMs: 60_000 })
  const sent = await post(ministry, loteOf([envio(factura()).documento]))
  const { codigoLote } = sent.body
  await ministry.post('/_sim/clock', { advanceMs: 59_999 })
  const early = await resultOf(ministry, codigoLote)
  await ministry.post('/_sim/clock', { advanceMs: 1 })
  const ready = await resultOf(ministry, codigoLote)

  assert.deepEqual([early.status, early.body], [200, { procesados: [], rechazados: [] }])
  assert.deepEqual([ready.status, ready.body.rechazados], [200, []])
  const [one] = ready.body.procesados
  assert.match(one.selloRecibido, /^2026[0-9A-Z]{36}$/)
  const { estado, descripcionMsg, codigoMsg } = one
  assert.deepEqual(
    [estado, descripcionMsg, codigoMsg],
    ['PROCESADO', 'RECIBIDO Y PROCESADO', '001'],
  )
})

test('a lot is read with a live token of its own taxpayer; for all others there is none', async (t) => {
  const mine = { nit: NIT, password: PASSWORD, publicKeyPem: PUBLIC_KEY_PEM }
  const ministry = await startMinistry(t, { taxpayers: [mine, { ...mine, nit: OTHER_NIT }] })
  const { body } = await post(ministry, loteOf([envio(factura()).documento]))
  const mineNow = await resultOf(ministry, body.codigoLote)
  const theirs = await resultOf(ministry, body.codigoLote, await ministry.login(OTHER_NIT))
  const nobodys = await resultOf(ministry, body.codigoLote, '')
  const unsent = await post(ministry, loteOf([]), '')

  assert.equal(mineNow.status, 200)
  const timestamp = '2026-10-05T16:20:00.000Z'
  const error = { timestamp, status: 404, error: 'Not Found', message: 'Lote no encontrado' }
  assert.deepEqual([theirs.status, theirs.body], [404, { ...error, path: theirs.path }])
  const dead = { timestamp, status: 401, error: 'Unauthorized', message: 'Token no valido' }
  assert.deepEqual([nobodys.status, nobodys.body], [401, { ...dead, path: nobodys.path }])
  assert.deepEqual([unsent.status, unsent.body], [401, { ...dead, path: '/fesv/recepcionlote/' }])
})

test('a scripted lot is refused, or taken and never processed', async (t) => {
  const ministry = await startMinistry(t)
  const lote = loteOf([envio(factura()).documento])
  await ministry.script({ service: 'recepcionlote', kind: 'reject', times: 1, codigoMsg: '010' })
  const refused = await post(ministry, lote)
  await ministry.script({ service: 'recepcionlote', kind: 'no_seal', times: 1 })
  const lost = await post(ministry, lote)

  assert.deepEqual([refused.status, refused.body.codigoMsg], [400, '010'])
  assert.deepEqual([lost.status, lost.body.estado], [200, 'RECIBIDO'])
  assert.equal((await resultOf(ministry, lost.body.codigoLote)).status, 404)
  assert.equal((await ministry.get('/_sim/state')).body.documents.attempts, 0)
})

test('a scripted query of a lot finds none, or one that is not processed', async (t) => {
  const ministry = await startMinistry(t)
  const { codigoLote } = (await post(ministry, loteOf([envio(factura()).documento]))).body
  await ministry.script({ service: 'consultadtelote', kind: 'reject', times: 1 })
  const none = await resultOf(ministry, codigoLote)
  await ministry.script({ service: 'consultadtelote', kind: 'no_seal', times: 1 })
  const waiting = await resultOf(ministry, codigoLote)
  const ready = await resultOf(ministry, codigoLote)

  assert.equal(none.status, 404)
  assert.deepEqual([waiting.status, waiting.body], [200, { procesados: [], rechazados: [] }])
  assert.equal(ready.body.procesados.length, 1)
})

test('a lot that gets no answer was received: each of its documents is in the ledger', async (t) => {
  const ministry = await startMinistry(t)
  const [one, two] = [factura(), factura()]
  const lote = loteOf([envio(one).documento, envio(two).documento])
  await ministry.script({ service: 'recepcionlote', kind: 'status', times: 3 })
  await post(ministry, lote)
  await post(ministry, lote, '') // nobody's
  await post(ministry, { ...lote, documentos: undefined })
  const { documents } = (await ministry.get('/_sim/ledger')).body

  assert.deepEqual(
    documents.map((d: Draft) => [d.codigoGeneracion, d.tipoDte, d.ambiente, d.estado]),
    [one, two].map((d) => [d.identificacion.codigoGeneracion, '01', '00', 'NO_PROCESADO']),
  )
})
