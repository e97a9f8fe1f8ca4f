/** What becomes of a webhook by each status and each failure, in words for the company. */
import assert from 'node:assert/strict'
import dns, { type LookupAddress } from 'node:dns'
import { getEventListeners } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createServer as createPlain, type Socket } from 'node:net'
import { after, before, mock, test } from 'node:test'
import { createServer } from 'node:tls'
import { until } from '../../../test/until.ts'
import { type Receiver, startReceiver, withStatus } from '../../../test/webhooks.ts'
import { createWebhookSender, type Sent, type WebhookSender } from './sender.ts'

let receiver: Receiver
let sender: WebhookSender
before(async () => {
  receiver = await startReceiver()
  sender = createWebhookSender({ innerNetwork: true, timeoutMs: 600_000 })
})
after(async () => {
  await sender.close()
  await receiver.close()
})

const body = Buffer.from('{}')
const messageTo = (url: string) => ({ url, headers: {}, body })
const failed = (motivo: string, codigo: number | null = null): Sent => ({
  ...{ kind: 'failed', codigo },
  motivo,
})

test('every status from 200 to 299 is a delivery, and of a redirection is said that it is not followed', async () => {
  // biome-ignore format: a table
  const rows = [
    [200, null], [204, null], [299, null],
    [300, 'respondió 300: no se siguen redirecciones.'],
    [399, 'respondió 399: no se siguen redirecciones.'],
    [400, 'respondió 400.'], [410, 'respondió 410.'], [500, 'respondió 500.'], [599, 'respondió 599.'],
  ] as const
  for (const [codigo, motivo] of rows) {
    receiver.respond(withStatus(codigo))
    const sent = motivo === null ? { kind: 'delivered', codigo } : failed(motivo, codigo)
    assert.deepEqual(await sender.send(messageTo(receiver.url)), sent)
  }
})

test('a message is posted with its headers, as it is', async () => {
  receiver.respond(withStatus(204))
  receiver.got.length = 0
  await sender.send({ ...messageTo(receiver.url), headers: { 'x-firma': 'a' } })
  const [got, ...others] = receiver.got
  assert.deepEqual([got?.text, got?.headers['x-firma'], others], ['{}', 'a', []])
})

test('what fails is told: the name, the certificate, the connection, the time', async () => {
  const hangingUp = createPlain((socket: Socket) => socket.destroy())
  const withoutCertificate = createServer({}, () => {})
  for (const server of [hangingUp, withoutCertificate])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
  const at = (server: { address(): unknown }) => `https://127.0.0.1:${portOf(server)}/`
  const said = async (url: string, one = sender) => one.send(messageTo(url))

  const refused = await said('http://127.0.0.1:1024/')
  assert.deepEqual(refused, failed('no se pudo conectar (ECONNREFUSED).'))
  assert.deepEqual(await said(at(hangingUp)), failed('no se pudo conectar (ECONNRESET).'))
  const handshake = await said(at(withoutCertificate))
  assert.match(
    handshake.kind === 'failed' ? handshake.motivo : '',
    /^su certificado no vale \(ERR_SSL_\w+\)\.$/,
  )
  for (const server of [hangingUp, withoutCertificate]) server.close()
  assert.deepEqual(
    await said('http://8.8.8.8:8080/'),
    failed('sin https solo se envía a una red interna.'),
  )
  const unknown = await said('http://nadie.invalid:8080/')
  assert.match(
    unknown.kind === 'failed' ? unknown.motivo : '',
    /^su nombre no se encuentra \((ENOTFOUND|EAI_AGAIN)\)\.$/,
  )
  receiver.respond(() => {})
  const hasty = createWebhookSender({ innerNetwork: true, timeoutMs: 250 })
  assert.deepEqual(await said(receiver.url, hasty), failed('no respondió en 0.25 segundos.'))
  await hasty.close()
})

test('a name that is not found is told with the name servers’ word', async () => {
  for (const code of ['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'EAI_AGAIN']) {
    const fail = async () => {
      throw Object.assign(new Error('not found'), { code })
    }
    const resolver = { resolve4: fail, resolve6: fail }
    const outer = createWebhookSender({ innerNetwork: false, resolver })
    const sent = await outer.send(messageTo('https://erp.example.net/'))
    assert.deepEqual(sent, failed(`su nombre no se encuentra (${code}).`))
    await outer.close()
  }
})

test('of another failure its code is told, if it is one', async () => {
  const long = 'E'.repeat(60)
  for (const [code, said] of [
    [long, long],
    [`${long}E`, 'conexión interrumpida'],
    ['no es', 'conexión interrumpida'],
    ['¡ENADA', 'conexión interrumpida'],
    ['ENADA!', 'conexión interrumpida'],
  ] as const) {
    const fail = async () => {
      throw Object.assign(new Error('not found'), { code })
    }
    const resolver = { resolve4: fail, resolve6: fail }
    const outer = createWebhookSender({ innerNetwork: false, resolver })
    const sent = await outer.send(messageTo('https://erp.example.net/'))
    assert.deepEqual(sent, failed(`no se pudo conectar (${said}).`))
    await outer.close()
  }
})

test('a sender that is closed waits for nobody, with TLS or without', async () => {
  for (const scheme of ['http', 'https']) {
    const sockets: Socket[] = []
    const server = createPlain((socket) => sockets.push(socket.on('error', () => {}).resume()))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const one = createWebhookSender({ innerNetwork: true, timeoutMs: 600_000 })
    const sending = one.send(messageTo(`${scheme}://127.0.0.1:${port}/`))
    await until('it is connected', () => sockets.length > 0)
    await one.close()
    assert.deepEqual(await sending, failed('no se pudo conectar (UND_ERR_DESTROYED).'), scheme)
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})

test('a process that stops does not wait for an answer, and knows nothing of what it sent', async () => {
  const stopping = new AbortController()
  receiver.respond(() => stopping.abort())
  assert.deepEqual(await sender.send(messageTo(receiver.url), stopping.signal), { kind: 'stopped' })
  receiver.got.length = 0
  assert.deepEqual(await sender.send(messageTo(receiver.url), stopping.signal), { kind: 'stopped' })
  assert.equal(receiver.got.length, 0)
})

test('who has sent no longer listens for the end of the process', async () => {
  const { signal } = new AbortController()
  receiver.respond(withStatus(204))
  await sender.send(messageTo(receiver.url), signal)
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

test('without https a name is sent to only where all of its addresses are inside', async () => {
  const { port } = new URL(receiver.url)
  let found: readonly string[] = []
  mock.method(
    dns,
    'lookup',
    (_: string, options: { all?: boolean }, done: (error: null, all: LookupAddress[]) => void) => {
      assert.deepEqual([options.all, 'hints' in options], [true, true])
      done(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    },
  )
  syncBuiltinESMExports()
  try {
    receiver.respond(withStatus(204))
    const plain = failed('sin https solo se envía a una red interna.')
    // biome-ignore format: a table
    const rows = [
      [['127.0.0.1'],              { kind: 'delivered', codigo: 204 }],
      [['8.8.8.8'],                plain],
      [['127.0.0.1', '8.8.8.8'],   plain],
      [['2606:4700::1111', '::1'], plain],
      [[],                         failed('no se pudo conectar (conexión interrumpida).')],
    ] as const
    for (const [n, [addresses, sent]] of rows.entries()) {
      found = addresses
      const message = messageTo(`http://n${n}.erp.example:${port}/`)
      assert.deepEqual(await sender.send(message), sent, addresses.join())
    }
  } finally {
    mock.restoreAll()
    syncBuiltinESMExports()
  }
})
