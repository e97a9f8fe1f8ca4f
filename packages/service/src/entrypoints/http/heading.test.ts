/** What the head of a request may not be, each with the field that it is told by. */
import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { Refused } from '@sello/contract'
import { assertAddress, assertHead, assertPlainBody } from './heading.ts'

function refusalOf(check: () => void): unknown {
  try {
    check()
  } catch (error) {
    if (error instanceof Refused) return [error.code, error.details, error.message]
    throw error
  }
  return null
}

const NUL = 'lleva un carácter de control (U+0000); quítelo.'
const nulIn = (field: string) => [
  'invalid_request',
  { field, issues: [{ field, message: NUL }] },
  `${field}: ${NUL}`,
]

// biome-ignore format: a table
const ADDRESSES: readonly (readonly [query: object, params: object, field: string | null])[] = [
  [{},                          {},               null],
  [{ limit: '1' },              { id: 'x' },      null],
  [{ limit: '1', buscar: 'a\0' }, {},             'buscar'],
  [{ buscar: ['a', '\0'] },     {},               'buscar'],
  [{ 'bus\0car': 'a' },         {},               'query'],
  [{},                          { id: 'x\0' },    'id'],
  [{},                          { '*': 'a/\0' },  'path'],
  [{ buscar: '\0' },            { id: '\0' },     'buscar'],
]

test('a NUL in an address is refused by the parameter that has it', () => {
  for (const [query, params, field] of ADDRESSES) {
    const expected = field === null ? null : nulIn(field)
    assert.deepEqual(
      refusalOf(() => assertAddress({ params, query })),
      expected,
    )
  }
})

const HOST = 'Falta el encabezado Host.'
const HOSTS = 'El encabezado Host va una sola vez.'
const EXPECT = 'El único Expect que se atiende es 100-continue. Quítelo.'

// biome-ignore format: a table
const HEADS: readonly (readonly [version: string, raw: readonly string[], expect: string | undefined, field: string | null, message?: string])[] = [
  ['1.1', ['Host', 'a'],                 undefined,      null],
  ['1.1', ['host', 'a', 'X', 'host'],    undefined,      null],
  ['1.0', [],                            undefined,      null],
  ['1.1', [],                            undefined,      'Host',   HOST],
  ['1.1', ['X', 'host'],                 undefined,      'Host',   HOST],
  ['1.0', ['Host', 'a', 'HOST', 'a'],    undefined,      'Host',   HOSTS],
  ['1.1', ['Host', 'a'],                 '100-Continue', null],
  ['1.1', ['Host', 'a'],                 'wonders',      'Expect', EXPECT],
]

test('a head that is ambiguous is refused, and HTTP/1.0 needs no Host', () => {
  for (const [httpVersion, rawHeaders, expect, field, message] of HEADS) {
    const head = { httpVersion, rawHeaders, headers: { expect } } as unknown as IncomingMessage
    const expected = field === null ? null : ['invalid_request', { field }, message]
    assert.deepEqual(
      refusalOf(() => assertHead(head)),
      expected,
    )
  }
})

const COMPRESSED = 'El cuerpo va sin comprimir: quite Content-Encoding.'
const CHARSET = 'El cuerpo va en UTF-8: quite charset o escriba charset=utf-8.'

// biome-ignore format: a table
const BODIES: readonly (readonly [encoding: string | undefined, type: string | undefined, field: string | null, message?: string])[] = [
  [undefined,     undefined,                              null],
  [' Identity ',  'application/json',                     null],
  ['gzip',        'application/json',                     'Content-Encoding', COMPRESSED],
  [undefined,     'application/json; charset = UTF8',     null],
  [undefined,     'application/json;charset="utf-8"; a',  null],
  [undefined,     'application/json; charset=utf-8x',     'Content-Type',     CHARSET],
  [undefined,     'application/json; charset=xutf-8',     'Content-Type',     CHARSET],
  [undefined,     'application/json; charset=""',         'Content-Type',     CHARSET],
  [undefined,     'application/json; charset=',           'Content-Type',     CHARSET],
]

test('a body is refused that is compressed or in another charset', () => {
  for (const [encoding, type, field, message] of BODIES) {
    const headers = { 'content-encoding': encoding, 'content-type': type }
    const expected = field === null ? null : ['invalid_request', { field }, message]
    assert.deepEqual(
      refusalOf(() => assertPlainBody({ headers })),
      expected,
      `${type}`,
    )
  }
})
