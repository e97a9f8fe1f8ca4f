/** Which values an option takes, at the ends of each range; the refusal names the option. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Option } from 'commander'
import { personOf } from './calling/person.ts'
import { CliError, EXIT } from './exit.ts'
import { amountMax, ipRanges, keyId, limit, limitsOf } from './key-values.ts'
import { ambiente, codes, correlativo, nit, port, wholeNumber, year } from './values.ts'

const parsed = (option: Option, text: string): unknown => option.parseArg?.(text, undefined)
const refuses = (words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof CliError, String(error))
  assert.match(error.message, words)
  assert.equal(EXIT[error.ending], 2)
  return true
}

interface Case {
  readonly what: string
  readonly parse: (text: string) => unknown
  readonly good: readonly (readonly [text: string, value: unknown])[]
  readonly bad: readonly string[]
  readonly says: RegExp
}

// biome-ignore format: a table
const CASES: readonly Case[] = [
  { what: 'a NIT', parse: (text) => parsed(nit(), text),
    good: [['0614-010190-001-9', '06140101900019'], ['061401019', '061401019']],
    bad: ['', '12345678', '1234567890', '1'.repeat(13), '1'.repeat(15), 'x061401019', '061401019x'],
    says: /^--nit: el NIT tiene 14 cifras, o 9 si es el DUI\.$/ },
  { what: 'an environment', parse: (text) => parsed(ambiente(), text),
    good: [['00', '00'], ['01', '01']], bad: ['', '0', '02', 'prod'],
    says: /^--environment: es 00 \(pruebas\) o 01 \(producción\)\.$/ },
  { what: 'a year', parse: (text) => parsed(year(), text),
    good: [['2000', 2000], ['2099', 2099]], bad: ['', '26', '1999', '2100', '20261', '12026'],
    says: /^--year: es un año, como 2026\.$/ },
  { what: 'a position in a series', parse: (text) => correlativo('--first', text),
    good: [['1', 1n], ['0042', 42n], ['9'.repeat(15), 999_999_999_999_999n]],
    bad: ['0', '-1', '1.5', 'x1', '1x', '1'.repeat(16)],
    says: /^--first: \S+ no es un número de 1 a 999999999999999\.$/ },
  { what: 'no position', parse: (text) => correlativo('--first', text), good: [], bad: [''],
    says: /^--first: lo vacío no es un número/ },
  { what: 'a port', parse: (text) => parsed(port(4600), text),
    good: [['0', 0], ['65535', 65535]], bad: ['', '65536', '-1', '1.5', 'x1', '1x'],
    says: /^--port: es un número entero de 0 a 65535\.$/ },
  { what: 'a whole number', parse: (text) => wholeNumber('--n', text, 9_999_999_999),
    good: [['0', 0], ['9999999999', 9_999_999_999]], bad: ['', '-1', '1.5', 'x1', '1x', '10000000000', '0'.repeat(16)],
    says: /^--n: es un número entero de 0 a 9999999999\.$/ },
  { what: 'a limit', parse: (text) => parsed(limit('--limit-hour <llamadas>', ''), text),
    good: [['1', 1], ['10000000', 10_000_000]], bad: ['0'],
    says: /^--limit-hour: es un número entero de 1 a 10000000\.$/ },
  { what: 'a limit beyond all', parse: (text) => parsed(limit('--limit-hour <llamadas>', ''), text),
    good: [], bad: ['10000001', '', 'x'], says: /^--limit-hour: es un número entero de 0 a 10000000\.$/ },
  { what: 'an amount', parse: (text) => parsed(amountMax(''), text),
    good: [['0.01', 0.01], ['1', 1], ['99999999999.99', 99_999_999_999.99]],
    bad: ['', '0', '0.00', '-1', '1.', '1.001', 'x1', '1x', '1'.repeat(12)],
    says: /^--amount-max: son dólares, mayor que cero y con dos decimales a lo sumo/ },
  { what: 'codes', parse: (text) => codes('--dte-types', text, ['01', '03']),
    good: [['01', ['01']], [' 03 , 01,03', ['03', '01']]], bad: ['99', '01,', '01,99'],
    says: /^--dte-types: (99|lo vacío) no vale\. Valen: 01, 03\.$/ },
  { what: 'a person', parse: personOf,
    good: [['Ana Ficticia,00016297-5', { nombre: 'Ana Ficticia', numDocumento: '00016297-5' }],
      [' Ficticia, Ana , 1 ', { nombre: 'Ficticia, Ana', numDocumento: '1' }]],
    bad: ['', 'Ana', 'Ana,', ',1', ' , 1'],
    says: /^--responsible, --requested-by: son un nombre, una coma y un número de documento\.$/ },
  { what: 'addresses', parse: (text) => parsed(ipRanges(''), text),
    good: [['::1', ['::1']], [' 10.0.0.0/8 ,, ::1 ', ['10.0.0.0/8', '::1']], ['', []]], bad: [], says: /$/ },
  { what: 'a key', parse: (text) => parsed(keyId(), text),
    good: [['sello_test_Ab-_56789012', 'Ab-_56789012'], ['sello_live_123456789012', '123456789012'], ['abc', 'abc'],
      ['sello_test_12345678901', 'sello_test_12345678901'], ['sello_test_1234567890123', 'sello_test_1234567890123'],
      ['Xsello_test_123456789012', 'Xsello_test_123456789012']], bad: [], says: /$/ },
]

for (const { what, parse, good, bad, says } of CASES) {
  test(`${what} is taken in its forms, and refused in any other`, () => {
    for (const [text, value] of good) assert.deepEqual(parse(text), value, text)
    for (const text of bad) assert.throws(() => parse(text), refuses(says), text)
  })
}

test('only the limits that were given are changed', () => {
  assert.deepEqual(limitsOf({}), {})
  assert.deepEqual(limitsOf({ limitHour: 1, limitDay: 2, limitStatus: 3 }), {
    ...{ hour: 1, day: 2, status: 3 },
  })
  assert.deepEqual(limitsOf({ limitDay: 2 }), { day: 2 })
})
