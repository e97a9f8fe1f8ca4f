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

test('an address is checked in URL notation; a name is left to the lookup', () => {
  for (const written of ['127.1', '2130706433', '0x7f.0.0.1', '[::1]', '[::ffff:127.0.0.1]']) {
    const { hostname } = new URL(`https://${written}/deposito`)
    assert.throws(() => assertPublicHost(hostname), InnerAddress, written)
  }
  assertPublicHost('8.8.8.8')
  assertPublicHost('localhost')
})
