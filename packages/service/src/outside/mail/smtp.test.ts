/** Mail over a real SMTP server: what it refuses, what it does not say, and what a text in an address cannot do. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { startNameServer } from '../../../test/dns.ts'
import { headerOf, type Mailbox, startMailbox } from '../../../test/mail-server.ts'
import { until } from '../../../test/until.ts'
import { publicLookupBy } from '../../base/net/own-resolver.ts'
import { isMailable } from './address.ts'
import { dkimProblem } from './dkim.ts'
import type { Message } from './mail.ts'
import { createSmtp } from './smtp.ts'

const TIMEOUTS = { connectMs: 1_000, greetingMs: 1_000, silenceMs: 1_000 }
const NEVER = new AbortController().signal
const MESSAGE: Message = {
  id: '9f1c2d3e-4b5a-4c6d-8e7f-0a1b2c3d4e5f',
  fromName: 'Café Ñandú',
  to: 'maria@example.com',
  replyTo: { name: 'Café Ñandú', address: 'ventas@example.com' },
  subject: 'Su factura',
  text: 'Hola',
  html: '<p>Hola</p>',
  language: 'es',
  attachments: [],
}

let box: Mailbox
before(async () => {
  box = await startMailbox()
})
after(() => box.close())
beforeEach(() => {
  box.received.length = 0
  box.refuse = null
  box.silent = false
})

const send = (message: Partial<Message> = {}, server = box.server) =>
  createSmtp(server, TIMEOUTS)({ ...MESSAGE, ...message }, NEVER)

test('a server without STARTTLS gets neither the password nor the message', async () => {
  const commands: string[] = []
  const plain = await startMailbox({
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_, __, done) => {
      commands.push('AUTH')
      done(null, { user: 'x' })
    },
  })
  const sent = await send({}, { ...plain.server, auth: { user: 'sello', pass: 'secreta' } })
  assert.deepEqual([sent.kind, 'isServer' in sent && sent.isServer], ['later', true])
  assert.deepEqual([commands, plain.received.length], [[], 0])
  await plain.close()
})

test('where no encryption is wanted none is begun, although the server offers it', async () => {
  const sent = await send({}, { ...box.server, tls: 'none', ca: null })
  assert.deepEqual([sent, box.received.length], [{ kind: 'sent' }, 1])
})

test('a server whose certificate nobody vouches for gets nothing', async () => {
  const sent = await send({}, { ...box.server, ca: null })
  assert.equal(sent.kind, 'later')
  assert.equal(box.received.length, 0)
})

test('a wrong password is the state of the server, and not the end of a mail', async () => {
  const sent = await send({}, { ...box.server, auth: { user: 'sello', pass: 'otra' } })
  assert.deepEqual([sent.kind, 'isServer' in sent && sent.isServer], ['later', true])
})

// biome-ignore format: a table
const ANSWERS = [
  [400, 'later'],
  [450, 'later'],
  [452, 'later'],
  [499, 'later'],
  [500, 'refused'],
  [550, 'refused'],
  [553, 'refused'],
] as const
for (const [code, kind] of ANSWERS) {
  test(`a recipient that is answered ${code} is ${kind}, and of no other mail`, async () => {
    box.refuse = { code, said: 'no' }
    const sent = await send()
    assert.equal(sent.kind, kind)
    assert.equal('isServer' in sent && sent.isServer, false)
  })
}

test('silence after the message is no answer: it may have arrived', async () => {
  box.silent = true
  const sent = await send()
  assert.deepEqual(sent, {
    kind: 'later',
    said: 'El servidor de correo no respondió a tiempo.',
    isServer: true,
  })
  assert.equal(box.received.length, 1)
})

test('a message has an end whatever the server does', async () => {
  box.silent = true
  const slow = createSmtp(box.server, { ...TIMEOUTS, silenceMs: 60_000 })
  const sent = await slow(MESSAGE, AbortSignal.timeout(300))
  assert.equal(sent.kind, 'later')
})

type Behave = (socket: Socket) => void

/** Talks as a server should until the message comes, and then does `next`. */
const untilData =
  (next: Behave): Behave =>
  (socket) => {
    socket.write('220 lento\r\n')
    socket.on('data', (said) => {
      if (/^DATA/.test(said.toString())) {
        socket.write('354 siga\r\n')
        socket.removeAllListeners('data')
        next(socket)
      } else socket.write('250 bien\r\n')
    })
  }

const drip: Behave = (socket) => {
  const timer = setInterval(() => socket.write('2'), 20)
  socket.once('close', () => clearInterval(timer))
  socket.resume()
}

function flood(socket: Socket): void {
  const more = () => {
    while (!socket.destroyed && socket.write('2'.repeat(65_536)));
  }
  socket.on('drain', more).resume()
  more()
}

// biome-ignore format: a table
const HOSTILE: readonly (readonly [string, Behave])[] = [
  ['accepts and never answers',                    (socket) => socket.resume()],
  ['greets a letter at a time',                    drip],
  ['greets without end',                           flood],
  ['stops reading in the message',                 untilData((socket) => socket.pause())],
  ['says nothing after the message',               untilData((socket) => socket.resume())],
  ['answers the message a letter at a time',       untilData(drip)],
]

for (const [what, behave] of HOSTILE) {
  test(`a server that ${what} holds one message, for a bounded time, and its socket is closed`, async () => {
    const sockets: Socket[] = []
    const server = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {}) // the client goes away
      behave(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const long = { connectMs: 60_000, greetingMs: 60_000, silenceMs: 60_000 }
    const content = Buffer.alloc(16 * 1024 * 1024) // more than the buffers of both sides hold
    const attachments = [{ filename: 'a.pdf', contentType: 'application/pdf', content }]
    const began = performance.now()
    const sent = await createSmtp({ ...box.server, port, host: '127.0.0.1', tls: 'none' }, long)(
      { ...MESSAGE, attachments },
      AbortSignal.timeout(1_500),
    )
    assert.ok(performance.now() - began < 10_000)
    assert.equal(sent.kind, 'later')
    assert.equal('isServer' in sent && sent.isServer, true)
    const [socket, ...others] = sockets
    assert.ok(socket && others.length === 0)
    socket.resume() // what it did not read stands before the end
    await until('the connection is closed', () => socket.destroyed)
    server.close()
  })
}

test('what answers a message neither for now nor for good ends it, with the words of the server', async () => {
  const server = createServer(
    untilData((socket) => {
      socket.on('error', () => {}) // the client goes away
      socket.on('data', (said) => {
        if (said.toString().endsWith('\r\n.\r\n')) socket.write('354 siga maria@example.com\r\n')
      })
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sent = await send({}, { ...box.server, port, host: '127.0.0.1', tls: 'none' })
  assert.deepEqual(sent, { kind: 'refused', said: 'Message failed: 354 siga …' })
  server.close()
})

test('a server of an internal network is not connected to, by its address or by its name', async () => {
  for (const host of ['127.0.0.1', 'localhost', '::1', '::ffff:127.0.0.1', '0x7f.1']) {
    const sent = await send({}, { ...box.server, host, innerNetwork: false })
    assert.equal(sent.kind, 'later', host)
  }
  assert.equal(box.received.length, 0)
})

test('a server’s name is asked of name servers alone, and all of its addresses have to be public', async () => {
  const names = await startNameServer((name) =>
    name === 'both.example.com' ? ['8.8.8.8', '127.0.0.1'] : ['127.0.0.1'],
  )
  for (const host of ['inside.example.com', 'both.example.com']) {
    const server = { ...box.server, host, innerNetwork: false }
    const sent = await createSmtp(server, TIMEOUTS, publicLookupBy(names.resolver))(MESSAGE, NEVER)
    assert.match('said' in sent ? sent.said : '', /red interna/, host)
  }
  // As this machine's own name never is: a name server may know no `localhost`.
  const sent = await send({}, { ...box.server, innerNetwork: false })
  assert.match('said' in sent ? sent.said : '', /red interna/)
  assert.deepEqual([new Set(names.asked).size, box.received.length], [2, 0])
  names.close()
})

test('a server that closes is the state of the server, and not of one mail', async () => {
  box.refuse = { code: 421, said: 'closing' }
  const sent = await send()
  assert.deepEqual([sent.kind, 'isServer' in sent && sent.isServer], ['later', true])
})

test('what a server says of an address is left out, however it writes it', async () => {
  for (const said of [
    ...['<maria@example.com>: no', 'MARIA@EXAMPLE.COM no', 'maria%40example.com no'],
    ...['see https://mail.example.net/?to=maria%40example.com no', 'maria=40example.com no'],
    ...['user maria no', 'maria at example.com no', 'maria(at)example.com no'],
  ]) {
    box.refuse = { code: 550, said }
    const sent = await send()
    assert.match('said' in sent ? sent.said : '', /^550 .*no$/)
    assert.doesNotMatch('said' in sent ? sent.said : '', /maria/i, said)
  }
})

test('a sender and a reply address with other letters in the domain travel', async () => {
  const address = 'ventas@cafeñandú.com'
  const replyTo = { name: 'Café', address }
  const sent = await send({ replyTo }, { ...box.server, sender: address })
  assert.equal(sent.kind, 'sent')
  const [mail] = box.received
  assert.ok(mail)
  assert.match(mail.bytes.toString('latin1').split('\r\n\r\n')[0] ?? '', /^[\x20-\x7e\r\n\t]*$/)
})

test('no text becomes a header or another recipient', async () => {
  const evil = 'x\r\nBcc: evil@example.com\r\nX-Evil: 1\r\n\r\nbody'
  const sent = await send({
    fromName: evil,
    subject: evil,
    replyTo: { name: evil, address: 'ventas@example.com' },
    attachments: [{ filename: evil, content: Buffer.from('a'), contentType: 'application/pdf' }],
  })
  assert.equal(sent.kind, 'sent')
  const [mail] = box.received
  assert.ok(mail)
  assert.deepEqual(mail.to, ['maria@example.com'])
  assert.equal(headerOf(mail, 'Bcc'), null)
  assert.equal(headerOf(mail, 'X-Evil'), null)
})

test('an address with more than an address in it reaches nobody else', async () => {
  for (const to of [
    'maria@example.com\r\nBcc: evil@example.com',
    'maria@example.com, evil@example.com',
  ]) {
    await assert.rejects(send({ to }), /bug: mail to what is not one address/)
  }
  assert.equal(box.received.length, 0)
})

const LOCAL = 'a'.repeat(64)
const DOMAIN = `${'b.'.repeat(93)}sv`

// biome-ignore format: a table
const ADDRESSES = [
  ['maria@example.com',                true],
  ["o'brien+facturas@sub.example.sv",  true],
  ['ventas@cafeñandú.com',             true],
  ['josé@example.com',                 false],
  ['élan@example.com',                 false],
  ['maria@example.com\r\nBcc: a@b.sv', false],
  ['a@b.sv,c@d.sv',                    false],
  ['<a@b.sv>',                         false],
  ['"a b"@example.com',                false],
  ['a@localhost',                      false],
  ['a@127.0.0.1',                      false],
  [`${LOCAL}@example.com`,             true],
  [`a${LOCAL}@example.com`,            false],
  [`${LOCAL}@b${DOMAIN}`,              true],
  [`${LOCAL}@bb${DOMAIN}`,             false],
] as const
for (const [address, is] of ADDRESSES) {
  test(`${JSON.stringify(address)} is ${is ? '' : 'not '}an address to send to`, () => {
    assert.equal(isMailable(address), is)
  })
}

test('a domain with other letters travels in the form that servers know', async () => {
  await send({ to: 'ventas@cafeñandú.com' })
  const [mail] = box.received
  assert.equal(mail && headerOf(mail, 'To'), 'ventas@xn--cafeand-7za8f.com')
})

test('a DKIM key has to be RSA, since with another one mail would go unsigned', async () => {
  const pem = { type: 'pkcs8', format: 'pem' } as const
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem).toString()
  const ed = generateKeyPairSync('ed25519').privateKey.export(pem).toString()
  assert.equal(dkimProblem(rsa), null)
  assert.match(dkimProblem(ed) ?? '', /RSA/)
  assert.match(dkimProblem('x') ?? '', /PEM/)
  const dkim = { domain: 'example.com', selector: 'sello', privateKey: rsa }
  await send({}, { ...box.server, dkim })
  const [mail] = box.received
  assert.match((mail && headerOf(mail, 'DKIM-Signature')) ?? '', /a=rsa-sha256.*d=example.com/)
})
