import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertPublicHost, InnerAddress, isPublicAddress } from './public-address.ts'

const INNER = [
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
  ...['172.16.0.1', '172.31.255.255', '192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...['::', '::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0', 'ff02::1'],
  ...[
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '2002:7f00:1::',
    '::ffff:0:7f00:1',
    '100::1',
    '2001:db8::1',
    '4000::1',
    '5f00::1',
  ],
]
const PUBLIC = [
  ...['8.8.8.8', '172.15.0.1', '172.32.0.1', '192.169.0.1', '100.128.0.1', '223.255.255.255'],
  ...['2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'],
]

test('this machine and internal networks are distinguished from public ones, in any notation', () => {
  for (const address of INNER) assert.equal(isPublicAddress(address), false, address)
  for (const address of PUBLIC) assert.equal(isPublicAddress(address), true, address)
  assert.equal(isPublicAddress('deposito.example'), false)
})

/** The first and the last address of each range, and those beside it; `null`: another range begins there. */
// biome-ignore format: a table
const EDGES = [
  [null,                 '0.0.0.0',     '0.255.255.255',   '1.0.0.0'],
  ['9.255.255.255',      '10.0.0.0',    '10.255.255.255',  '11.0.0.0'],
  ['100.63.255.255',     '100.64.0.0',  '100.127.255.255', '100.128.0.0'],
  ['126.255.255.255',    '127.0.0.0',   '127.255.255.255', '128.0.0.0'],
  ['169.253.255.255',    '169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ['172.15.255.255',     '172.16.0.0',  '172.31.255.255',  '172.32.0.0'],
  ['191.255.255.255',    '192.0.0.0',   '192.0.0.255',     '192.0.1.0'],
  ['192.167.255.255',    '192.168.0.0', '192.168.255.255', '192.169.0.0'],
  ['198.17.255.255',     '198.18.0.0',  '198.19.255.255',  '198.20.0.0'],
  ['223.255.255.255',    '224.0.0.0',   '255.255.255.255', null],
  [null,                 '::',          '64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff', '64:ff9b::1.0.0.0'],
  [null,                 '1::1',        'ff::1',           null],
  ['64:ff9b::9.255.255.255', '64:ff9b::10.0.0.0', '64:ff9b::10.255.255.255', '64:ff9b::11.0.0.0'],
  [null,                 '64:ff9b:0:0:0:1::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2000::'],
  ['2000:ffff::1',       '2001::',      '2001:0:ffff:ffff:ffff:ffff:ffff:ffff', '2001:1::'],
  ['2001:db7:ffff::1',   '2001:db8::',  '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
  ['2001:ffff:ffff::1',  '2002::',      '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2003::'],
  ['3ffe:ffff:ffff::1',  '3fff::',      '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::'],
  ['3fff:ffff:ffff::1',  '4000::',      'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
] as const

for (const [before, first, last, after] of EDGES) {
  test(`what is not public from ${first} to ${last} ends there`, () => {
    assert.deepEqual([first, last].map(isPublicAddress), [false, false])
    for (const beside of [before, after]) if (beside) assert.ok(isPublicAddress(beside), beside)
  })
}

test('an address is checked in URL notation; a name is left to the lookup', () => {
  for (const written of ['127.1', '2130706433', '0x7f.0.0.1', '[::1]', '[::ffff:127.0.0.1]']) {
    const { hostname } = new URL(`https://${written}/deposito`)
    assert.throws(() => assertPublicHost(hostname), InnerAddress, written)
  }
  assertPublicHost('8.8.8.8')
  assertPublicHost('localhost')
})
