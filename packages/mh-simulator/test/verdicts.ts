/** Assertions about documents: sealed, or refused for a reason. */
import assert from 'node:assert/strict'
import type { Draft } from './documentos.ts'
import type { Ministry } from './ministry.ts'

/** Sends it; it must be sealed. Gives it back, for another to be about. */
export async function sealed(ministry: Ministry, documento: Draft, why = ''): Promise<Draft> {
  const { status, body } = await ministry.send(documento)
  assert.equal(status, 200, `${why} ${body.descripcionMsg} ${body.observaciones}`)
  return documento
}

/** The field that a refusal is about; empty: none. */
export function fieldOf(descripcionMsg: string): string {
  return /^\[(.*)\] /.exec(descripcionMsg)?.[1] ?? ''
}

/** Sends it; it must be refused with that code at that field. Gives the remarks. */
export async function refused(
  ministry: Ministry,
  documento: Draft,
  code: string,
  path: string,
): Promise<readonly string[]> {
  const { status, body } = await ministry.send(documento)
  const about = `${code} ${path}: ${body.descripcionMsg} ${body.observaciones}`
  assert.deepEqual([status, body.codigoMsg], [400, code], about)
  assert.equal(fieldOf(body.descripcionMsg), path, about)
  return body.observaciones
}
