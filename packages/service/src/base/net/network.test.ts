/** By what callers without a key are counted and told, and how a limit is divided. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareOf } from '../share.ts'
import { maskedAddress } from './masked-address.ts'
import { networkOf, peerOf } from './network.ts'
import { isHttps, isLoopback } from './origins.ts'

test('callers are counted by IPv4 address, and by the /64 of IPv6, however it is written', () => {
  // biome-ignore format: a table
  const networks = [
    ['203.0.113.7',            '203.0.113.7'],
    ['',                       ''],
    ['2001:db8:1:2:3:4:5:6',   '2001:db8:1:2'],
    ['2001:db8:1:2::6',        '2001:db8:1:2'],
    ['2001:db8:1::5:6',        '2001:db8:1:0'],
    ['2001:db8::',             '2001:db8:0:0'],
    ['2001:db8::1:2:3:4:5',    '2001:db8:0:1'],
    ['::1',                    '0:0:0:0'],
    ['::',                     '0:0:0:0'],
    ['::2:3:4:5:6:7:8',        '0:2:3:4'],
  ] as const
  for (const [address, network] of networks) assert.equal(networkOf(address), network, address)
})

test('a caller is told by the address that a range would have, or by none', () => {
  assert.equal(peerOf({ ip: '::ffff:203.0.113.7' }), '203.0.113.7')
  assert.equal(peerOf({ ip: undefined }), null)
  assert.equal(peerOf({ ip: 'unknown' }), null)
})

test('a mask of a mail address is never the whole', () => {
  // biome-ignore format: a table
  const masks = [
    ['maria@example.com',      'm…a@e…e.com'],
    ['ana@abc.sv',             'a…@a….sv'],
    ['anas@abcd.sv',           'a…s@a…d.sv'],
    ['a@b.c',                  'a…@b….c'],
    ['a@b@correo.gob.sv',      'a…@c…b.sv'],
  ] as const
  for (const [address, mask] of masks) assert.equal(maskedAddress(address), mask)
})

test('processes share a limit, each at least one', () => {
  // biome-ignore format: a table
  const shares = [[4_096, 1, 4_096], [4_096, 4, 1_024], [10, 4, 3], [2, 4, 1], [0, 4, 1]] as const
  for (const [total, processes, share] of shares) assert.equal(shareOf(total, processes), share)
})

test('this machine is localhost, ::1 and all of 127.0.0.0/8, and nothing that begins or ends so', () => {
  for (const name of ['localhost', '[::1]', '127.0.0.1', '127.255.255.254'])
    assert.equal(isLoopback(name), true, name)
  for (const name of [
    'localhost.a',
    'a.localhost',
    '[::2]',
    '128.0.0.1',
    '127.0.0.1.a',
    '1127.0.0.1',
  ])
    assert.equal(isLoopback(name), false, name)
  assert.deepEqual(['https://a.example', 'http://a.example', 'a https:', null].map(isHttps), [
    true,
    false,
    false,
    false,
  ])
})
