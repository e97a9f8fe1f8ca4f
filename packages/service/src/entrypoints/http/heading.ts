/** Rules for the head of every request (docs/wire.md#requests). */
import type { IncomingMessage } from 'node:http'
import { Refused } from '@sello/contract'
import { refuseFields } from './body.ts'

/** 400 for an ambiguous head: no Host or several, or an unknown expectation. */
export function assertHead(request: IncomingMessage): void {
  const { httpVersion } = request
  const hosts = request.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) refuse('Host', 'El encabezado Host va una sola vez.')
  if (hosts.length === 0 && httpVersion === '1.1') refuse('Host', 'Falta el encabezado Host.')
  const { expect } = request.headers
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    refuse('Expect', 'El único Expect que se atiende es 100-continue. Quítelo.')
  }
}

/** 400 for a NUL in the path or in a parameter: no stored text has one, and PostgreSQL refuses to compare with it. */
export function assertAddress({
  params,
  query,
}: {
  readonly params: unknown
  readonly query: unknown
}): void {
  for (const [name, value] of [query, params].flatMap((one) => Object.entries(one as object))) {
    const field = name.includes('\0') ? 'query' : name === '*' ? 'path' : name
    const texts = [name, value].flat().map(String)
    if (!texts.some((text) => text.includes('\0'))) continue
    refuseFields([{ field, message: 'lleva un carácter de control (U+0000); quítelo.' }])
  }
}

/** 400 for an unsupported content encoding or charset. */
export function assertPlainBody({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const coding = headers['content-encoding']
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity') {
    refuse('Content-Encoding', 'El cuerpo va sin comprimir: quite Content-Encoding.')
  }
  const charset = charsetOf(headers['content-type'] ?? '')
  if (charset !== null && !/^utf-?8$/i.test(charset)) {
    refuse('Content-Type', 'El cuerpo va en UTF-8: quite charset o escriba charset=utf-8.')
  }
}

/** Null when the header names none. */
function charsetOf(contentType: string): string | null {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(contentType) ?? []
  return quoted ?? plain ?? null
}

function refuse(field: string, message: string): never {
  throw new Refused('invalid_request', message, { field })
}
