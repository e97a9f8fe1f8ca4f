import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'

const clockOf = (env: Record<string, string>) => readConfig(env).clock

test('the time helper listens on a port derived from the service’s, or on any free one', () => {
  assert.deepEqual(clockOf({}), { host: '127.0.0.1', port: 5_600, colo: 'local' })
  assert.equal(clockOf({ SELLO_PORT: '8080' })?.port, 9_080)
  assert.equal(clockOf({ SELLO_PORT: '0' })?.port, 0)
  assert.equal(clockOf({ SELLO_PORT: '65000' })?.port, 0)
})

test('the time helper can use another port, or be disabled', () => {
  const env = { SELLO_CLOCK_PORT: '80', SELLO_CLOCK_HOST: '::', SELLO_CLOCK_COLO: 'SAL1' }
  assert.deepEqual(clockOf(env), { host: '::', port: 80, colo: 'SAL1' })
  assert.equal(clockOf({ SELLO_CLOCK_PORT: 'off' }), null)
})

test('an invalid port is refused, naming its setting', () => {
  for (const value of ['x', '-1', '65536', '1.5']) {
    assert.throws(() => clockOf({ SELLO_CLOCK_PORT: value }), /SELLO_CLOCK_PORT/)
  }
})

test('a trusted-proxy range of all addresses is refused, naming its setting', () => {
  for (const all of ['0.0.0.0/0', '10.0.0.1, ::/0']) {
    assert.throws(() => readConfig({ TRUSTED_PROXIES: all }), /TRUSTED_PROXIES/)
  }
  assert.deepEqual(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8' }).trustedProxies, ['10.0.0.0/8'])
})

test('the ministry is reached over https, or unencrypted within this machine', () => {
  for (const name of ['SELLO_MH_TEST_URL', 'SELLO_MH_LIVE_URL'] as const) {
    const hostOf = (url: string) => {
      const { hosts } = readConfig({ [name]: url }).mh
      return hosts[name === 'SELLO_MH_TEST_URL' ? '00' : '01']
    }
    for (const url of [
      'https://apitest.dtes.mh.gob.sv',
      'http://127.0.0.1:4700',
      'http://127.8.0.1:4700',
      'http://localhost:4700',
      'http://[::1]:4700',
    ]) {
      assert.equal(hostOf(url), url)
    }
    for (const url of [
      'http://apitest.dtes.mh.gob.sv',
      'http://10.0.0.7:4700',
      'http://127.0.0.1.example.com',
      'http://localhost.example.com',
      'ftp://127.0.0.1',
      'apitest.dtes.mh.gob.sv',
    ]) {
      assert.throws(() => hostOf(url), new RegExp(name), url)
    }
  }
})
