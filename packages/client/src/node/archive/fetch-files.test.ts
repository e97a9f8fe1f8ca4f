/** What an archive copies of a document that the service holds: its files, later, or never. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal, type Said, scripted } from '../../../test/scripted.ts'
import { isSelloError } from '../../index.ts'
import { fetchFiles } from './fetch-files.ts'
import type { StoredIntent } from './outbox.ts'
import { resolveIntent } from './resolve-intent.ts'

const CODE = 'A6C1B7F2-3D54-4E0B-9A77-2C5D8E9F0A11'
const NUMBER = 'DTE-01-M001P001-000000000000001'
const JWS = `h.${Buffer.from('{"a":1}').toString('base64url')}.s`
const SEALED = {
  ...{ codigoGeneracion: CODE, numeroControl: NUMBER, ambiente: '00', fecEmi: '2026-10-05' },
  ...{ estado: 'sellado', selloRecibido: 'S', jws: JWS, tipoEvento: null },
  ...{ documentoRelacionado: null, eventos: [], retornos: [] },
}
const NOT_FOUND: Said = { status: 404, body: refusal('not_found') }

/** A service that has the document with these members, and these files. */
function serviceWith(members: object | null, files: { json?: Said; pdf?: Said } = {}) {
  return scripted(({ url }) => {
    if (url.includes('kind=pdf')) return files.pdf ?? { body: '%PDF-' }
    if (url.endsWith('/file')) return files.json ?? { body: '{"file":1}' }
    return members === null ? NOT_FOUND : { body: { ...SEALED, ...members } }
  })
}

test('a sealed document is copied with both its files, under its number', async () => {
  const files = await fetchFiles(serviceWith({}).client, CODE)

  const pdf = Buffer.from('%PDF-').toString('base64')
  const { ambiente, fecEmi } = SEALED
  assert.deepEqual(files, { ambiente, fecEmi, name: NUMBER, json: '{"file":1}', pdf })
})

test('an event is copied under its own code, beside its document', async () => {
  const documentoRelacionado = { fecEmi: '2026-09-30' }
  for (const event of [{ tipoEvento: 'retorno' }, { numeroControl: null }]) {
    const files = await fetchFiles(serviceWith({ ...event, documentoRelacionado }).client, CODE)
    assert.ok(typeof files === 'object')
    assert.deepEqual([files.name, files.fecEmi], [CODE, '2026-09-30'])
  }
})

for (const estado of ['rechazado', 'abandonado', 'liberado', 'descartado']) {
  test(`a document that is ${estado} has no files, and is not asked for again`, async () => {
    const { client, asked } = serviceWith({ estado, selloRecibido: null })

    assert.equal(await fetchFiles(client, CODE), 'never')
    assert.equal(asked.length, 1)
  })
}

test('a document without its seal is copied later, and an unknown one never', async () => {
  assert.equal(await fetchFiles(serviceWith({ selloRecibido: null }).client, CODE), 'later')
  assert.equal(await fetchFiles(serviceWith({ jws: null }).client, CODE), 'later')
  assert.equal(await fetchFiles(serviceWith(null).client, CODE), 'never')
})

test('files that the service no longer has are rebuilt from the signed bytes, without a printed copy', async () => {
  const printed = { status: 409, body: refusal('return_pdf_unavailable') }
  for (const pdf of [NOT_FOUND, printed]) {
    const files = await fetchFiles(serviceWith({}, { json: NOT_FOUND, pdf }).client, CODE)
    assert.ok(typeof files === 'object')
    assert.equal(files.json, `{"a":1,"firmaElectronica":"${JWS}","selloRecibido":"S"}`)
    assert.equal(files.pdf, null)
  }
  const odd = serviceWith({ jws: 'h.e30x.s' }, { json: NOT_FOUND }).client
  assert.equal(await fetchFiles(odd, CODE), 'never', 'nothing to rebuild it from')
})

test('any other error leaves the document pending', async () => {
  for (const files of [
    { json: { status: 403, body: refusal('forbidden_scope') } },
    { pdf: { status: 403, body: refusal('forbidden_scope') } },
  ]) {
    await assert.rejects(fetchFiles(serviceWith({}, files).client, CODE), (error) =>
      isSelloError(error, 'forbidden_scope'),
    )
  }
})

/** 10:20:00 in El Salvador. */
const AT = Date.parse('2026-10-05T16:20:00Z')
const OPEN_MS = 15 * 60_000
const intent = (members: Partial<StoredIntent> = {}): StoredIntent => ({
  ...{ id: 'i', at: AT, route: 'issue', codigoGeneracion: null, referencia: null, ...members },
})
const row = (codigoGeneracion: string, horEmi: string) => ({
  codigoGeneracion,
  fecEmi: '2026-10-05',
  horEmi,
})
const listOf = (...documentos: readonly object[]) =>
  scripted(() => ({ body: { documentos, siguiente: null } }))

test('a sale without a referencia is searched by its time, from a day before to a day after', async () => {
  const { client, asked } = listOf(
    ...[row('EARLY', '10:04:59'), row('FIRST', '10:05:00')],
    ...[row('LAST', '10:35:00'), row('LATE', '10:35:01')],
  )
  const { found, isOver } = await resolveIntent(client, intent(), AT)
  const { searchParams } = new URL(asked[0]?.url ?? '')

  assert.deepEqual(found, [{ codigoGeneracion: 'FIRST' }, { codigoGeneracion: 'LAST' }])
  assert.equal(isOver, false, 'it may still be in flight')
  assert.deepEqual(Object.fromEntries(searchParams), {
    ...{ desde: '2026-10-04', hasta: '2026-10-06', limit: '100' },
  })
})

test('the days of a search are those of El Salvador', async () => {
  const { client, asked } = listOf()
  await resolveIntent(client, intent({ at: Date.parse('2026-10-05T05:59:59.999Z') }), AT)
  await resolveIntent(client, intent({ at: Date.parse('2026-10-05T06:00:00Z') }), AT)

  assert.deepEqual(
    asked.map(({ url }) => new URL(url).searchParams.get('desde')),
    ['2026-10-03', '2026-10-04'],
  )
})

test('a call is over 15 minutes after it began, or once its referencia is found', async () => {
  const isOver = async (intended: StoredIntent, now: number, ...rows: readonly object[]) =>
    (await resolveIntent(listOf(...rows).client, intended, now)).isOver
  const named = intent({ referencia: 'V-1' })

  assert.equal(await isOver(named, AT + OPEN_MS), false)
  assert.equal(await isOver(named, AT + OPEN_MS + 1), true)
  assert.equal(await isOver(named, AT, row('A', '00:00:00')), true)
  assert.equal(await isOver(intent(), AT, row('A', '10:20:00')), false)
})

test('a correction finds its document and all its events', async () => {
  const events = { eventos: [{ codigoGeneracion: 'E' }], retornos: [{ codigoGeneracion: 'R' }] }
  const known = intent({ route: 'invalidate', codigoGeneracion: CODE })
  const { found, isOver } = await resolveIntent(
    serviceWith({ estado: 'invalidado', ...events }).client,
    known,
    AT,
  )

  const invalidado = { codigoGeneracion: CODE, invalidado: true }
  assert.deepEqual(found, [invalidado, { codigoGeneracion: 'E' }, { codigoGeneracion: 'R' }])
  assert.equal(isOver, false)
  assert.deepEqual((await resolveIntent(serviceWith(null).client, known, AT)).found, [])
  const busy = scripted(() => ({ status: 403, body: refusal('forbidden_scope') }))
  await assert.rejects(resolveIntent(busy.client, known, AT), (error) =>
    isSelloError(error, 'forbidden_scope'),
  )
})
