/** The bytes and seals in answers, compared with those in the ministry's ledger. */
import assert from 'node:assert/strict'
import type { Reply } from '../world.ts'
import { type Held, type LedgerRow, textOf } from './held.ts'

/** Fails where a 200 of a call that signs names another seal, signature or document than the ministry holds. */
export function assertSealedAnswer({ text, body }: Reply, held: Held): void {
  if (body.yaEstabaInvalidado) return
  const { evento, jws, documento, archivoDte, archivoJson } = body
  const { codigoGeneracion, selloRecibido } = evento ?? body
  const row = sealedRow(codigoGeneracion, selloRecibido, held)
  assertBytes({ jws, documento }, row)
  // An event's `archivoJson` is the whole file, with its seal.
  if (archivoDte === undefined) assertArchivo(archivoJson, row)
  else {
    assertArchivo(archivoDte, row)
    assertUnsealedFile(archivoJson, row)
  }
  assert.ok(text.includes(row.selloRecibido ?? 'bug'), 'an answer without its seal')
}

/** Fails where a query shows another seal, signature or document than the ministry holds, or another state. */
export function assertQuery(code: string, { body }: Reply, held: Held): void {
  const { codigoGeneracion, selloRecibido, jws, documento, eventos, retornos } = body
  assert.equal(codigoGeneracion, code, 'a query answers about another document')
  if (selloRecibido !== null) {
    assertBytes({ jws, documento }, sealedRow(code, selloRecibido, held))
  }
  for (const one of [...(eventos ?? []), ...(retornos ?? [])]) {
    if (one.selloRecibido) sealedRow(one.codigoGeneracion, one.selloRecibido, held)
  }
}

/** Fails where a file is not the ministry's bytes with the ministry's seal. `null`: a file without a seal. */
export function assertFile(code: string, { text }: Reply, kind: 'json' | 'raw', held: Held): void {
  const row = held.byCode.get(code)
  if (kind === 'json') {
    assert.ok(row, `${code} has a sealed file, and is not sealed`)
    assertArchivo(text, row)
  } else if (row) assertUnsealedFile(text, row)
}

function sealedRow(code: string, sello: string | null, held: Held): LedgerRow {
  const row = held.byCode.get(code)
  assert.ok(row, `${code} is told as sealed, and is not`)
  assert.equal(sello, row.selloRecibido, `${code} is told with another seal`)
  return row
}

function assertBytes({ jws, documento }: { jws: string; documento: unknown }, row: LedgerRow) {
  assert.ok(jws === row.jws, `${row.codigoGeneracion} is told with another signature`)
  assert.deepEqual(documento, row.payload, `${row.codigoGeneracion} is told as another document`)
}

/** The signed text with signature and seal as its last members, to the byte. */
function assertArchivo(archivo: string, row: LedgerRow): void {
  const members = { firmaElectronica: row.jws, selloRecibido: row.selloRecibido }
  const expected = `${textOf(row.jws).slice(0, -1)},${JSON.stringify(members).slice(1)}`
  assert.ok(archivo === expected, `${row.codigoGeneracion} has a file of other bytes`)
}

function assertUnsealedFile(archivo: string, row: LedgerRow): void {
  const { codigoGeneracion, jws } = JSON.parse(archivo)
  assert.equal(codigoGeneracion, row.codigoGeneracion)
  assert.ok(jws === row.jws, `${row.codigoGeneracion} has a file with another signature`)
}
