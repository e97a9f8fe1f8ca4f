import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import {
  cargo,
  creditoFiscal,
  type Draft,
  factura,
  linea,
  NIT,
  set,
} from '../../test/documentos.ts'
import {
  base64url,
  envio,
  PASSWORD,
  PUBLIC_KEY_PEM,
  signJws,
  startMinistry,
} from '../../test/ministry.ts'
import { fieldOf } from '../../test/verdicts.ts'

test('a valid document is sealed in the envelope of the manual', async (t) => {
  const ministry = await startMinistry(t)
  for (const documento of [factura(), creditoFiscal()]) {
    const { status, body } = await ministry.send(documento)
    const { selloRecibido, ...rest } = body
    assert.equal(status, 200)
    assert.match(selloRecibido, /^2026[A-Z0-9]{36}$/)
    assert.deepEqual(rest, {
      version: 2,
      ambiente: '00',
      versionApp: 2,
      estado: 'PROCESADO',
      codigoGeneracion: documento.identificacion.codigoGeneracion,
      fhProcesamiento: '05/10/2026 10:20:00',
      clasificaMsg: '10',
      codigoMsg: '001',
      descripcionMsg: 'RECIBIDO',
      observaciones: [],
    })
  }
})

test('a rejection is HTTP 400 with the same envelope and no seal', async (t) => {
  const ministry = await startMinistry(t)
  const { status, body } = await ministry.send(set(factura(), 'resumen.totalIva', 5))
  assert.equal(status, 400)
  assert.equal(body.estado, 'RECHAZADO')
  assert.equal(body.selloRecibido, null)
  assert.equal(body.fhProcesamiento, '05/10/2026 10:20:00')
  assert.equal(body.clasificaMsg, '16')
  assert.equal(body.codigoMsg, '020')
  assert.equal(body.descripcionMsg, '[resumen.totalIva] CALCULO INCORRECTO')
})

test('pretty-printed and compact documents are received alike', async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  const body = envio(documento, JSON.stringify(documento, null, 2))
  const answer = await ministry.post('/fesv/recepciondte/', body, { authorization: ministry.token })
  assert.equal(answer.status, 200)
})

type Spoil = (documento: Draft) => Draft
const at =
  (path: string, value: unknown): Spoil =>
  (documento) =>
    set(documento, path, value)
const LINE = 'cuerpoDocumento.0'

/** Every refusal code of a document, and what causes it. */
// biome-ignore format: a table
const REFUSALS: readonly (readonly [code: string, clasifica: string, path: string, make: () => Draft, spoil: Spoil])[] = [
  ['096', '98', '', factura, at('resumen.totalIva', undefined)],
  ['096', '98', '', factura, at('resumen.propina', 1)],
  ['096', '98', '', factura, at('resumen.totalIva', '2.42')],
  ['096', '98', '', factura, at('resumen.totalIva', 2.415)],
  ['096', '98', '', factura, at('emisor.nombre', '')],
  ['096', '98', '', factura, at('identificacion.numeroControl', 'DTE-01-X001P001-000000000000001')],
  ['096', '98', '', factura, at('identificacion.numeroControl', 'DTE-03-M001P001-000000000000001')],
  ['096', '98', '', factura, at('identificacion.fecEmi', '2026-02-30')],
  ['096', '98', '', factura, at('cuerpoDocumento', [])],
  ['096', '98', '', creditoFiscal, at('receptor', null)],
  ['008', '12', 'emisor.nit', factura, at('emisor.nit', '06140101900019')],
  ['008', '11', 'identificacion.numeroControl', factura, at('identificacion.numeroControl', 'DTE-01-S002P001-000000000000001')],
  ['008', '12', 'emisor.codEstable', factura, at('emisor.codEstable', 'B009')],
  ['008', '12', 'emisor.codPuntoVenta', factura, at('emisor.codPuntoVenta', 'P9')],
  ['007', '11', 'identificacion.tipoModelo', factura, at('identificacion.tipoModelo', 2)],
  ['024', '11', 'identificacion.tipoContingencia', factura, at('identificacion.tipoContingencia', 1)],
  ['024', '11', 'identificacion.motivoContin', factura, at('identificacion.motivoContin', 'No hay luz')],
  ['012', '11', 'identificacion.tipoContingencia', factura, contingencia(1, null)],
  ['005', '11', 'identificacion.tipoContingencia', factura, contingencia(null, null)],
  ['005', '11', 'identificacion.motivoContin', factura, contingencia(5, null)],
  ['018', '11', 'identificacion.fecEmi', factura, at('identificacion.fecEmi', '2026-10-11')],
  ['020', '15', 'cuerpoDocumento[0].ventaGravada', factura, at(`${LINE}.cantidad`, 4)],
  ['020', '15', 'cuerpoDocumento[0].ventaGravada', factura, at(`${LINE}.montoDescu`, 0)],
  ['020', '15', 'cuerpoDocumento[1].ivaItem', factura, at('cuerpoDocumento.1.ivaItem', 0.48)],
  ['024', '15', 'cuerpoDocumento[0].ventaGravada', factura, at(`${LINE}.ventaExenta`, 1)],
  ['024', '15', 'cuerpoDocumento[3].precioUni', factura, at('cuerpoDocumento.3.precioUni', 0.75)],
  ['024', '15', 'cuerpoDocumento[3].cantidad', factura, at('cuerpoDocumento.3.cantidad', 2)],
  ['024', '15', 'cuerpoDocumento[3].uniMedida', factura, at('cuerpoDocumento.3.uniMedida', 59)],
  ['019', '15', 'cuerpoDocumento[1].numItem', factura, at('cuerpoDocumento.1.numItem', 1)],
  ['019', '15', 'cuerpoDocumento[0].numItem', factura, at('cuerpoDocumento.0.numItem', 7)],
  ['003', '15', 'cuerpoDocumento[0].tipoItem', factura, at(`${LINE}.tipoItem`, 9)],
  ['003', '15', 'cuerpoDocumento[0].uniMedida', factura, at(`${LINE}.uniMedida`, 3)],
  ['005', '15', 'cuerpoDocumento[0].codTributo', factura, at(`${LINE}.tipoItem`, 4)],
  ['024', '15', 'cuerpoDocumento[0].codTributo', factura, at(`${LINE}.codTributo`, 'A8')],
  ['005', '16', 'resumen.tributos', factura, at(`${LINE}.tributos`, ['ZZ'])],
  ['003', '15', 'cuerpoDocumento[0].tributos', factura, tributo('ZZ')],
  ['007', '15', 'cuerpoDocumento[0].tributos', factura, tributo('C3')],
  ['024', '16', 'resumen.tributos[0].codigo', factura, at('resumen.tributos', [{ codigo: 'D1', descripcion: 'FOVIAL', valor: 0 }])],
  ['025', '16', 'resumen.tributos', creditoFiscal, (d) => set(d, 'resumen.tributos', [...d.resumen.tributos, { ...d.resumen.tributos[0], valor: 1 }])],
  ['096', '98', '', creditoFiscal, (d) => set(d, 'resumen.tributos', [...d.resumen.tributos, ...d.resumen.tributos])],
  ['005', '16', 'resumen.tributos', creditoFiscal, at('resumen.tributos', null)],
  ['024', '16', 'resumen.tributos[0].codigo', creditoFiscal, at(`${LINE}.tributos`, null)],
  ['003', '16', 'resumen.descuExenta', factura, descuExenta],
  ['005', '16', 'resumen.totalLetras', factura, at('resumen.totalLetras', null)],
  ['007', '16', 'resumen.condicionOperacion', factura, at('resumen.condicionOperacion', 4)],
  ['007', '16', 'resumen.condicionOperacion', factura, at('resumen.condicionOperacion', 1.5)],
  ['005', '16', 'resumen.pagos[0].plazo', factura, at('resumen.condicionOperacion', 2)],
  ['005', '16', 'resumen.pagos', creditoFiscal, at('resumen.pagos', null)],
  ['005', '16', 'resumen.pagos[0].periodo', creditoFiscal, at('resumen.pagos.0.periodo', null)],
  ['003', '16', 'resumen.pagos[0].plazo', creditoFiscal, at('resumen.pagos.0.plazo', '04')],
  ['024', '16', 'resumen.pagos[0].plazo', factura, at('resumen.pagos.0.plazo', '01')],
  ['024', '16', 'resumen.pagos[0].periodo', factura, at('resumen.pagos.0.periodo', 3)],
  ['003', '16', 'resumen.pagos[0].codigo', factura, at('resumen.pagos.0.codigo', '06')],
  ['024', '16', 'resumen.pagos[0].referencia', factura, at('resumen.pagos.0.referencia', 'A1')],
  ['020', '16', 'resumen.pagos', factura, at('resumen.pagos.0.montoPago', 28)],
  ['006', '12', 'emisor.nrc', factura, at('emisor.nrc', '12-3')],
  ['003', '12', 'emisor.codActividad', factura, at('emisor.codActividad', '99998')],
  ['003', '12', 'emisor.direccion.distrito', factura, at('emisor.direccion.distrito', '77')],
  ['003', '13', 'receptor.direccion.municipio', factura, at('receptor.direccion.municipio', '10')],
  ['003', '13', 'receptor.direccion.departamento', factura, at('receptor.direccion.departamento', '15')],
  ['006', '13', 'receptor.correo', factura, at('receptor.correo', 'persona@example')],
  ['003', '13', 'receptor.tipoDocumento', factura, at('receptor.tipoDocumento', '14')],
  ['005', '13', 'receptor.tipoDocumento', factura, at('receptor.tipoDocumento', null)],
  ['005', '13', 'receptor.numDocumento', factura, at('receptor.numDocumento', null)],
  ['006', '13', 'receptor.numDocumento', factura, at('receptor.numDocumento', '03456789-1')],
  ['006', '13', 'receptor.nrc', factura, at('receptor.nrc', 'AB')],
  ['006', '13', 'receptor.nit', creditoFiscal, at('receptor.nit', '123')],
  ['005', '13', 'receptor.nrc', creditoFiscal, at('receptor.nrc', null)],
  ['005', '13', 'receptor.correo', creditoFiscal, at('receptor.correo', null)],
  ['007', '14', 'documentoRelacionado[0].tipoDocumento', factura, relacionado({ tipoDocumento: '01' })],
  ['003', '14', 'documentoRelacionado[0].tipoGeneracion', factura, relacionado({ tipoGeneracion: 3 })],
  ['017', '14', 'documentoRelacionado[0].fechaEmision', factura, relacionado({ fechaEmision: '2026-10-06' })],
  ['014', '14', 'documentoRelacionado[0].numeroDocumento', factura, relacionado({ tipoGeneracion: 2 })],
  ['003', '21', 'ventaTercero.codDomiciliado', factura, at('ventaTercero', { nit: null, nombre: 'Otro', codDomiciliado: 3 })],
  ['019', '11', 'identificacion.numeroControl', factura, at('identificacion.numeroControl', 'DTE-01-M001P001-000000000000000')],
  ['005', '15', 'cuerpoDocumento', factura, soloCargos],
]

function contingencia(tipo: number | null, motivo: string | null): Spoil {
  const members = { tipoModelo: 2, tipoOperacion: 2, tipoContingencia: tipo, motivoContin: motivo }
  return (d) => ({ ...d, identificacion: { ...d.identificacion, ...members } })
}

function tributo(codigo: string): Spoil {
  const rows = [{ codigo, descripcion: 'Tributo', valor: 0 }]
  return (d) => set(set(d, `${LINE}.tributos`, [codigo]), 'resumen.tributos', rows)
}

function relacionado(members: object): Spoil {
  const one = { tipoDocumento: '04', tipoGeneracion: 1, numeroDocumento: '7' }
  return at('documentoRelacionado', [{ ...one, fechaEmision: '2026-10-01', ...members }])
}

/** A discount greater than the amount it discounts, with every sum right. */
function descuExenta(d: Draft): Draft {
  const lessFive = {
    subTotal: 22.3,
    montoTotalOperacion: 22.3,
    totalPagar: 23.05,
    totalDescu: 6.05,
  }
  const pagos = [{ ...d.resumen.pagos[0], montoPago: 23.05 }]
  return { ...d, resumen: { ...d.resumen, descuExenta: 5, ...lessFive, pagos } }
}

function soloCargos(d: Draft): Draft {
  const zero = { totalNoSuj: 0, totalExenta: 0, totalGravada: 0, subTotalVentas: 0, subTotal: 0 }
  const more = { montoTotalOperacion: 0, totalDescu: 0, totalIva: 0, totalPagar: 0.75 }
  const pagos = [{ ...d.resumen.pagos[0], montoPago: 0.75 }]
  const cuerpoDocumento = [cargo(1, 0.75, { ivaItem: 0 })]
  return { ...d, cuerpoDocumento, resumen: { ...d.resumen, ...zero, ...more, pagos } }
}

test('each rule refuses with its code, its classification and its field', async (t) => {
  const ministry = await startMinistry(t)
  for (const [codigoMsg, clasificaMsg, path, make, spoil] of REFUSALS) {
    const documento = spoil(make())
    const { status, body } = await ministry.send(documento)
    const { descripcionMsg } = body
    const seen = { status, codigoMsg: body.codigoMsg, clasificaMsg: body.clasificaMsg }
    const about = `${codigoMsg} ${path}: ${descripcionMsg} ${body.observaciones}`
    assert.deepEqual(seen, { status: 400, codigoMsg, clasificaMsg }, about)
    assert.equal(fieldOf(descripcionMsg), path, about)
  }
  const { body: state } = await ministry.get('/_sim/state')
  assert.equal(state.documents.PROCESADO, 0)
  assert.equal(state.documents.RECHAZADO, REFUSALS.length)
})

test("a structure problem names every field in the ministry's words", async (t) => {
  const ministry = await startMinistry(t)
  const bad = set(set(factura(), 'emisor.direccion.municipio', 23), 'resumen.totalIva', undefined)
  const { body } = await ministry.send(bad)
  assert.deepEqual(body.observaciones, [
    'Campo #/emisor/direccion/municipio no cumple el formato requerido',
    'Campo #/resumen/totalIva es requerido',
  ])
})

/** Variations that are accepted. */
// biome-ignore format: a table
const SEALED: readonly (readonly [why: string, make: () => Draft, change: Spoil])[] = [
  ['an unknown buyer', factura, at('receptor', null)],
  ['no payment block in a cash sale', factura, at('resumen.pagos', null)],
  ['a one-digit second', factura, at('identificacion.horEmi', '10:15:3')],
  ['a date of the past', factura, at('identificacion.fecEmi', '2026-01-31')],
  ['five days ahead', factura, at('identificacion.fecEmi', '2026-10-10')],
  ['codes of establishment left out', factura, (d) => set(set(d, 'emisor.codEstable', null), 'emisor.codPuntoVenta', null)],
  ['the net total of a Credito fiscal with retention', creditoFiscal, at('resumen.montoTotalOperacion', 257.6)],
  ['a physical related document', factura, relacionado({})],
  ['a free line', factura, (d) => set(d, 'cuerpoDocumento.4', linea(5, { ivaItem: 0 }))],
]

test('documents that no rule forbids are sealed', async (t) => {
  const ministry = await startMinistry(t)
  for (const [why, make, change] of SEALED) {
    const { status, body } = await ministry.send(change(make()))
    assert.equal(status, 200, `${why}: ${body.descripcionMsg} ${body.observaciones}`)
  }
})

test('a Factura of 1,095.00 names its buyer, one cent less need not', async (t) => {
  const ministry = await startMinistry(t)
  const sale = (amount: number): Draft => {
    const d = factura()
    const ivaItem = Math.round((amount * 13e8) / 113) / 1e8
    const total = { totalGravada: amount, subTotalVentas: amount, subTotal: amount }
    const rest = { montoTotalOperacion: amount, totalPagar: amount, totalDescu: 0, pagos: null }
    const zero = { totalNoSuj: 0, totalExenta: 0, totalNoGravado: 0 }
    const totalIva = Math.round(ivaItem * 100) / 100
    const cuerpoDocumento = [linea(1, { precioUni: amount, ventaGravada: amount, ivaItem })]
    const resumen = { ...d.resumen, ...total, ...rest, ...zero, totalIva }
    return { ...d, receptor: null, cuerpoDocumento, resumen }
  }
  const { status, body } = await ministry.send(sale(1094.99))
  assert.equal(status, 200, `${body.descripcionMsg} ${body.observaciones}`)
  assert.equal(
    (await ministry.send(sale(1095))).body.descripcionMsg,
    '[receptor] DEBE INGRESAR UN VALOR',
  )
})

test("a signature that is not the taxpayer's, not RS512 or not over these bytes is 802", async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  const text = JSON.stringify(documento)
  const right = signJws(text)
  const [header, , signature] = right.split('.')
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const forged: readonly (readonly [why: string, jws: string])[] = [
    ['another key', signJws(text, undefined, stranger)],
    ['another algorithm', signJws(text, '{"alg":"RS256"}')],
    ['more than alg in the header', signJws(text, '{"alg":"RS512","typ":"JWT"}')],
    ['an altered payload', `${header}.${base64url(`${text} `)}.${signature}`],
    ['two parts', right.slice(0, right.lastIndexOf('.'))],
    ['four parts', `${right}.AAAA`],
    ['no JWS at all', 'hola'],
    ['an empty signature', `${right.slice(0, right.lastIndexOf('.'))}.`],
    ['padding', `${right}=`],
  ]
  for (const [why, jws] of forged) {
    const body = { ...envio(documento), documento: jws }
    const answer = await ministry.post('/fesv/recepciondte', body, {
      authorization: ministry.token,
    })
    assert.equal(answer.status, 400, why)
    assert.equal(answer.body.codigoMsg, '802', why)
    assert.equal(answer.body.clasificaMsg, '20', why)
  }
  assert.equal((await ministry.send(documento)).status, 200)
})

test('a signed text that is not one JSON object is 098', async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  const twice = JSON.stringify(documento).replace('"resumen":', '"resumen":{},"resumen":')
  for (const text of ['', '{"a":', '[1]', '"x"', '{"a":01}', '{"a":1}{}', twice]) {
    const body = { ...envio(documento), documento: signJws(text || ' ') }
    const answer = await ministry.post('/fesv/recepciondte', body, {
      authorization: ministry.token,
    })
    assert.equal(answer.body.codigoMsg, '098', text.slice(0, 40))
  }
  const latin1 = { ...envio(documento), documento: signJws(Buffer.from('{"a":"\xf1"}', 'latin1')) }
  const answer = await ministry.post('/fesv/recepciondte', latin1, {
    authorization: ministry.token,
  })
  assert.equal(answer.body.codigoMsg, '098')
})

test('the envelope agrees with the document, or is 027', async (t) => {
  const ministry = await startMinistry(t)
  const authorization = ministry.token
  const other = creditoFiscal().identificacion
  for (const name of ['version', 'tipoDte', 'codigoGeneracion'] as const) {
    const body = { ...envio(factura()), [name]: other[name] }
    const answer = await ministry.post('/fesv/recepciondte', body, { authorization })
    assert.equal(answer.body.descripcionMsg, `[identificacion.${name}] DATO NO COINCIDE CON EL DTE`)
    assert.equal(answer.body.codigoMsg, '027')
  }
  const production = await ministry.post(
    '/fesv/recepciondte',
    { ...envio(factura()), ambiente: '01' },
    { authorization },
  )
  assert.equal(production.body.codigoMsg, '027')
})

test('an envelope without its members is 005, 006, 097 or 098', async (t) => {
  const ministry = await startMinistry(t)
  const headers = { authorization: ministry.token, 'content-type': 'application/json' }
  const raw = async (body: string) => {
    const answer = await fetch(`${ministry.url}/fesv/recepciondte`, {
      method: 'POST',
      headers,
      body,
    })
    const { codigoMsg, descripcionMsg } = (await answer.json()) as Draft
    return [answer.status, codigoMsg, descripcionMsg.split(' ')[0]]
  }
  const whole = envio(factura())
  assert.deepEqual((await raw('')).slice(0, 2), [400, '097'])
  assert.deepEqual((await raw('{')).slice(0, 2), [400, '098'])
  for (const name of Object.keys(whole)) {
    const text = JSON.stringify({ ...whole, [name]: undefined })
    assert.deepEqual(await raw(text), [400, '005', `[${name}]`])
    const wrong = JSON.stringify({ ...whole, [name]: { a: 1 } })
    assert.deepEqual(await raw(wrong), [400, '006', `[${name}]`])
  }
})

test('a type that reception does not know is 003', async (t) => {
  const ministry = await startMinistry(t)
  for (const tipoDte of ['99', 'constructor']) {
    const { body } = await ministry.send(set(factura(), 'identificacion.tipoDte', tipoDte))
    assert.equal(body.descripcionMsg, '[identificacion.tipoDte] VALOR NO VALIDO')
  }
})

test('without a live token nothing is read: 401', async (t) => {
  const ministry = await startMinistry(t)
  for (const token of ['', 'Bearer x', ministry.token.replace('Bearer ', '')]) {
    const { status, body } = await ministry.send(factura(), token)
    assert.equal(status, 401)
    assert.equal(body.estado, undefined)
  }
  assert.equal((await ministry.get('/_sim/state')).body.documents.attempts, 0)
})

test('a token is valid for its configured lifetime', async (t) => {
  const ministry = await startMinistry(t, { tokenLifeMs: 60_000 })
  assert.equal((await ministry.send(factura())).status, 200)
  await ministry.post('/_sim/clock', { advanceMs: 60_000 })
  assert.equal((await ministry.send(factura())).status, 401)
  assert.equal((await ministry.send(factura(), await ministry.login())).status, 200)
})

test('an inactive taxpayer is 010, one without a certificate 801', async (t) => {
  const ministry = await startMinistry(t)
  const registration = { nit: NIT, password: PASSWORD }
  await ministry.post('/_sim/taxpayers', registration)
  const none = await ministry.send(factura())
  assert.deepEqual([none.body.codigoMsg, none.body.clasificaMsg], ['801', '20'])

  const simulated = await startMinistry(t, {
    taxpayers: [{ ...registration, publicKeyPem: PUBLIC_KEY_PEM, activo: false }],
  })
  assert.equal((await simulated.send(factura())).body.codigoMsg, '010')
})

test("an environment that is not this host's is 007", async (t) => {
  const ministry = await startMinistry(t, { ambiente: '01' })
  assert.equal(
    (await ministry.send(factura())).body.descripcionMsg,
    '[identificacion.ambiente] VALOR NO PERMITIDO',
  )
  assert.equal((await ministry.send(set(factura(), 'identificacion.ambiente', '01'))).status, 200)
})
