/** What the control API takes and refuses, with the reason that whoever wrote the script reads. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { type Draft, factura, NIT, set } from '../../test/documentos.ts'
import { PASSWORD, PUBLIC_KEY_PEM, startMinistry } from '../../test/ministry.ts'
import { SERVICES } from '../services/table.ts'
import { ANSWER_NAMES, answerOf } from '../world/answers.ts'
import { FAULT_KINDS } from '../world/faults.ts'

const EC_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString()
const SILENCE = { service: '*', kind: 'silence' }
const TAXPAYER = { nit: NIT, password: 'x' }
const FAULT_MEMBERS =
  'service, kind, times, delayMs, status, codigoMsg, clasificaMsg, descripcionMsg, observaciones, answer'
const TAXPAYER_MEMBERS =
  'nit, password, publicKeyPem, certificadoMH, nombre, activo, puntosDeVenta, passwordVencida, numerosGastados, absorbidas, operacionesEspeciales'
const wrong = (member: string) => `"${member}" has a wrong value`
const point = (codEstable: string, codPuntoVenta: string) => ({
  ...TAXPAYER,
  puntosDeVenta: [{ codEstable, codPuntoVenta }],
})

// biome-ignore format: a table
const REFUSED: readonly (readonly [path: string, body: unknown, error: string])[] = [
  ['faults', [],                                     'the body must be a JSON object'],
  ['faults', null,                                   'the body must be a JSON object'],
  ['faults', 'x',                                    'the body must be a JSON object'],
  ['faults', { ...SILENCE, veces: 2 },               `unknown member "veces"; known: ${FAULT_MEMBERS}`],
  ['faults', {},                                     '"service" is required'],
  ['faults', { service: 'auth' },                    '"kind" is required'],
  ['faults', { ...SILENCE, service: 'correo' },      `"service" is one of: ${[...SERVICES.map(({ name }) => name), '*'].join(', ')}`],
  ['faults', { ...SILENCE, kind: 'fire' },           `"kind" is one of: ${FAULT_KINDS.join(', ')}`],
  ['faults', { service: 'auth', kind: 'no_seal' },   '"no_seal" means nothing to auth'],
  ['faults', { service: 'auth', kind: 'observe' },   '"observe" means nothing to auth'],
  ['faults', { ...SILENCE, times: 0 },               wrong('times')],
  ['faults', { ...SILENCE, times: 1.5 },             wrong('times')],
  ['faults', { ...SILENCE, delayMs: -1 },            wrong('delayMs')],
  ['faults', { ...SILENCE, status: 199 },            wrong('status')],
  ['faults', { ...SILENCE, status: 600 },            wrong('status')],
  ['faults', { ...SILENCE, codigoMsg: 1 },           wrong('codigoMsg')],
  ['faults', { ...SILENCE, clasificaMsg: 1 },        wrong('clasificaMsg')],
  ['faults', { ...SILENCE, descripcionMsg: 1 },      wrong('descripcionMsg')],
  ['faults', { ...SILENCE, observaciones: 'x' },     wrong('observaciones')],
  ['faults', { ...SILENCE, observaciones: [1, 'x'] }, wrong('observaciones')],
  ['faults', { ...SILENCE, answer: 'x' },            `"answer" is one of: ${ANSWER_NAMES.join(', ')}`],
  ['faults', { ...SILENCE, answer: 'ya_invalidado' }, '"answer" goes with "kind": "reject"'],
  ['faults', { service: '*', kind: 'reject', answer: 'ya_invalidado' }, '"ya_invalidado" is an answer of anulardte'],
  ['faults', { service: 'auth', kind: 'reject', answer: 'nrc_ajeno' },  '"nrc_ajeno" is an answer of recepciondte, recepcionlote'],
  ['clock', {},                                      'one of "now" and "advanceMs" is required'],
  ['clock', { now: '2026-10-05', advanceMs: 1 },     'one of "now" and "advanceMs" is required'],
  ['clock', { now: 'ayer' },                         '"now" is not an ISO instant'],
  ['clock', { now: 1 },                              wrong('now')],
  ['clock', { advanceMs: 0.5 },                      wrong('advanceMs')],
  ['clock', { a: 1 },                                'unknown member "a"; known: now, advanceMs'],
  ['invalidations', {},                              '"codigoGeneracion" is required'],
  ['invalidations', { codigoGeneracion: 'A' },       'no sealed document A'],
  ['invalidations', { codigo: 'A' },                 'unknown member "codigo"; known: codigoGeneracion'],
  ['taxpayers', {},                                  '"nit" is required'],
  ['taxpayers', { nit: NIT },                        '"password" is required'],
  ['taxpayers', { ...TAXPAYER, estado: 'x' },        `unknown member "estado"; known: ${TAXPAYER_MEMBERS}`],
  ['taxpayers', { ...TAXPAYER, nit: '12345678' },    '"nit" must be 9 or 14 digits'],
  ['taxpayers', { ...TAXPAYER, nit: `${NIT}0` },     '"nit" must be 9 or 14 digits'],
  ['taxpayers', { ...TAXPAYER, nit: `x${NIT}` },     '"nit" must be 9 or 14 digits'],
  ['taxpayers', { ...TAXPAYER, nombre: 1 },          wrong('nombre')],
  ['taxpayers', { ...TAXPAYER, password: 1 },        wrong('password')],
  ['taxpayers', { ...TAXPAYER, activo: 'si' },       wrong('activo')],
  ['taxpayers', { ...TAXPAYER, passwordVencida: 1 }, wrong('passwordVencida')],
  ['taxpayers', { ...TAXPAYER, numerosGastados: 1 }, wrong('numerosGastados')],
  ['taxpayers', { ...TAXPAYER, absorbidas: [1] },    wrong('absorbidas')],
  ['taxpayers', { ...TAXPAYER, operacionesEspeciales: 1 }, wrong('operacionesEspeciales')],
  ['taxpayers', { ...TAXPAYER, certificadoMH: 1 },   wrong('certificadoMH')],
  ['taxpayers', { ...TAXPAYER, publicKeyPem: 'x' },  '"publicKeyPem" is not an RSA public key in PEM'],
  ['taxpayers', { ...TAXPAYER, publicKeyPem: EC_KEY }, '"publicKeyPem" is not an RSA public key in PEM'],
  ['taxpayers', { ...TAXPAYER, certificadoMH: '' },  '"certificadoMH" has no public key'],
  ['taxpayers', { ...TAXPAYER, certificadoMH: '<CertificadoMH><publicKey/></CertificadoMH>' }, '"certificadoMH" has no public key'],
  ['taxpayers', { ...TAXPAYER, puntosDeVenta: 'x' }, wrong('puntosDeVenta')],
  ['taxpayers', { ...TAXPAYER, puntosDeVenta: [null] }, wrong('puntosDeVenta')],
  ['taxpayers', point('X001', 'P001'),               wrong('puntosDeVenta')],
  ['taxpayers', point('M0010', 'P001'),              wrong('puntosDeVenta')],
  ['taxpayers', point('xM001', 'P001'),              wrong('puntosDeVenta')],
  ['taxpayers', point('M001', 'M001'),               wrong('puntosDeVenta')],
  ['taxpayers', point('M001', 'P0010'),              wrong('puntosDeVenta')],
  ['taxpayers', point('M001', 'xP001'),              wrong('puntosDeVenta')],
]

test('a body that makes no sense is refused with its reason, and changes nothing', async (t) => {
  const ministry = await startMinistry(t)
  const before = await ministry.get('/_sim/state')
  for (const [path, body, error] of REFUSED) {
    const answer = await ministry.post(`/_sim/${path}`, body)
    assert.deepEqual(answer, { status: 400, body: { error } }, JSON.stringify(body))
  }
  assert.deepEqual(await ministry.get('/_sim/state'), before)
})

test('a fault is taken at the ends of its ranges, listed as it was given, and deleted by its id', async (t) => {
  const ministry = await startMinistry(t)
  const faults = [
    { ...SILENCE, times: 1, status: 200 },
    { ...SILENCE, delayMs: 0, status: 599 },
  ]
  for (const [n, fault] of faults.entries()) {
    const answer = await ministry.post('/_sim/faults', fault)
    assert.deepEqual(answer, { status: 201, body: { id: `f${n + 1}` } })
  }
  const listed = [
    { id: 'f1', ...faults[0], remaining: 1 },
    { id: 'f2', ...faults[1], remaining: null },
  ]
  assert.deepEqual(await ministry.get('/_sim/faults'), { status: 200, body: { faults: listed } })
  assert.deepEqual(await ministry.delete('/_sim/faults/f3'), {
    ...{ status: 404, body: { error: 'no fault f3' } },
  })
  assert.deepEqual(await ministry.delete('/_sim/faults/f1'), { status: 200, body: { deleted: 1 } })
  assert.deepEqual(await ministry.delete('/_sim/faults'), { status: 200, body: { deleted: 1 } })
  assert.deepEqual(await ministry.delete('/_sim/delays'), { status: 200, body: { ended: 0 } })
})

test('a taxpayer has every member of its registration', async (t) => {
  const ministry = await startMinistry(t)
  const nit = '061401019'
  const registration = {
    ...{ nit, password: PASSWORD, publicKeyPem: PUBLIC_KEY_PEM, nombre: 'Tienda' },
    ...{ activo: true, passwordVencida: false, absorbidas: [], numerosGastados: [] },
    ...{ operacionesEspeciales: false },
    puntosDeVenta: [
      { codEstable: 'M001', codPuntoVenta: 'P001' },
      { codEstable: 'S002', codPuntoVenta: 'P999' },
    ],
  }
  const post = (members: object) =>
    ministry.post('/_sim/taxpayers', { ...registration, ...members })
  assert.deepEqual(await post({}), { status: 201, body: { nit } })
  const { nombre, activo, puntosDeVenta } = registration
  const listed = { nit, nombre, activo, certificado: true, puntosDeVenta }
  assert.deepEqual((await ministry.get('/_sim/taxpayers')).body.taxpayers[1], listed)

  const token = await ministry.login(nit)
  const codeOf = async (documento: Draft) => (await ministry.send(documento, token)).body.codigoMsg
  const mine = () => set(factura(), 'emisor.nit', nit)
  assert.equal(await codeOf(mine()), '001')
  const spent = mine()
  await post({ numerosGastados: [spent.identificacion.numeroControl] })
  assert.equal(await codeOf(spent), '004')
  assert.deepEqual(await post({ activo: false }), { status: 200, body: { nit } })
  assert.equal(await codeOf(mine()), '010')
  await post({ passwordVencida: true })
  const body = new URLSearchParams({ user: nit, pwd: PASSWORD })
  const login = await fetch(`${ministry.url}/seguridad/auth`, { method: 'POST', body })
  assert.deepEqual(await login.json(), {
    ...{ status: 'ERROR', error: 'Unauthorized', message: 'CONTRASEÑA EXPIRADA', codigoMsg: '103' },
  })
})

test('a document that the control API invalidates is invalidated for what relates it, and in the ledger', async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  const { codigoGeneracion } = documento.identificacion
  await ministry.send(documento)
  const answer = await ministry.post('/_sim/invalidations', { codigoGeneracion })
  const { documents } = (await ministry.get('/_sim/ledger')).body

  assert.deepEqual(answer, { status: 200, body: { codigoGeneracion } })
  assert.equal(documents[0].invalidado, true)
})

test('a ledger of many documents is one JSON text', async (t) => {
  const ministry = await startMinistry(t, { ledgerJws: false })
  const wrongSum = set(factura(), 'resumen.totalIva', 1)
  for (let n = 0; n < 130; n += 1) await ministry.send(wrongSum)
  const { body } = await ministry.get('/_sim/ledger')

  assert.equal(body.documents.length, 130)
  assert.ok(body.documents.every(({ timesReceived }: Draft) => timesReceived === 130))
})

test('every observed answer is given as it was seen, unless the script says otherwise', async (t) => {
  const ministry = await startMinistry(t)
  const names = ANSWER_NAMES.filter((name) =>
    answerOf(name).services.some((one) => one === 'recepciondte'),
  )
  for (const answer of names) {
    const { codigoMsg, clasificaMsg, descripcionMsg, observaciones } = answerOf(answer)
    const fault = { service: 'recepciondte', kind: 'reject', times: 1, answer }
    await ministry.script(fault)
    const { status, body } = await ministry.send(factura())
    assert.deepEqual([status, body.estado, body.selloRecibido], [400, 'RECHAZADO', null])
    assert.deepEqual(
      [body.codigoMsg, body.clasificaMsg, body.descripcionMsg, body.observaciones],
      [codigoMsg, clasificaMsg, descripcionMsg, observaciones],
    )
    // Each has a code of the manual's, a section, and says which field or rule it is about.
    assert.match(codigoMsg, /^\d{3}$/)
    assert.match(clasificaMsg, /^\d{2}$/)
    assert.match(descripcionMsg, /^(\[\w+(\.\w+)*\] )?[A-Z ]+$/)
    const own = {
      clasificaMsg: '15',
      codigoMsg: '777',
      descripcionMsg: 'OTRA',
      observaciones: ['a'],
    }
    await ministry.script({ ...fault, ...own })
    const said = (await ministry.send(factura())).body
    for (const [name, value] of Object.entries(own)) assert.deepEqual(said[name], value)
  }
})
