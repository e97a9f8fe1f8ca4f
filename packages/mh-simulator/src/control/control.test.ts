import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { creditoFiscal, type Draft, factura, NIT, NOW, set } from '../../test/documentos.ts'
import { envio, PASSWORD, PUBLIC_KEY_PEM, startMinistry } from '../../test/ministry.ts'
import { issueCertificadoMH } from '../index.ts'

test('the ledger holds every verdict in order of arrival, with the bytes that were sent', async (t) => {
  const ministry = await startMinistry(t)
  const [first, second] = [factura(), creditoFiscal()]
  const wrong = set(first, 'resumen.totalIva', 1)
  await ministry.send(wrong)
  const sealed = await ministry.send(first)
  await ministry.post('/_sim/clock', { advanceMs: 60_000 })
  await ministry.send(second)
  const { body } = await ministry.get('/_sim/ledger')
  const [a, b, c] = body.documents
  assert.equal(body.documents.length, 3)
  assert.deepEqual([a.estado, b.estado, c.estado], ['RECHAZADO', 'PROCESADO', 'PROCESADO'])
  assert.deepEqual(b, {
    codigoGeneracion: first.identificacion.codigoGeneracion,
    tipoDte: '01',
    evento: null,
    numeroControl: first.identificacion.numeroControl,
    ambiente: '00',
    nit: NIT,
    estado: 'PROCESADO',
    selloRecibido: sealed.body.selloRecibido,
    invalidado: false,
    codigoMsg: '001',
    descripcionMsg: 'RECIBIDO',
    receivedAt: NOW,
    timesReceived: 2,
    jws: envio(first).documento,
  })
  assert.equal(a.descripcionMsg, '[resumen.totalIva] CALCULO INCORRECTO')
  assert.equal(a.selloRecibido, null)
  assert.equal(a.jws, envio(wrong).documento)
  assert.equal(c.receivedAt, '2026-10-05T16:21:00.000Z')
})

test('the ledger is read by taxpayer and by code', async (t) => {
  const other = '06140101900019'
  const mine = { nit: NIT, password: PASSWORD, publicKeyPem: PUBLIC_KEY_PEM }
  const ministry = await startMinistry(t, { taxpayers: [mine, { ...mine, nit: other }] })
  const body = new URLSearchParams({ user: other, pwd: PASSWORD })
  const login = await fetch(`${ministry.url}/seguridad/auth`, { method: 'POST', body })
  const token = ((await login.json()) as Draft).body.token
  const [one, two, three] = [factura(), factura(), set(factura(), 'emisor.nit', other)]
  await ministry.send(one)
  await ministry.send(two)
  assert.equal((await ministry.send(three, token)).status, 200)
  const codes = async (query: string): Promise<string[]> => {
    const { documents } = (await ministry.get(`/_sim/ledger${query}`)).body
    return documents.map((d: Draft) => d.codigoGeneracion)
  }
  const [a, b, c] = [one, two, three].map((d) => d.identificacion.codigoGeneracion)
  assert.deepEqual(await codes(''), [a, b, c])
  assert.deepEqual(await codes(`?nit=${NIT}`), [a, b])
  assert.deepEqual(await codes(`?nit=${other}`), [c])
  assert.deepEqual(await codes(`?codigoGeneracion=${b}`), [b])
  assert.deepEqual(await codes(`?nit=${other}&codigoGeneracion=${b}`), [])
  const unknown = factura().identificacion.codigoGeneracion
  assert.deepEqual(await codes(`?codigoGeneracion=${unknown}`), [])
})

for (const ledgerJws of [true, false]) {
  const how = ledgerJws ? 'with the same bytes' : 'with its code, where the bytes are not kept'
  test(`an attempt without a verdict gets the one of the next ${how}`, async (t) => {
    const ministry = await startMinistry(t, { ledgerJws })
    const documento = factura()
    const other = set(documento, 'resumen.totalIva', 1)
    await ministry.script({ service: 'recepciondte', kind: 'status', times: 2 })
    for (const one of [documento, other, other, documento]) await ministry.send(one)
    const { documents } = (await ministry.get('/_sim/ledger')).body
    const rows = ledgerJws ? ['PROCESADO', 'RECHAZADO'] : ['RECHAZADO', 'PROCESADO']
    assert.deepEqual(
      documents.map((d: Draft) => [d.estado, d.timesReceived]),
      rows.map((estado) => [estado, 4]),
    )
    const jws = ledgerJws ? [documento, other].map((one) => envio(one).documento) : [null, null]
    assert.deepEqual(
      documents.map((d: Draft) => d.jws),
      jws,
    )
    const counts = { attempts: 4, PROCESADO: 1, RECHAZADO: 1, NO_PROCESADO: 0 }
    assert.deepEqual((await ministry.get('/_sim/state')).body.documents, counts)
  })
}

test('an unreadable document is in the ledger without its number', async (t) => {
  const ministry = await startMinistry(t)
  const body = { ...envio(factura()), documento: 'nada' }
  await ministry.post('/fesv/recepciondte', body, { authorization: ministry.token })
  const { documents } = (await ministry.get('/_sim/ledger')).body
  assert.deepEqual(
    documents.map((d: Draft) => [d.estado, d.numeroControl, d.codigoMsg, d.jws]),
    [['RECHAZADO', null, '802', 'nada']],
  )
})

test('the signed documents can be left out of the ledger', async (t) => {
  const ministry = await startMinistry(t, { ledgerJws: false })
  const documento = factura()
  await ministry.send(documento)
  const { documents } = (await ministry.get('/_sim/ledger')).body
  assert.deepEqual([documents[0].jws, documents[0].estado], [null, 'PROCESADO'])
})

test('the clock moves to an instant, by an interval, and nowhere on nonsense', async (t) => {
  const ministry = await startMinistry(t)
  const move = async (body: object) => {
    const answer = await ministry.post('/_sim/clock', body)
    return [answer.status, answer.body.now]
  }
  assert.deepEqual(await move({ now: '2027-01-01T00:00:00-06:00' }), [
    200,
    '2027-01-01T06:00:00.000Z',
  ])
  assert.deepEqual(await move({ advanceMs: 1500 }), [200, '2027-01-01T06:00:01.500Z'])
  assert.deepEqual(await move({ advanceMs: -500 }), [200, '2027-01-01T06:00:01.000Z'])
  for (const bad of [
    {},
    { now: 'ayer' },
    { advanceMs: 0.5 },
    { now: NOW, advanceMs: 1 },
    { a: 1 },
  ]) {
    assert.equal((await move(bad))[0], 400, JSON.stringify(bad))
  }
  assert.equal((await ministry.get('/_sim/clock')).body.now, '2027-01-01T06:00:01.000Z')
  const { body } = await ministry.send(factura(), await ministry.login())
  assert.match(body.selloRecibido, /^2027/)
  assert.equal(body.fhProcesamiento, '01/01/2027 00:00:01')
})

test('a taxpayer is registered with a key in PEM or with its certificate file', async (t) => {
  const world = await startMinistry(t)
  const validity = { validFrom: new Date('2026-01-01'), validTo: new Date('2031-01-01') }
  const names = { nit: NIT, nombre: 'Tienda', password: 'Otra-Clave-1' }
  const { xml, publicKeyPem } = issueCertificadoMH({ ...names, ...validity })

  const byFile = { nit: NIT, password: PASSWORD, certificadoMH: xml, nombre: 'Tienda' }
  assert.deepEqual(await world.post('/_sim/taxpayers', byFile), { status: 200, body: { nit: NIT } })
  assert.equal((await world.send(factura())).body.codigoMsg, '802')
  const byKey = { nit: '061412345', password: 'x', publicKeyPem }
  assert.equal((await world.post('/_sim/taxpayers', byKey)).status, 201)
  const { taxpayers } = (await world.get('/_sim/taxpayers')).body
  assert.deepEqual(taxpayers, [
    { nit: NIT, nombre: 'Tienda', activo: true, certificado: true, puntosDeVenta: null },
    { nit: '061412345', nombre: null, activo: true, certificado: true, puntosDeVenta: null },
  ])

  const points = [{ codEstable: 'S002', codPuntoVenta: 'P003' }]
  const back = { nit: NIT, password: PASSWORD, publicKeyPem: PUBLIC_KEY_PEM }
  await world.post('/_sim/taxpayers', { ...back, puntosDeVenta: points })
  assert.equal((await world.send(factura())).body.codigoMsg, '008')
  await world.post('/_sim/taxpayers', back)
  assert.equal((await world.send(factura())).status, 200)
})

test('a registration that makes no sense is refused', async (t) => {
  const ministry = await startMinistry(t)
  const good = { nit: NIT, password: 'x' }
  const bad: readonly object[] = [
    {},
    { nit: NIT },
    { ...good, nit: '1234' },
    { ...good, publicKeyPem: 'no es una llave' },
    { ...good, activo: 'si' },
    { ...good, estado: 'activo' },
    { ...good, puntosDeVenta: [{ codEstable: 'X1', codPuntoVenta: 'P001' }] },
    { ...good, puntosDeVenta: 'M001P001' },
  ]
  for (const body of bad) {
    assert.equal((await ministry.post('/_sim/taxpayers', body)).status, 400, JSON.stringify(body))
  }
})

test('the state reports everything', async (t) => {
  const ministry = await startMinistry(t)
  await ministry.send(factura())
  await ministry.script({ service: 'consultadte', kind: 'delay', delayMs: 5, times: 3 })
  const { status, body } = await ministry.get('/_sim/state')
  assert.equal(status, 200)
  assert.deepEqual(body, {
    now: NOW,
    ambiente: null,
    documents: { attempts: 1, PROCESADO: 1, RECHAZADO: 0, NO_PROCESADO: 0 },
    tokens: 1,
    faults: [
      { id: 'f1', service: 'consultadte', kind: 'delay', delayMs: 5, times: 3, remaining: 3 },
    ],
    taxpayers: [
      {
        nit: NIT,
        nombre: null,
        activo: true,
        certificado: true,
        puntosDeVenta: [{ codEstable: 'M001', codPuntoVenta: 'P001' }],
      },
    ],
    services: [
      { name: 'auth', path: '/seguridad/auth' },
      { name: 'recepciondte', path: '/fesv/recepciondte' },
      { name: 'consultadte', path: '/fesv/recepcion/consultadte' },
      { name: 'anulardte', path: '/fesv/anulardte' },
      { name: 'contingencia', path: '/fesv/contingencia' },
      { name: 'recepcionlote', path: '/fesv/recepcionlote' },
      { name: 'consultadtelote', path: '/fesv/recepcion/consultadtelote' },
    ],
    options: { schemas: [], ledgerJws: true, notHeld: 404, held: 200, authFailure: 200 },
  })
})

test('a page of another site scripts nothing, and the simulator’s own page does', async (t) => {
  const ministry = await startMinistry(t)
  const reset = (origin: string) =>
    fetch(`${ministry.url}/_sim/reset`, { method: 'POST', body: '{}', headers: { origin } })
  for (const origin of ['https://example.org', 'http://127.0.0.1:1', 'null']) {
    const answer = await reset(origin)
    assert.equal(answer.status, 403, origin)
    assert.deepEqual(await answer.json(), {
      error: 'a page of another site may not script the simulator',
    })
  }
  assert.equal((await reset(ministry.url)).status, 200)
  assert.equal((await reset(ministry.url.replace('http:', 'https:'))).status, 200)
})

const REBOUND = '{"error":"on this machine the simulator is called by its address or localhost"}'

test('a name that leads to this machine neither reads nor scripts the simulator', async (t) => {
  const ministry = await startMinistry(t)
  const { port } = new URL(ministry.url)
  const call = (host: string, method: string, path: string) =>
    new Promise<number | string | undefined>((resolve, reject) => {
      const headers = { host, origin: `http://${host}` }
      request(`${ministry.url}${path}`, { method, headers }, async (reply) => {
        let text = ''
        for await (const piece of reply) text += piece
        resolve(reply.statusCode === 403 ? text : reply.statusCode)
      })
        .once('error', reject)
        .end(method === 'GET' ? undefined : '{}')
    })
  for (const host of [
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'a.localhost.evil.example',
    '127[.0.0.1',
    '127].0.0.1',
    'a.sv.',
  ]) {
    for (const name of [host, `${host}:${port}`]) {
      assert.equal(await call(name, 'GET', '/_sim/snapshot'), REBOUND, name)
      assert.equal(await call(name, 'POST', '/_sim/reset'), REBOUND, name)
    }
  }
  // biome-ignore format: a table
  const own = ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'sello.localhost', 'SELLO.LOCALHOST.', 'simulator']
  for (const host of own) {
    assert.equal(await call(`${host}:${port}`, 'GET', '/_sim/snapshot'), 200, host)
    assert.equal(await call(`${host}:${port}`, 'POST', '/_sim/reset'), 200, host)
  }
})
