import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAddress, readRange } from './ip-ranges.ts'

// biome-ignore format: a table
const ADDRESSES: readonly (readonly [given: string, read: string | null])[] = [
  ['10.0.0.1',              '10.0.0.1'],
  ['::1',                   '::1'],
  ['2001:DB8:0:0::1',       '2001:db8::1'],
  ['::ffff:10.0.0.1',       '10.0.0.1'],
  ['::FFFF:0a00:0001',      '10.0.0.1'],
  ['0:0:0:0:0:ffff:a00:1',  '10.0.0.1'],
  ['::ffff:0:0',            '0.0.0.0'],
  ['::ffff:203.113.77.255', '203.113.77.255'],
  ['2001:db8::ffff:a00:1',  '2001:db8::ffff:a00:1'],
  ['::ffff:1:2:3',          '::ffff:1:2:3'],
  ['fe80::1%eth0',          'fe80::1'],
  ['10.0.0.1:443',          null],
  ['010.0.0.1',             null],
  ['10.0.0',                null],
  ['167772161',             null],
  ['unknown',               null],
  ['',                      null],
]

for (const [given, read] of ADDRESSES) {
  test(`the address "${given}" is read as ${read}`, () => {
    assert.equal(readAddress(given), read)
  })
}

// biome-ignore format: a table
const RANGES: readonly (readonly [given: string, read: string | null])[] = [
  ['10.0.0.0/8',            '10.0.0.0/8'],
  ['10.0.0.1',              '10.0.0.1'],
  ['2001:db8::/32',         '2001:db8::/32'],
  ['::/0',                  '::/0'],
  ['0.0.0.0/0',             '0.0.0.0/0'],
  ['::ffff:10.0.0.0/104',   '10.0.0.0/8'],
  ['::ffff:10.0.0.1/128',   '10.0.0.1/32'],
  ['::ffff:10.0.0.0/95',    null],
  ['10.0.0.0/33',           null],
  ['2001:db8::1/128',       '2001:db8::1/128'],
  ['2001:db8::/129',        null],
  ['10.0.0.0/',             null],
  ['10.0.0.0/-1',           null],
  ['10.0.0.0/+8',           null],
  ['10.0.0.0/8/8',          null],
  ['10.0.0.0/1e1',          null],
  ['fe80::1%eth0/64',       null],
  ['localhost',             null],
]

for (const [given, read] of RANGES) {
  test(`the range "${given}" is read as ${read}`, () => {
    assert.equal(readRange(given), read)
  })
}
