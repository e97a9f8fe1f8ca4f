/** A sale whose key the service has forgotten: the first call's document is its answer, or the refusal stands. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  API_KEY,
  failureOf,
  refusal,
  SALE,
  type Said,
  SIGN_KEY,
  scripted,
} from '../test/scripted.ts'
import { bytesOf, isSelloError, type KeyEntry } from './index.ts'

const CODE = 'A6C1B7F2-3D54-4E0B-9A77-2C5D8E9F0A11'
const SIGNED = {
  ...{ tipoDte: '01', ambiente: '00', numeroControl: 'DTE-01-1', codigoGeneracion: CODE },
  ...{ fecEmi: '2026-10-05', horEmi: '10:00:00', totales: { totalPagar: 1 }, jws: 'a.b.c' },
  ...{ documento: { a: 1 }, observaciones: ['Una'] },
}
const SEALED = {
  ...SIGNED,
  estado: 'sellado',
  selloRecibido: 'S',
  fhProcesamiento: 'F',
  contingencia: null,
}
const WAITS = { limiteEvento: '2026-10-06T16:00:00Z', limiteDocumento: null }
const WAITING = {
  ...{ ...SIGNED, estado: 'contingencia', selloRecibido: null, fhProcesamiento: null },
  contingencia: { queHacer: 'Espere.', ...WAITS },
}
const FILES: Readonly<Record<string, string>> = {
  '?kind=json&raw=true': '{"raw":"ñ"}',
  '?kind=json': '{"sealed":"ñ"}',
  '?kind=pdf': '%PDF-',
}

/** Issued once, with its answer lost, and again; the service then has `found`. */
async function issueAgain(found: object) {
  const entries = new Map<string, KeyEntry>()
  const keyStore = {
    read: async (name: string) => entries.get(name) ?? null,
    write: async (name: string, entry: KeyEntry) => void entries.set(name, entry),
  }
  let sales = 0
  const { client, asked } = scripted(
    ({ url, method }): Said => {
      const { pathname, search } = new URL(url)
      if (method === 'GET')
        return { body: pathname.endsWith('/file') ? (FILES[search] ?? {}) : found }
      sales += 1
      if (sales === 1) throw new TypeError('fetch failed')
      return { status: 409, body: refusal('reference_in_use', { codigoGeneracion: CODE }) }
    },
    { apiKey: API_KEY, signKey: SIGN_KEY, maxRetries: 0, keyStore },
  )
  const sale = { ...SALE, referencia: 'V-1' }
  const lost = await failureOf(client.issue(sale))
  const reads = () => asked.slice(2).map(({ url }) => url.split('/dte/')[1])
  const stored = () => entries.get('issue:V-1')
  return { answer: client.issue(sale), lost, reads, stored }
}

test('a sealed document comes back with all of its files, as the first call would have', async () => {
  const { answer, lost, reads, stored } = await issueAgain(SEALED)
  const { meta, ...issued } = await answer
  const { observaciones, ...signed } = SIGNED
  assert.deepEqual(issued, {
    ...{ estado: 'sellado', ...signed, observaciones, advertencias: [] },
    ...{ archivoJson: '{"raw":"ñ"}', selloRecibido: 'S', fhProcesamiento: 'F' },
    ...{ archivoDte: '{"sealed":"ñ"}', representacionGrafica: btoa('%PDF-') },
  })
  assert.equal(meta.idempotencyKey, lost.idempotencyKey)
  assert.equal(stored()?.state, 'done')
  assert.deepEqual(reads(), [CODE, ...Object.keys(FILES).map((query) => `${CODE}/file${query}`)])
})

test('a document that waits comes back with what it waits for, and is not called sealed', async () => {
  const { answer, reads } = await issueAgain(WAITING)
  const { meta: _, ...issued } = await answer
  assert.deepEqual(issued, {
    ...{ estado: 'contingencia', ...SIGNED, advertencias: [], archivoJson: '{"raw":"ñ"}' },
    ...{ detalle: 'Firmado en una llamada anterior. Espere.', contingencia: WAITS },
  })
  assert.deepEqual(reads(), [CODE, `${CODE}/file?kind=json&raw=true`])
})

test('what is no answer of a sale leaves the refusal, in doubt', async () => {
  for (const other of [
    { jws: null },
    { documento: null },
    { numeroControl: null },
    { totales: null },
    { tipoDte: '17' },
    { tipoDte: '18' },
    { selloRecibido: null },
    { selloRecibido: null, estado: 'contingencia' },
  ]) {
    const { answer, lost } = await issueAgain({ ...SEALED, ...other })
    const error = await failureOf(answer)
    assert.ok(isSelloError(error, 'reference_in_use'), JSON.stringify(other))
    assert.deepEqual(
      [error.message, error.outcome, error.details, error.idempotencyKey],
      ['Por reference_in_use.', 'unknown', { codigoGeneracion: CODE }, lost.idempotencyKey],
    )
  }
})

test('a text in base64 is its bytes, and any other is refused', () => {
  assert.deepEqual(bytesOf('AP8H'), new Uint8Array([0, 255, 7]))
  assert.throws(
    () => bytesOf('ñ'),
    (error) => {
      assert.ok(isSelloError(error, 'invalid_option'))
      assert.deepEqual(
        [error.message, error.details],
        ['El texto no es base64.', { field: 'base64' }],
      )
      return true
    },
  )
})
