import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { creditoFiscal, type Draft, factura, NIT, NOW, set } from '../../test/documentos.ts'
import {
  anular,
  contingencia,
  diferido,
  informar,
  invalidacion,
  retorno,
  selloDe,
} from '../../test/eventos.ts'
import { makeFolder } from '../../test/folder.ts'
import { liquidacion } from '../../test/liquidacion.ts'
import { type Ministry, PASSWORD, startMinistry } from '../../test/ministry.ts'
import { credito } from '../../test/notas.ts'
import { unComprobante } from '../../test/operaciones.ts'
import { refused, sealed } from '../../test/verdicts.ts'
import { publicKeyOf } from '../certificate/public-key.ts'
import { startSimulator } from '../index.ts'

const textOf = async ({ url }: Ministry) => (await fetch(`${url}/_sim/snapshot`)).text()
const posted = async ({ url }: Ministry, path: string, body: string) => {
  const response = await fetch(`${url}/_sim/${path}`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Draft }
}
const takeBack = async (ministry: Ministry, body: string) =>
  (await posted(ministry, 'snapshot', body)).status
const codesOf = async (ministry: Ministry): Promise<string[]> =>
  (await ministry.get('/_sim/ledger')).body.documents.map((one: Draft) => one.codigoGeneracion)
const codeOf = (documento: Draft): string => documento.identificacion.codigoGeneracion

const dataFile = async (t: TestContext) => join(await makeFolder(t), 'data.ndjson')

test('a simulator that takes a snapshot back knows what that one knew, and nothing later', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, creditoFiscal())
  await sealed(ministry, credito(origin, 100_00))
  const lost = factura()
  await ministry.script({ service: 'recepciondte', kind: 'status', times: 1 })
  await ministry.send(lost)
  await ministry.post('/_sim/clock', { advanceMs: 60_000 })
  const before = await ministry.get('/_sim/ledger')
  const text = await textOf(ministry)
  const later = await sealed(ministry, factura())
  await ministry.post('/_sim/invalidations', { codigoGeneracion: codeOf(origin) })

  assert.equal(await takeBack(ministry, text), 200)
  assert.deepEqual((await ministry.get('/_sim/ledger')).body, before.body)
  assert.equal((await ministry.get('/_sim/clock')).body.now, '2026-10-05T16:21:00.000Z')
  assert.equal((await ministry.get('/_sim/state')).body.documents.attempts, 3)
  // Everything is asked as before: the repeated number, what is left of the origin, and whether it counts.
  const back = { ...ministry, token: await ministry.login() }
  const send = { ...back, send: (one: Draft) => ministry.send(one, back.token) }
  const { numeroControl } = origin.identificacion
  const repeated = set(creditoFiscal(), 'identificacion.numeroControl', numeroControl)
  await refused(send, repeated, '004', 'identificacion.numeroControl')
  await refused(send, credito(origin, 900_000_00), '016', 'documentoRelacionado[0].numeroDocumento')
  await sealed(send, later)
  await sealed(send, lost)
  // Three rows as saved, of which the unanswered one got its verdict, two refusals and the later sale.
  assert.equal((await ministry.get('/_sim/ledger')).body.documents.length, 6)
})

/** A liquidation whose first line is that sale. */
function listing(sale: Draft): Draft {
  const d = liquidacion()
  const own = { tipoGeneracion: 2, numeroDocumento: codeOf(sale) }
  return set(d, 'cuerpoDocumento.0', { ...d.cuerpoDocumento[0], ...own })
}

test('another simulator that takes a snapshot knows what each document and event left behind', async (t) => {
  const first = await startMinistry(t, { tokenLifeMs: 30 * 86_400_000 })
  const ventaTercero = { nit: '06140506071028', nombre: 'MANDANTE', codDomiciliado: 1 }
  const forAnother = () => set(creditoFiscal(), 'ventaTercero', ventaTercero)
  const [listed, unlisted] = [await sealed(first, forAnother()), await sealed(first, forAnother())]
  await sealed(first, listing(listed))
  const deferred = diferido(factura())
  assert.equal((await informar(first, contingencia([deferred]))).status, 200)
  await sealed(first, unComprobante('7'))
  const returned = await sealed(first, factura())
  for (let n = 0; n < 3; n += 1) await sealed(first, retorno(returned))
  const noted = creditoFiscal()
  const overNoted = invalidacion(noted, await selloDe(first, noted))
  await sealed(first, credito(noted, 1_00))
  const gone = await sealed(first, creditoFiscal())
  await first.post('/_sim/invalidations', { codigoGeneracion: codeOf(gone) })

  const again = await startMinistry(t)
  assert.equal(await takeBack(again, await textOf(first)), 200)
  const token = await again.login()
  const back = { ...again, token, send: (one: Draft) => again.send(one, token) }
  await refused(back, listing(listed), '025', 'cuerpoDocumento[0].numeroDocumento')
  await sealed(back, listing(unlisted))
  await sealed(back, deferred)
  await refused(back, unComprobante('7'), '004', 'cuerpoDocumento[0]')
  const path = 'documentoRelacionado[0].codigoGeneracion'
  await refused(back, retorno(returned), '016', path)
  assert.equal((await anular(back, overNoted)).body.codigoMsg, '028')
  await refused(back, credito(gone, 1_00), '015', 'documentoRelacionado[0].numeroDocumento')
})

test('a text that is no snapshot is refused, and nothing is forgotten', async (t) => {
  const ministry = await startMinistry(t)
  await sealed(ministry, factura())
  const [first = ''] = (await textOf(ministry)).split('\n')
  const notFirst = 'the first line is not that of a saved simulator'
  // biome-ignore format: a table
  const bad: readonly (readonly [error: string, ...texts: string[]])[] = [
    ['a line is not JSON', '', 'hola', `${first}\n["row"`],
    [notFirst, '{}', 'null', '[]', first.replace('"mh"', '"otro"'), first.replace('"format":1', '"format":2')],
    ['a line is no list', `${first}\n{}`, `${first}\nnull`],
    ['nothing here is called nada', `${first}\n["nada","x"]`],
    ['over 16 MB: start the simulator with it as data file', first.padEnd(16 * 1024 * 1024 + 1)],
  ]
  for (const [error, ...texts] of bad) {
    for (const text of texts) {
      const answer = await posted(ministry, 'snapshot', text)
      assert.deepEqual(answer, { status: 400, body: { error } }, text.slice(0, 80))
    }
  }
  const offsets = ['9e15', '-9e15', '1e300', '"x"', '{}']
  const heads = offsets.map((ms) => `{"simulator":"mh","format":1,"offsetMs":${ms}}`)
  const lines = ['["taxpayer",null]', '["taxpayer",{}]', '["taxpayer",{"publicKeyPem":"x"}]']
  for (const [line, ...texts] of [
    [1, ...heads],
    [3, ...[...lines, '["row",null]'].map((text) => `${first}\n\n${text}`)],
  ] as const) {
    for (const text of texts) {
      const { status, body } = await posted(ministry, 'snapshot', text)
      assert.equal(status, 400, text)
      assert.ok(body.error.startsWith(`line ${line} is not what was saved: `), body.error)
    }
  }
  assert.equal((await codesOf(ministry)).length, 1)
})

test('a body over 16 MB is none for what takes an object', async (t) => {
  const ministry = await startMinistry(t)
  const error = 'the body must be a JSON object'
  const larger = '{"service":"*","kind":"silence"}'.padEnd(16 * 1024 * 1024 + 1)
  assert.deepEqual(await posted(ministry, 'faults', larger), { status: 400, body: { error } })
})

test('a snapshot keeps every verdict of a code, and a head without an offset is at the time of the machine', async (t) => {
  const first = await startMinistry(t)
  const documento = factura()
  await refused(first, set(documento, 'resumen.totalIva', 1), '020', 'resumen.totalIva')
  await sealed(first, documento)
  await first.post('/_sim/clock', { advanceMs: 60_000 })
  const { documents } = (await first.get('/_sim/ledger')).body
  assert.deepEqual(
    documents.map(({ estado, timesReceived }: Draft) => [estado, timesReceived]),
    [
      ['RECHAZADO', 2],
      ['PROCESADO', 2],
    ],
  )
  const again = await startMinistry(t)
  const text = (await textOf(first)).replace(',"offsetMs":60000', '')
  const counts = { attempts: 2, PROCESADO: 1, RECHAZADO: 1, NO_PROCESADO: 0 }
  assert.deepEqual(await posted(again, 'snapshot', text), {
    ...{ status: 200, body: { documents: counts, taxpayers: 1 } },
  })
  assert.deepEqual(await again.get('/_sim/ledger'), { status: 200, body: { documents } })
  const query = `?codigoGeneracion=${codeOf(documento)}`
  assert.deepEqual(await again.get(`/_sim/ledger${query}`), { status: 200, body: { documents } })
  assert.deepEqual(await again.get('/_sim/clock'), { status: 200, body: { now: NOW } })
})

test('the clock goes where a document can be dated, and nowhere else', async (t) => {
  const ministry = await startMinistry(t)
  const { now } = (await ministry.get('/_sim/clock')).body
  for (const moved of [
    ...[{ advanceMs: 9e15 }, { advanceMs: -9e15 }],
    ...[{ now: '+275760-09-13T00:00:00.000Z' }, { now: '-000001-01-01T00:00:00Z' }],
  ]) {
    assert.equal((await ministry.post('/_sim/clock', moved)).status, 400, JSON.stringify(moved))
  }
  assert.equal((await ministry.get('/_sim/clock')).body.now, now)
})

test('a reset forgets documents and faults, and taxpayers when it is asked to', async (t) => {
  const ministry = await startMinistry(t)
  const document = await sealed(ministry, factura())
  await ministry.script({ service: '*', kind: 'silence' })
  await ministry.post('/_sim/clock', { advanceMs: 60_000 })
  assert.equal((await ministry.post('/_sim/reset', { todo: true })).status, 400)
  assert.deepEqual((await ministry.post('/_sim/reset', {})).body.taxpayers, 1)
  const { faults, documents, now } = (await ministry.get('/_sim/state')).body
  assert.deepEqual([faults, documents.attempts], [[], 0])
  assert.equal(now, '2026-10-05T16:20:00.000Z')
  assert.equal((await ministry.send(document, await ministry.login())).status, 200, 'a new number')
  assert.equal((await ministry.post('/_sim/reset', { taxpayers: true })).body.taxpayers, 0)
})

test('what a simulator knew is there after a restart with the same file, of which only its owner reads', async (t) => {
  const path = await dataFile(t)
  const ministry = await startMinistry(t, { dataFile: path })
  const document = await sealed(ministry, factura())
  await ministry.close()
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  const again = await startMinistry(t, { dataFile: path })
  assert.deepEqual(await codesOf(again), [codeOf(document)])
  const { selloRecibido } = (await again.consult(document)).body
  assert.match(selloRecibido, /^2026/)
  const next = await again.send(factura())
  assert.notEqual(next.body.selloRecibido, selloRecibido)
  await again.close()
})

test('what the control API changes is in the file, and what only reads writes none', async (t) => {
  const path = await dataFile(t)
  const reads = await startSimulator({ dataFile: path })
  for (const name of ['/', '/_sim/state', '/_sim/ledger', '/consultaPublica']) {
    await (await fetch(reads.url + name)).text()
  }
  await reads.close()
  assert.equal(existsSync(path), false)
  const scripted = await startSimulator({ dataFile: path })
  const body = JSON.stringify({ nit: '06140101900019', password: PASSWORD })
  await (await fetch(`${scripted.url}/_sim/taxpayers`, { method: 'POST', body })).text()
  await scripted.close()
  const again = await startMinistry(t, { dataFile: path })
  const { taxpayers } = (await again.get('/_sim/taxpayers')).body
  assert.deepEqual(
    taxpayers.map((one: Draft) => one.nit),
    ['06140101900019', NIT],
  )
  await again.close()
})

test('a taxpayer of the options is as they say, whatever the file says', async (t) => {
  const path = await dataFile(t)
  const ministry = await startMinistry(t, { dataFile: path })
  await ministry.post('/_sim/taxpayers', { nit: NIT, password: PASSWORD })
  assert.equal((await ministry.send(factura())).body.codigoMsg, '801', 'it has no certificate')
  await ministry.close()
  const again = await startMinistry(t, { dataFile: path })
  await sealed(again, factura())
  await again.close()
})

test('a file of something else is refused and left as it is', async (t) => {
  const path = await dataFile(t)
  await writeFile(path, 'mis notas\n')
  await assert.rejects(startSimulator({ dataFile: path }), {
    name: 'NotADataFile',
    path,
    message: `${path} is not a data file of the simulator: a line is not JSON`,
  })
  assert.equal(await readFile(path, 'utf8'), 'mis notas\n')
  await assert.rejects(startSimulator({ dataFile: dirname(path) }), { code: 'EISDIR' })
})

test('a certificate made over HTTP is all that a program needs', async (t) => {
  const ministry = await startMinistry(t)
  const nit = '06140101900019'
  const asked = { nit, nombre: 'Ensayo', password: 'Clave-1', keyPassword: 'Clave-2' }
  const { status, body } = await ministry.post('/_sim/certificates', asked)
  assert.equal(status, 201)
  const { certificadoMH, publicKeyPem, ...rest } = body
  const vigencia = { validFrom: '2026-10-05T16:20:00.000Z', validTo: '2027-10-05T16:20:00.000Z' }
  assert.deepEqual(rest, { nit, ...vigencia })
  assert.match(certificadoMH, /^<CertificadoMH>.*<organizationName>Ensayo</)
  const clave = createHash('sha512').update('Clave-2').digest('hex')
  assert.ok(certificadoMH.includes(`<clave>${clave}</clave>`))
  assert.equal(publicKeyOf(certificadoMH), publicKeyPem)
  const { taxpayers } = (await ministry.get('/_sim/taxpayers')).body
  const listed = { nit, nombre: 'Ensayo', activo: true, certificado: true, puntosDeVenta: null }
  assert.deepEqual(taxpayers[1], listed)
  const login = new URLSearchParams({ user: nit, pwd: 'Clave-1' })
  const session = await fetch(`${ministry.url}/seguridad/auth`, { method: 'POST', body: login })
  assert.equal(((await session.json()) as Draft).status, 'OK')
  assert.equal((await ministry.post('/_sim/certificates', asked)).status, 200, 'replaced')
  // biome-ignore format: a table
  const wrong = [
    [{},                              '"nit" is required'],
    [{ nit },                         '"nombre" is required'],
    [{ nit, nombre: 'x' },            '"password" is required'],
    [{ ...asked, keyPassword: undefined }, '"keyPassword" is required'],
    [{ ...asked, nit: '12' },         '"nit" must be 9 or 14 digits'],
    [{ ...asked, nombre: 1 },         '"nombre" has a wrong value'],
    [{ ...asked, password: 1 },       '"password" has a wrong value'],
    [{ ...asked, keyPassword: 1 },    '"keyPassword" has a wrong value'],
    [{ ...asked, clave: 'x' },        'unknown member "clave"; known: nit, nombre, password, keyPassword'],
  ] as const
  for (const [bad, error] of wrong) {
    const answer = await ministry.post('/_sim/certificates', bad)
    assert.deepEqual(answer, { status: 400, body: { error } })
  }
})
