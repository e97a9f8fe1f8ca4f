/** The whole answer of each service to what is no request of it, to a dead token, and to a query without a result. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditoFiscal, type Draft, factura, NIT } from '../../test/documentos.ts'
import { invalidacion, selloDe } from '../../test/eventos.ts'
import { envio, type Ministry, signJws, startMinistry } from '../../test/ministry.ts'

const AT = '05/10/2026 10:20:00'
const CODE = factura().identificacion.codigoGeneracion

/** As `clasificaMsg`, `codigoMsg` and `descripcionMsg` say it. */
type Says = readonly [clasifica: string, codigo: string, descripcion: string]

const ofReception = ([clasificaMsg, codigoMsg, descripcionMsg]: Says): Draft => ({
  ...{ version: 2, ambiente: '00', versionApp: 2, estado: 'RECHAZADO', codigoGeneracion: null },
  ...{ selloRecibido: null, fhProcesamiento: AT, clasificaMsg, codigoMsg, descripcionMsg },
  observaciones: [],
})
const ofInvalidation = ([, codigoMsg, descripcionMsg]: Says): Draft => ({
  ...{ version: 2, ambiente: '00', versionApp: 1, estado: 'RECHAZADO', codigoGeneracion: null },
  ...{ selloRecibido: null, fhProcesamiento: AT, codigoMsg, descripcionMsg, observaciones: [] },
})
const ofContingency = ([, , descripcionMsg]: Says): Draft => ({
  ...{ estado: 'RECHAZADO', fechaHora: AT, mensaje: 'Validaciones no superadas' },
  ...{ selloRecibido: null, observaciones: [descripcionMsg] },
})

interface Service {
  readonly path: string
  readonly request: () => Draft
  readonly answer: (says: Says) => Draft
}

// biome-ignore format: a table
const SERVICES: readonly Service[] = [
  { path: '/fesv/recepciondte',  request: () => envio(factura()),                                     answer: ofReception },
  { path: '/fesv/anulardte',     request: () => ({ ambiente: '00', idEnvio: 1, version: 3, documento: 'x' }), answer: ofInvalidation },
  { path: '/fesv/contingencia',  request: () => ({ nit: NIT, documento: 'x' }),                       answer: ofContingency },
]

/** Sends a text as it is. */
async function raw(ministry: Ministry, path: string, body: string, authorization = ministry.token) {
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = await fetch(ministry.url + path, { method: 'POST', headers, body })
  return [answer.status, await answer.json()]
}

for (const { path, request, answer } of SERVICES) {
  test(`${path} refuses what is no request in its own form, with its reason`, async (t) => {
    const ministry = await startMinistry(t)
    const expected: readonly (readonly [body: string, says: Says])[] = [
      ['', ['99', '097', 'NO SE RECIBIERON DATOS']],
      ['{', ['98', '098', 'LOS DATOS NO CUMPLEN EL ESTANDAR JSON']],
      ['"x"', ['98', '098', 'LOS DATOS NO CUMPLEN EL ESTANDAR JSON']],
      ['null', ['98', '098', 'LOS DATOS NO CUMPLEN EL ESTANDAR JSON']],
    ]
    for (const [body, says] of expected) {
      assert.deepEqual(await raw(ministry, path, body), [400, answer(says)], body)
    }
    const whole = request()
    for (const name of Object.keys(whole)) {
      const clasifica = name === 'documento' ? '13' : '99'
      const missing: Says = [clasifica, '005', `[${name}] DEBE INGRESAR UN VALOR`]
      const wrong: Says = [clasifica, '006', `[${name}] FORMATO NO VALIDO`]
      const values = [
        [undefined, missing],
        [null, missing],
        ['', missing],
        [[1], wrong],
      ] as const
      for (const [value, says] of values) {
        const body = JSON.stringify({ ...whole, [name]: value })
        assert.deepEqual(await raw(ministry, path, body), [400, answer(says)], body)
      }
    }
    for (const name of ['idEnvio', 'version'].filter((one) => one in whole)) {
      const body = JSON.stringify({ ...whole, [name]: 1.5 })
      const says: Says = ['99', '006', `[${name}] FORMATO NO VALIDO`]
      assert.deepEqual(await raw(ministry, path, body), [400, answer(says)], body)
    }
    assert.equal((await ministry.get('/_sim/state')).body.documents.attempts, 0)
  })

  test(`${path} answers a dead token as the gateway does`, async (t) => {
    const ministry = await startMinistry(t)
    const timestamp = '2026-10-05T16:20:00.000Z'
    const dead = { timestamp, status: 401, error: 'Unauthorized', message: 'Token no valido', path }

    assert.deepEqual(await raw(ministry, path, '', 'Bearer x'), [401, dead])
  })
}

for (const { path, request, answer } of SERVICES.slice(1)) {
  test(`${path} tells an event that cannot be read from one that is not signed`, async (t) => {
    const ministry = await startMinistry(t)
    const send = (documento: string) =>
      raw(ministry, path, JSON.stringify({ ...request(), documento }))

    assert.deepEqual(await send('nada'), [400, answer(['20', '802', 'NO VALIDO'])])
    for (const text of ['nada', '[]', '{}', '{"identificacion":{"codigoGeneracion":1}}']) {
      const says: Says = ['98', '098', 'LOS DATOS NO CUMPLEN EL ESTANDAR JSON']
      assert.deepEqual(await send(signJws(text)), [400, answer(says)], text)
    }
  })
}

test('a contingency of another taxpayer is refused before it is read', async (t) => {
  const ministry = await startMinistry(t)
  const body = JSON.stringify({ nit: '06140101900019', documento: 'x' })
  const says: Says = ['99', '008', '[nit] NO PERTENECE AL CONTRIBUYENTE']

  assert.deepEqual(await raw(ministry, '/fesv/contingencia', body), [400, ofContingency(says)])
})

const CONSULTA = '/fesv/recepcion/consultadte'
const consulta = (members: Draft = {}) =>
  JSON.stringify({ nitEmisor: NIT, tdte: '01', codigoGeneracion: CODE, ...members })

test('a query is refused without one of its members, or with one of another kind', async (t) => {
  const ministry = await startMinistry(t)
  const refused = [400, ofReception(['99', '005', 'DEBE INGRESAR UN VALOR'])]
  const bad = ['nitEmisor', 'tdte', 'codigoGeneracion'].flatMap((name) =>
    [undefined, null, 1].map((value) => consulta({ [name]: value })),
  )
  for (const body of ['', '{', 'null', '[]', ...bad]) {
    assert.deepEqual(await raw(ministry, CONSULTA, body), refused, body)
  }
})

const UNKNOWN = {
  ...{ version: 2, ambiente: '00', versionApp: 2, estado: 'NO ENCONTRADO', codigoGeneracion: CODE },
  ...{ selloRecibido: null, fhProcesamiento: AT, clasificaMsg: '99', codigoMsg: '014' },
  ...{ descripcionMsg: '[codigoGeneracion] NO EXISTE REGISTRO CON ESE DATO', observaciones: [] },
}
const BARE = {
  ...UNKNOWN,
  ...{ estado: null, codigoGeneracion: null, clasificaMsg: null, codigoMsg: '999' },
  descripcionMsg: 'No se encontro ningun registro que coincida',
}

test('a query of an unknown code is answered as the host does it', async (t) => {
  for (const [notHeld, expected] of [
    [404, [404, UNKNOWN]],
    [400, [400, UNKNOWN]],
    ['bare', [400, BARE]],
  ] as const) {
    const ministry = await startMinistry(t, { notHeld })
    assert.deepEqual(await raw(ministry, CONSULTA, consulta()), expected)
  }
  const live = await startMinistry(t, { ambiente: '01' })
  const answered = [404, { ...UNKNOWN, ambiente: '01' }]
  assert.deepEqual(await raw(live, CONSULTA, consulta()), answered)
})

test('a scripted query is refused, finds nothing, or finds a document without its seal', async (t) => {
  const ministry = await startMinistry(t)
  const ask = () => raw(ministry, CONSULTA, consulta())
  const ofCode = (says: Says) => ({ ...ofReception(says), codigoGeneracion: CODE })
  await ministry.script({ service: 'consultadte', kind: 'reject', times: 1, codigoMsg: '010' })
  assert.deepEqual(await ask(), [400, ofCode(['99', '010', 'ERROR NO CATALOGADO'])])
  await ministry.script({
    service: 'consultadte',
    kind: 'reject',
    times: 1,
    answer: 'sin_registro',
  })
  assert.deepEqual(await ask(), [400, BARE])
  await ministry.script({ service: 'consultadte', kind: 'no_seal', times: 1 })
  const unsealed = { ...ofCode(['10', '001', 'RECIBIDO']), estado: 'PROCESADO' }
  assert.deepEqual(await ask(), [200, unsealed])
})

test('a query of a sealed document is 200, or 202 where the host is one of those', async (t) => {
  for (const held of [200, 202] as const) {
    const ministry = await startMinistry(t, { held })
    const documento = creditoFiscal()
    const sent = await ministry.send(documento)
    const found = await ministry.consult(documento)
    assert.deepEqual([sent.status, found.status], [200, held])
    assert.deepEqual(found.body, sent.body)
  }
})

test('an answer without a document has the environment of its host', async (t) => {
  const ministry = await startMinistry(t, { ambiente: '01' })
  const { path, answer } = SERVICES[1] as Service
  const says: Says = ['99', '097', 'NO SE RECIBIERON DATOS']

  assert.deepEqual(await raw(ministry, path, ''), [400, { ...answer(says), ambiente: '01' }])
})

test('an invalidation that gets no answer was received, and is the same event when it is sent again', async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  const evento = invalidacion(documento, await selloDe(ministry, documento))
  const { codigoGeneracion } = evento.identificacion
  const signed = signJws(JSON.stringify(evento))
  const body = JSON.stringify({ ambiente: '00', idEnvio: 1, version: 3, documento: signed })
  await ministry.script({ service: 'anulardte', kind: 'status', times: 3 })
  for (const token of [ministry.token, '']) await raw(ministry, '/fesv/anulardte', body, token)
  await raw(ministry, '/fesv/anulardte', '{}')
  const ledger = async () =>
    (await ministry.get(`/_sim/ledger?codigoGeneracion=${codigoGeneracion}`)).body
  const before = (await ledger()).documents

  assert.deepEqual(
    before.map((d: Draft) => [d.evento, d.tipoDte, d.ambiente, d.nit, d.estado, d.jws]),
    [['invalidacion', '01', '00', NIT, 'NO_PROCESADO', signed]],
  )
  assert.equal((await raw(ministry, '/fesv/anulardte', body))[0], 200)
  const [one, ...more] = (await ledger()).documents
  assert.deepEqual([one.estado, one.timesReceived, more.length], ['PROCESADO', 2, 0])
})
