import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutLocation } from './without-location.ts'

test('a problem is told without the place, each time that it is named, and without the address of a server', () => {
  // biome-ignore format: a table
  const rows = [
    ['El disco de /a/b está lleno: /a/b.',            '/a/b',             'El disco de el destino está lleno: el destino.'],
    ['/a/b y /a/c',                                   '/a/c',             '/a/b y el destino'],
    ['/a/b está lleno.',                              null,               '/a/b está lleno.'],
    ['No se pudo hablar con https://s3.example:9/x (ECONNRESET).', null,  'No se pudo hablar con el destino (ECONNRESET).'],
    ['http://a respondió (http://b) a https://c/d e', 'https://c/d',      'el destino respondió (el destino) a el destino e'],
    ['https://a/b.c respondió 403',                   'https://a/b.c',    'el destino respondió 403'],
  ] as const
  for (const [problem, location, told] of rows) {
    assert.equal(withoutLocation(problem, location), told)
  }
})
