/** Every fault that a script can cause. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Draft, factura, NIT, NOW } from '../../test/documentos.ts'
import { envio, type Ministry, PASSWORD, startMinistry } from '../../test/ministry.ts'

async function estados(ministry: Ministry, documento: Draft): Promise<string[]> {
  const { codigoGeneracion } = documento.identificacion
  const { body } = await ministry.get(`/_sim/ledger?codigoGeneracion=${codigoGeneracion}`)
  return body.documents.map((d: Draft) => `${d.estado} ${d.timesReceived}`)
}

function sendUntil(ministry: Ministry, documento: Draft, signal: AbortSignal): Promise<Response> {
  return fetch(`${ministry.url}/fesv/recepciondte`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: ministry.token },
    body: JSON.stringify(envio(documento)),
    signal,
  })
}

test('silence: received, never answered, not sealed; the same bytes are sealed afterwards', async (t) => {
  const ministry = await startMinistry(t)
  await ministry.script({ service: 'recepciondte', kind: 'silence', times: 1 })
  const documento = factura()
  const waiting = sendUntil(ministry, documento, AbortSignal.timeout(300))
  await assert.rejects(waiting, { name: 'TimeoutError' })
  assert.deepEqual(await estados(ministry, documento), ['NO_PROCESADO 1'])
  assert.equal((await ministry.consult(documento)).status, 404)
  assert.equal((await ministry.send(documento)).status, 200)
  assert.deepEqual(await estados(ministry, documento), ['PROCESADO 2'])
})

test('closing the simulator ends those it keeps waiting', async (t) => {
  const ministry = await startMinistry(t, { latencyMs: 0 })
  await ministry.script({ service: 'recepciondte', kind: 'silence', times: 1 })
  await ministry.script({ service: 'recepciondte', kind: 'delay', delayMs: 3_600_000 })
  const signal = AbortSignal.timeout(20_000)
  const waiting = [factura(), factura()].map((one) => sendUntil(ministry, one, signal))
  const ended = Promise.allSettled(waiting)
  await received(ministry, 1)
  await ministry.close()
  for (const one of await ended) {
    assert.equal(one.status, 'rejected')
    assert.notEqual(one.reason.name, 'TimeoutError')
  }
})

/** Polls until that many documents have arrived. */
async function received(ministry: Ministry, attempts: number): Promise<void> {
  const end = performance.now() + 60_000
  for (;;) {
    const { body } = await ministry.get('/_sim/state')
    if (body.documents.attempts >= attempts) return
    assert.ok(performance.now() < end, `it never received ${attempts} documents`)
  }
}

test('delay: processed and answered after that long', async (t) => {
  const ministry = await startMinistry(t)
  await ministry.script({ service: 'recepciondte', kind: 'delay', delayMs: 150, times: 1 })
  const start = performance.now()
  assert.equal((await ministry.send(factura())).status, 200)
  assert.ok(performance.now() - start >= 145)
})

test('delay: ends at once if the script says so', async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  await ministry.script({ service: 'recepciondte', kind: 'delay', delayMs: 3_600_000, times: 1 })
  const delayed = ministry.send(documento)
  await endDelay(ministry)
  assert.equal((await delayed).status, 200)
  assert.deepEqual(await estados(ministry, documento), ['PROCESADO 1'])
})

test('delay: without a time it is none, and a reset keeps what waits waiting', async (t) => {
  const ministry = await startMinistry(t)
  await ministry.script({ service: 'recepciondte', kind: 'delay', times: 1 })
  assert.equal((await ministry.send(factura())).status, 200)
  await ministry.script({ service: 'auth', kind: 'delay', delayMs: 3_600_000, times: 1 })
  const login = ministry.login()
  await faultsTaken(ministry)
  await ministry.post('/_sim/reset', {})
  assert.deepEqual((await ministry.delete('/_sim/delays')).body, { ended: 1 })
  assert.match(await login, /^Bearer /)
})

async function faultsTaken(ministry: Ministry): Promise<void> {
  const end = performance.now() + 60_000
  for (;;) {
    if ((await ministry.get('/_sim/faults')).body.faults.length === 0) return
    assert.ok(performance.now() < end, 'no request took the fault')
  }
}

/** As soon as there is one. */
async function endDelay(ministry: Ministry): Promise<void> {
  const end = performance.now() + 60_000
  for (;;) {
    const response = await fetch(`${ministry.url}/_sim/delays`, { method: 'DELETE' })
    const { ended } = (await response.json()) as { ended: number }
    if (ended > 0) return
    assert.ok(performance.now() < end, 'no request was delayed')
  }
}

test('status: that HTTP status, 503 by default, nothing processed', async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  await ministry.script({ service: 'recepciondte', kind: 'status', status: 500, times: 1 })
  await ministry.script({ service: 'recepciondte', kind: 'status', times: 1 })
  const said = { timestamp: NOW, message: 'Servicio no disponible', path: '/fesv/recepciondte' }
  for (const [status, error] of [
    [500, 'Internal Server Error'],
    [503, 'Internal Server Error'],
  ] as const) {
    const body = { ...said, status, error }
    assert.deepEqual(await ministry.send(documento), { status, body })
  }
  assert.deepEqual(await estados(ministry, documento), ['NO_PROCESADO 2'])
})

test('html: a page where JSON was due', async (t) => {
  const ministry = await startMinistry(t)
  await ministry.script({ service: 'recepciondte', kind: 'html', times: 1 })
  await ministry.script({ service: 'recepciondte', kind: 'html', status: 502, times: 1 })
  for (const expected of [200, 502]) {
    const documento = factura()
    const { status, body } = await ministry.send(documento)
    assert.equal(status, expected)
    assert.equal(
      body,
      '<!DOCTYPE html><html lang="es"><head><title>Mantenimiento</title></head><body><h1>Servicio en mantenimiento</h1></body></html>',
    )
    assert.deepEqual(await estados(ministry, documento), ['NO_PROCESADO 1'])
  }
})

test('no_seal: answers PROCESADO, and stores nothing', async (t) => {
  const ministry = await startMinistry(t)
  await ministry.script({ service: 'recepciondte', kind: 'no_seal', times: 1 })
  const documento = factura()
  const { status, body } = await ministry.send(documento)
  assert.deepEqual([status, body.estado, body.selloRecibido], [200, 'PROCESADO', null])
  assert.deepEqual(await estados(ministry, documento), ['NO_PROCESADO 1'])
  assert.equal((await ministry.consult(documento)).status, 404)
  assert.equal((await ministry.send(documento)).status, 200)
})

test('drop_answer: sealed, and the connection closed without a word', async (t) => {
  const ministry = await startMinistry(t)
  await ministry.script({ service: 'recepciondte', kind: 'drop_answer', times: 1 })
  const documento = factura()
  await assert.rejects(ministry.send(documento), TypeError)
  assert.deepEqual(await estados(ministry, documento), ['PROCESADO 1'])
  const { status, body } = await ministry.consult(documento)
  assert.equal(status, 200)
  assert.match(body.selloRecibido, /^2026/)
})

test('reject: the codes that were given, 099 without any', async (t) => {
  const ministry = await startMinistry(t)
  const codes = { codigoMsg: '095', clasificaMsg: '12', descripcionMsg: 'NO AUTORIZADO' }
  await ministry.script({ service: '*', kind: 'reject', times: 1, ...codes, observaciones: ['x'] })
  await ministry.script({ service: 'recepciondte', kind: 'reject', times: 1 })
  const documento = factura()
  const first = await ministry.send(documento)
  assert.equal(first.status, 400)
  assert.equal(first.body.estado, 'RECHAZADO')
  const { codigoMsg, clasificaMsg, descripcionMsg, observaciones, selloRecibido } = first.body
  assert.deepEqual({ codigoMsg, clasificaMsg, descripcionMsg }, codes)
  assert.deepEqual([observaciones, selloRecibido], [['x'], null])
  assert.deepEqual((await ministry.consult(documento)).body, first.body)
  const second = await ministry.send(documento)
  assert.deepEqual([second.body.codigoMsg, second.body.clasificaMsg], ['099', '99'])
  assert.equal((await ministry.send(documento)).status, 200)
  assert.deepEqual(await estados(ministry, documento), [
    'RECHAZADO 3',
    'RECHAZADO 3',
    'PROCESADO 3',
  ])
})

test('expired_token: 401, and that token is gone until a new login', async (t) => {
  const ministry = await startMinistry(t)
  await ministry.script({ service: 'recepciondte', kind: 'expired_token', times: 1 })
  const documento = factura()
  for (const message of ['Token expirado', 'Token no valido']) {
    const said = { timestamp: NOW, status: 401, error: 'Unauthorized', message }
    const body = { ...said, path: '/fesv/recepciondte' }
    assert.deepEqual(await ministry.send(documento), { status: 401, body })
  }
  assert.equal((await ministry.send(documento, await ministry.login())).status, 200)
})

test('observe: sealed with 002 and the remarks, which a query repeats', async (t) => {
  const ministry = await startMinistry(t)
  const observaciones = ['El correo del receptor no responde']
  await ministry.script({ service: 'recepciondte', kind: 'observe', times: 1, observaciones })
  const documento = factura()
  const { status, body } = await ministry.send(documento)
  assert.deepEqual([status, body.codigoMsg, body.clasificaMsg], [200, '002', '10'])
  assert.equal(body.descripcionMsg, 'RECIBIDO CON OBSERVACIONES')
  assert.deepEqual(body.observaciones, observaciones)
  assert.deepEqual((await ministry.consult(documento)).body, body)
})

test('faults apply in the order of their creation, each as often as it says', async (t) => {
  const ministry = await startMinistry(t)
  await ministry.script({ service: '*', kind: 'status', status: 501, times: 2 })
  await ministry.script({ service: 'recepciondte', kind: 'status', status: 502, times: 1 })
  await ministry.script({ service: 'consultadte', kind: 'status', status: 504, times: 1 })
  const documento = factura()
  const seen = [
    (await ministry.send(documento)).status,
    (await ministry.consult(documento)).status,
    (await ministry.consult(documento)).status,
    (await ministry.send(documento)).status,
    (await ministry.send(documento)).status,
    (await ministry.consult(documento)).status,
  ]
  assert.deepEqual(seen, [501, 501, 504, 502, 200, 200])
  assert.deepEqual((await ministry.get('/_sim/state')).body.faults, [])
})

test('without times a fault lasts until it is deleted, one or all', async (t) => {
  const ministry = await startMinistry(t)
  const first = await ministry.script({ service: 'recepciondte', kind: 'status', status: 501 })
  await ministry.script({ service: 'recepciondte', kind: 'status', status: 502 })
  await ministry.script({ service: 'auth', kind: 'status', status: 504 })
  assert.equal((await ministry.send(factura())).status, 501)
  assert.equal((await ministry.send(factura())).status, 501)
  assert.deepEqual(await ministry.delete(`/_sim/faults/${first}`), {
    status: 200,
    body: { deleted: 1 },
  })
  assert.equal((await ministry.delete(`/_sim/faults/${first}`)).status, 404)
  assert.equal((await ministry.send(factura())).status, 502)
  assert.equal((await ministry.get('/_sim/faults')).body.faults.length, 2)
  assert.deepEqual((await ministry.delete('/_sim/faults')).body, { deleted: 2 })
  assert.equal((await ministry.send(factura())).status, 200)
})

test('the login can be made to fail like any service', async (t) => {
  const { url, script } = await startMinistry(t)
  const login = () =>
    fetch(`${url}/seguridad/auth`, {
      method: 'POST',
      body: new URLSearchParams({ user: NIT, pwd: PASSWORD }),
    })
  await script({ service: 'auth', kind: 'status', times: 1 })
  await script({ service: 'auth', kind: 'expired_token', times: 1 })
  await script({ service: 'auth', kind: 'reject', times: 1, descripcionMsg: 'Clave vencida' })
  assert.equal((await login()).status, 503)
  assert.equal((await login()).status, 401)
  assert.deepEqual(await (await login()).json(), {
    status: 'ERROR',
    error: 'Unauthorized',
    message: 'Clave vencida',
  })
  await script({ service: 'auth', kind: 'drop_answer', times: 1 })
  await assert.rejects(login(), TypeError)
  // A fault of documents skips the login and waits for a service that it applies to.
  await script({ service: '*', kind: 'no_seal', times: 1 })
  assert.equal((await login()).status, 200)
})

test('an invalid script is refused with the reason', async (t) => {
  const ministry = await startMinistry(t)
  // biome-ignore format: a table
  const bad: readonly object[] = [
    {}, [], { service: 'recepciondte' }, { service: 'correo', kind: 'silence' },
    { service: 'auth', kind: 'no_seal' }, { service: '*', kind: 'fire' },
    { service: '*', kind: 'silence', times: 0 }, { service: '*', kind: 'delay', delayMs: -1 },
    { service: '*', kind: 'status', status: 99 }, { service: '*', kind: 'silence', veces: 2 },
    { service: '*', kind: 'reject', codigoMsg: 20 },
    { service: '*', kind: 'reject', observaciones: 'una' },
  ]
  for (const fault of bad) {
    const { status, body } = await ministry.post('/_sim/faults', fault)
    assert.equal(status, 400, JSON.stringify(fault))
    assert.equal(typeof body.error, 'string')
  }
  assert.deepEqual((await ministry.get('/_sim/faults')).body, { faults: [] })
})

test('services that are still to come can be scripted already', async (t) => {
  const ministry = await startMinistry(t)
  for (const service of ['anulardte', 'contingencia', 'recepcionlote', 'consultadtelote']) {
    assert.match(await ministry.script({ service, kind: 'silence' }), /^f\d+$/)
  }
})

test('no answer comes before latencyMs', async (t) => {
  const ministry = await startMinistry(t, { latencyMs: 80 })
  const start = performance.now()
  await ministry.send(factura())
  assert.ok(performance.now() - start >= 75)
})
