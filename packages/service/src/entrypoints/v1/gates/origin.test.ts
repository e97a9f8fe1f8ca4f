import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { issueCertificadoMH } from '@sello/mh-simulator'
import { mintLiveKey } from '../../../../test/live-key.ts'
import { createWorld, PASSPHRASE, type Reply, type World } from '../../../../test/world.ts'
import {
  AdminRefused,
  changeIssuedTypes,
  importCertificate,
  leaveProduction,
  limitKey,
  type MintedKey,
  setMinistryPassword,
  switchProduction,
} from '../../../admin.ts'
import { mintApiKey } from '../../../ledger/keys/api-key.ts'

let world: World
before(async () => {
  world = await createWorld({ trustedProxies: ['10.9.0.0/16', '::1'] })
})
after(() => world.close())

const codeOf = ({ status, body }: Reply) => `${status} ${body.error.code}`

/** Configures live issuing: the world's company only has the test environment. */
async function prepareLive(): Promise<void> {
  const { nit } = world.company
  const [ambiente, password] = ['01', 'Clave-De-Produccion-1'] as const
  const [validFrom, validTo] = [new Date('2026-01-01'), new Date('2031-01-01')]
  const nombre = 'Cafetalera de Prueba, S.A. de C.V.'
  const { xml } = issueCertificadoMH({ nit, nombre, password, validFrom, validTo })
  const passphrase = PASSPHRASE
  await setMinistryPassword(world.admin, nit, { ambiente, password })
  await importCertificate(world.admin, nit, {
    ...{ ambiente, password, passphrase },
    xml: Buffer.from(xml),
  })
}

function callFrom(key: MintedKey, remoteAddress: string, headers: object = {}) {
  return world.inject({
    method: 'GET',
    url: `/v1/dte/${randomUUID()}`,
    headers: { 'x-service-key': key.apiKey, ...headers },
    remoteAddress,
  })
}

// biome-ignore format: a table
const CALLS: readonly (readonly [ranges: readonly string[], from: string, passes: boolean])[] = [
  [[],                             '203.0.113.9',          true],
  [['203.0.113.9'],                '203.0.113.9',          true],
  [['203.0.113.9'],                '203.0.113.8',          false],
  [['203.0.113.0/24'],             '203.0.113.255',        true],
  [['203.0.113.7/24'],             '203.0.113.255',        true],
  [['203.0.113.0/25'],             '203.0.113.128',        false],
  [['203.0.113.9'],                '::ffff:203.0.113.9',   true],
  [['203.0.113.0/24'],             '::ffff:cb00:7109',     true],
  [['::ffff:203.0.113.0/120'],     '203.0.113.9',          true],
  [['2001:db8::/32'],              '2001:db8:1::5',        true],
  [['2001:db8::/32'],              '2001:db9::5',          false],
  [['2001:db8::5'],                '2001:0DB8:0:0::5',     true],
  [['10.1.0.0/16', '2001:db8::1'], '10.1.255.255',         true],
  [['::/0'],                       '203.0.113.9',          false],
  [['0.0.0.0/0'],                  '2001:db8::1',          false],
  [['0.0.0.0/0'],                  'unknown',              false],
]

for (const [ipRanges, from, passes] of CALLS) {
  test(`a key for [${ipRanges}] ${passes ? 'works' : 'is refused'} from ${from}`, async () => {
    await limitKey(world.admin, world.company.nit, world.company.key.keyId, { ipRanges })

    const reply = await callFrom(world.company.key, from)

    assert.equal(codeOf(reply), passes ? '404 not_found' : '403 ip_not_allowed')
  })
}

test('X-Forwarded-For counts only from a trusted proxy, and only the addresses that trusted proxies appended', async () => {
  const ipRanges = ['203.0.113.9']
  const key = await world.mintKey(world.company.nit, { passphrase: null, ipRanges })
  const forwarded = (chain: string) => ({ 'x-forwarded-for': chain })

  const own = await callFrom(key, '203.0.113.9', forwarded('192.0.2.1'))
  const forged = await callFrom(key, '192.0.2.1', forwarded('203.0.113.9'))
  const behind = await callFrom(key, '10.9.0.1', forwarded('203.0.113.9'))
  const mapped = await callFrom(key, '::ffff:10.9.0.1', forwarded('::ffff:203.0.113.9'))
  const chained = await callFrom(key, '::1', forwarded('203.0.113.9, 10.9.3.3'))
  const prefixed = await callFrom(key, '10.9.0.1', forwarded('203.0.113.9, 192.0.2.1'))
  const garbled = await callFrom(key, '10.9.0.1', forwarded('203.0.113.9, <script>'))

  assert.equal(codeOf(own), '404 not_found')
  assert.equal(codeOf(forged), '403 ip_not_allowed')
  assert.deepEqual(forged.body.error.details, { ip: '192.0.2.1' })
  for (const reply of [behind, mapped, chained]) assert.equal(codeOf(reply), '404 not_found')
  assert.deepEqual(prefixed.body.error.details, { ip: '192.0.2.1' })
  assert.deepEqual(garbled.body.error.details, { ip: null })
})

test('over a real connection the peer is the connecting address', async () => {
  const key = await world.mintKey(world.company.nit, { passphrase: null, ipRanges: ['127.0.0.1'] })
  const elsewhere = await world.mintKey(world.company.nit, { passphrase: null, ipRanges: ['::2'] })
  const address = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const statusOf = async ({ apiKey }: MintedKey) => {
    const headers = { 'x-service-key': apiKey, 'x-forwarded-for': '::2' }
    const sent = request(`${address}/v1/dte/${randomUUID()}`, { headers, agent: false }).end()
    const [response] = await once(sent, 'response')
    response.resume()
    return response.statusCode
  }

  assert.equal(await statusOf(key), 404)
  assert.equal(await statusOf(elsewhere), 403)
})

test('invalid addresses are all refused when a key is minted', async () => {
  const ipRanges = ['10.0.0.1', 'localhost', '10.0.0.0/40']

  await assert.rejects(
    world.mintKey(world.company.nit, { passphrase: null, ipRanges }),
    (error) => {
      assert.ok(error instanceof AdminRefused)
      assert.deepEqual(
        error.problems.map(({ field }) => field),
        ['ip', 'ip'],
      )
      return true
    },
  )
})

test('a live key needs the switch to production, and the switch needs everything that a live document needs', async () => {
  const { nit } = world.company
  const live = { passphrase: null, ambiente: '01' } as const
  const refusedFields = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof AdminRefused, String(error))
    return error.problems.map(({ field }) => field)
  }

  assert.deepEqual(await refusedFields(world.mintKey(nit, live)), ['ambiente'])
  assert.deepEqual(await refusedFields(switchProduction(world.admin, nit)), [
    'nit', // no live certificate
    'nit', // no password of the live ministry
    'nit', // no types said
  ])
  await prepareLive()
  await changeIssuedTypes(world.admin, nit, { add: ['01'] })
  await world.issue()
  const { productionSince } = await switchProduction(world.admin, nit)
  await world.advance(1_000)
  assert.deepEqual((await switchProduction(world.admin, nit)).productionSince, productionSince)
  const key = await world.mintKey(nit, live)
  assert.match(key.apiKey, /^sello_live_/)
  assert.equal((await callFrom(key, '203.0.113.9')).status, 404)

  await leaveProduction(world.admin, nit)
  const reply = await callFrom(key, '203.0.113.9')
  assert.equal(codeOf(reply), '403 environment_not_allowed')
  assert.deepEqual(reply.body.error.details, { ambiente: '01' })
  await switchProduction(world.admin, nit)
  assert.equal((await callFrom(key, '203.0.113.9')).status, 404)
})

/** The same key as if it were of this environment. */
function named(ambiente: '00' | '01', { apiKey }: MintedKey): string {
  const [, id = '', secret = ''] = /^sello_(?:test|live)_(.{12})\.(.{43})/.exec(apiKey) ?? []
  const bytes = (size: number) => Buffer.from(size === 9 ? id : secret, 'base64url')
  return mintApiKey('sello', ambiente, { ...world.deps.random, bytes }).apiKey
}

test('a key whose text names the other environment is refused despite its valid secret, and told its own', async () => {
  const { nit } = await world.addCompany()
  for (const [key, own, other, word] of [
    [await world.mintKey(nit, { passphrase: null }), '00', '01', 'test'],
    [await mintLiveKey(world, nit), '01', '00', 'live'],
  ] as const) {
    assert.equal(named(own, key), key.apiKey)
    const reply = await callFrom({ ...key, apiKey: named(other, key) }, '203.0.113.9')

    assert.equal(codeOf(reply), '403 environment_not_allowed')
    assert.deepEqual(reply.body.error.details, { ambiente: own })
    assert.equal(
      reply.body.error.message,
      `Esta llave es del ambiente ${own} y su texto nombra otro. Úsela como se emitió, con _${word}_.`,
    )
  }
})
