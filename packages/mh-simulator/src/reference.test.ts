/** The ministry's own samples as delivered: certificate, signature and envelope. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Draft, NIT, set } from '../test/documentos.ts'
import { PASSWORD, PUBLIC_KEY_PEM, startMinistry } from '../test/ministry.ts'
import { hasReference, readReference, SCHEMAS_DIR } from '../test/reference.ts'
import { refused, sealed as seal } from '../test/verdicts.ts'

const ISSUER = '06140101900019'

test("the samples' signed request is sealed with the samples' certificate", async (t) => {
  if (!hasReference('the signed sample')) return
  const mine = { nit: NIT, password: PASSWORD, publicKeyPem: PUBLIC_KEY_PEM }
  const ministry = await startMinistry(t, { taxpayers: [mine], schemasDir: SCHEMAS_DIR })
  const certificadoMH = readReference(`samples/certificate/${ISSUER}.crt`)
  const puntosDeVenta = [{ codEstable: 'M001', codPuntoVenta: 'P001' }]
  const registration = { nit: ISSUER, password: 'Clave-1', certificadoMH, puntosDeVenta }
  assert.equal((await ministry.post('/_sim/taxpayers', registration)).status, 201)
  const body = new URLSearchParams({ user: ISSUER, pwd: 'Clave-1' })
  const login = await fetch(`${ministry.url}/seguridad/auth`, { method: 'POST', body })
  const { token } = ((await login.json()) as { body: { token: string } }).body
  const request = JSON.parse(readReference('samples/certificate/recepciondte-request.json'))
  const sealed = await ministry.post('/fesv/recepciondte', request, { authorization: token })
  assert.equal(sealed.status, 200, `${sealed.body.descripcionMsg} ${sealed.body.observaciones}`)
})

/** Issued by the tests' taxpayer; otherwise unchanged. */
function sample(name: string): Draft {
  return set(JSON.parse(readReference(`samples/${name}.json`)), 'emisor.nit', NIT)
}

test("the ministry's worked note is sealed after the document it is about", async (t) => {
  if (!hasReference('the worked note')) return
  const ministry = await startMinistry(t, { schemasDir: SCHEMAS_DIR })
  const [note, more] = [sample('fe-nc-v4'), sample('fe-nd-v4')]
  for (const early of [note, more]) {
    await refused(ministry, early, '014', 'documentoRelacionado[0].numeroDocumento')
  }
  await seal(ministry, sample('fe-ccf-v4'))
  await seal(ministry, note)
  await seal(ministry, more)
})

test("the ministry's export and its purchase are sealed", async (t) => {
  if (!hasReference('the samples of 11 and 14')) return
  const ministry = await startMinistry(t, { schemasDir: SCHEMAS_DIR })
  for (const name of ['fe-fex-v3', 'fe-fse-v2']) await seal(ministry, sample(name))
})

test('a folder of schemas is read for every type of document and every event', async (t) => {
  if (!hasReference('the folder of schemas')) return
  const ministry = await startMinistry(t, { schemasDir: SCHEMAS_DIR })
  const { options } = (await ministry.get('/_sim/state')).body
  assert.deepEqual(options.schemas, [
    ...['01', '03', '04', '05', '06', '07', '08', '09', '11', '14', '15'],
    ...['invalidacion', 'retorno', 'contingencia', 'operaciones'],
  ])
})
