/** Nothing inside is reached, whatever an address says or a name resolves to. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { after, before, test } from 'node:test'
import { type NameServer, startNameServer } from '../../../test/dns.ts'
import { startReceiver, withStatus } from '../../../test/webhooks.ts'
import { INNER } from './address.ts'
import { createWebhookSender, type WebhookSender } from './sender.ts'

/** Everything of this machine that could be reached, on every address that it has. */
const inside = createServer((socket) => {
  reached += 1
  socket.destroy()
})
let reached = 0
let port = 0
let names: NameServer
let sender: WebhookSender

/** The addresses of each name; a function: of each question anew. */
const NAMES = new Map<string, readonly string[] | (() => readonly string[])>()

before(async () => {
  inside.listen(0, '::')
  await once(inside, 'listening')
  port = (inside.address() as AddressInfo).port
  names = await startNameServer((name) => {
    const found = NAMES.get(name) ?? []
    return typeof found === 'function' ? found() : found
  })
  sender = createWebhookSender({
    innerNetwork: false,
    resolver: names.resolver,
    timeoutMs: 2_000,
  })
})
after(async () => {
  await sender.close()
  names.close()
  inside.close()
  await once(inside, 'close')
})

const messageTo = (url: string) => ({ url, headers: {}, body: Buffer.from('{}') })

/** This machine and networks behind it, a few of each range (RFC 6890). */
const INNER_V4 = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.254', '100.64.0.1', '100.127.255.254'],
  ...['127.0.0.1', '127.0.0.53', '127.1.2.3', '127.255.255.254', '169.254.0.1', '169.254.169.254'],
  ...['172.16.0.1', '172.17.0.1', '172.31.255.254', '192.0.0.1', '192.0.0.170', '192.168.0.1'],
  ...['192.168.1.1', '192.168.255.254', '198.18.0.1', '198.19.255.254', '224.0.0.1', '239.1.1.1'],
  ...['240.0.0.1', '255.255.255.255'],
]
const INNER_V6 = [
  ...['::', '::1', 'fc00::1', 'fd00:ec2::254', 'fdff::1', 'fe80::1', 'febf::1', 'fec0::1'],
  ...['ff02::1', 'ff05::2', '::2', '::ffff:0:0', '64:ff9b:1::7f00:1', '100::1', '2001::1'],
  ...['2001:db8::1', '3fff::1', '4000::1', '5f00::1', '2002:7f00:1::1', '2002:a00:1::'],
]
const OWN = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .map(({ address }) => address.replace(/%.*$/, ''))
const OWN_V4 = OWN.filter((one) => one.includes('.') && !INNER_V4.includes(one))

/** An IPv4 in every notation that a URL accepts. */
function notationsOf(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
  const hex = (n: number) => `0x${n.toString(16)}`
  const octal = (n: number) => `0${n.toString(8)}`
  const high = ((a << 8) | b).toString(16)
  const low = ((c << 8) | d).toString(16)
  const wide = [...address].map((char) =>
    char === '.' ? '。' : String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0),
  )
  return [
    ...[address, `${address}.`, `${whole}`, hex(whole), octal(whole)],
    ...[`${a}.${whole & 0xffffff}`, `${a}.${b}.${(c << 8) | d}`],
    ...[[a, b, c, d].map(hex).join('.'), [a, b, c, d].map(octal).join('.')],
    ...[`${hex(a)}.${octal(b)}.${(c << 8) | d}`, `0x${'0'.repeat(12)}${whole.toString(16)}`],
    ...[wide.join(''), address.replaceAll('.', '%2e'), `%3${address[0]}${address.slice(1)}`],
    ...[`[::ffff:${address}]`, `[::ffff:${high}:${low}]`, `[0:0:0:0:0:ffff:${high}:${low}]`],
    ...[`[::${address}]`, `[::ffff:0:${high}:${low}]`, `[64:ff9b::${high}:${low}]`],
    ...[`[64:ff9b:1::${high}:${low}]`, `[2002:${high}:${low}::1]`],
  ]
}

/** Hosts that are addresses, each of this machine or of a network behind it. */
const HOSTS = [
  ...[...INNER_V4, ...OWN_V4.filter((one) => isInner(one))].flatMap(notationsOf),
  ...INNER_V6.map((one) => `[${one}]`),
  ...INNER_V6.map((one) => `[${one.toUpperCase()}]`),
]

function isInner(address: string): boolean {
  return /^(10|127)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^169\.254\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(
    address,
  )
}

/** What no address may be, besides. */
const FORMS = (at: number) => [
  ...['http', 'ftp', 'file', 'gopher', 'ws', 'data', 'javascript', 'unix'].map(
    (scheme) => `${scheme}://127.0.0.1:${at}/`,
  ),
  ...[`//127.0.0.1:${at}`, `127.0.0.1:${at}`, '', 'https://', 'https://['],
  ...[`https://8.8.8.8@127.0.0.1:${at}/`, `https://8.8.8.8:443@127.0.0.1:${at}/`],
  ...[`https://a:b@erp.example.com/`],
  ...[`https://127.0.0.1:${at}#@erp.example.com/`, `https://127.0.0.1:${at}?@erp.example.com/`],
  ...[22, 25, 53, 80, 111, 389, 445, 465, 636, 993, 1023].map((n) => `https://8.8.8.8:${n}/`),
]

test('a thousand hostile addresses reach nothing inside', { timeout: 120_000 }, async () => {
  const urls = [
    ...HOSTS.flatMap((host) => [`https://${host}:${port}/x`, `https://${host}/`]),
    ...FORMS(port),
  ]
  assert.ok(urls.length >= 1_000, `${urls.length} addresses`)
  for (const url of urls) {
    const sent = await sender.send(messageTo(url))
    assert.equal(sent.kind, 'failed', url)
    // Refused before anything is looked up or connected, and already where it would be stored.
    assert.notEqual(sender.problemOf(url), null, url)
  }
  assert.deepEqual([reached, names.asked], [0, []])
})

test('a name that leads inside reaches nothing, with any number of public addresses beside', async () => {
  for (const [n, address] of [...INNER_V4, ...INNER_V6, ...OWN_V4.filter(isInner)].entries()) {
    const name = `n${n}.example.com`
    NAMES.set(name, n % 2 === 0 ? [address] : ['8.8.8.8', address, '2606:4700::1111'])
    const url = `https://${name}:${port}/x`
    assert.equal(sender.problemOf(url), null)
    assert.deepEqual(await sender.send(messageTo(url)), {
      ...{ kind: 'failed', codigo: null },
      motivo: INNER,
    })
  }
  assert.equal(reached, 0)
})

test('a name is looked up once for a connection, which goes to what was looked up', async () => {
  const public4 = '192.0.2.1' // of documentation: nobody answers there
  let asked = 0
  NAMES.set('rebinds.example.com', () => [asked++ < 2 ? public4 : '127.0.0.1'])
  names.asked.length = 0
  const first = await sender.send(messageTo(`https://rebinds.example.com:${port}/`))
  assert.equal(first.kind, 'failed')
  assert.notEqual(first.kind === 'failed' && first.motivo, INNER)
  assert.deepEqual(names.asked, ['rebinds.example.com', 'rebinds.example.com']) // of each family
  const second = await sender.send(messageTo(`https://rebinds.example.com:${port}/`))
  assert.deepEqual(second, { kind: 'failed', codigo: null, motivo: INNER })
  assert.equal(reached, 0)
})

test('names that this machine knows and the net does not are not found', async () => {
  for (const name of ['localhost', 'ip6-localhost', 'localhost.localdomain']) {
    const sent = await sender.send(messageTo(`https://${name}:${port}/`))
    assert.equal(sent.kind, 'failed', name)
  }
  assert.equal(reached, 0)
})

test('an address is refused where a part of it is not seen', () => {
  const url = 'https://erp.example.com/sello'
  assert.equal(sender.problemOf(url), null)
  for (const unseen of [' ', '\t', '\r\n', '\u00a0', '\u200b', '\u202e', '\u{e0041}', '\ud800']) {
    for (const at of [0, 2, 12, url.length]) {
      const written = url.slice(0, at) + unseen + url.slice(at)
      assert.match(sender.problemOf(written) ?? '', /invisibles/, JSON.stringify(written))
    }
  }
})

test('an address is the same however its scheme is written', async () => {
  NAMES.set('inside.example.com', ['127.0.0.1'])
  const written = [
    'HTTPS://',
    'Https://',
    ' https://',
    '\thttps://',
    'ht\ntps://',
    'https:',
    'https:\\\\',
  ]
  for (const scheme of written) {
    for (const name of ['localhost', 'inside.example.com']) {
      const url = `${scheme}${name}:${port}/`
      assert.equal((await sender.send(messageTo(url))).kind, 'failed', url)
      assert.equal(reached, 0, url)
    }
  }
})

test('where internal networks are permitted they are reached, and without TLS they alone', async () => {
  const inner = createWebhookSender({ innerNetwork: true })
  const receiver = await startReceiver()
  const { port: own } = new URL(receiver.url)
  for (const host of ['127.0.0.1', 'localhost', '2130706433']) {
    const sent = await inner.send(messageTo(`http://${host}:${own}/`))
    assert.deepEqual(sent, { kind: 'delivered', codigo: 204 }, host)
  }
  assert.notEqual(inner.problemOf('http://8.8.8.8:8080/'), null)
  assert.equal(inner.problemOf('https://8.8.8.8:8443/'), null)
  const before = reached
  await inner.send(messageTo(`https://127.0.0.1:${port}/`))
  assert.equal(reached, before + 1, 'the listener of these tests notices whoever comes')
  await receiver.close()
  await inner.close()
})

test('an endless answer costs its time, and a long one is not read', async () => {
  const inner = createWebhookSender({ innerNetwork: true, timeoutMs: 3_000 })
  const receiver = await startReceiver()
  const timed = async () => {
    const began = performance.now()
    const sent = await inner.send(messageTo(receiver.url))
    return [sent.kind, performance.now() - began < 30_000] as const
  }
  receiver.respond(() => {})
  assert.deepEqual(await timed(), ['failed', true])
  receiver.respond((response) => {
    response.writeHead(200).write('x')
  })
  assert.deepEqual(await timed(), ['delivered', true])
  const whole = 'x'.repeat(64 * 1024 * 1024)
  receiver.respond((response) => {
    response
      .writeHead(200)
      .on('error', () => {})
      .end(whole)
  })
  assert.deepEqual(await timed(), ['delivered', true])
  receiver.respond((response) => response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end())
  assert.deepEqual(await timed(), ['failed', true])
  receiver.respond(withStatus(204))
  assert.deepEqual(await timed(), ['delivered', true])
  await receiver.close()
  await inner.close()
})
