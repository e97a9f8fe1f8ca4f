/** What is said of a mail server with which a message gets nowhere, whatever of it fails. */
import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type LookupFunction, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { type Mailbox, startMailbox } from '../../../test/mail-server.ts'
import type { MailServer } from '../../base/net/mail-server.ts'
import type { Message } from './mail.ts'
import { createSmtp } from './smtp.ts'

const TIMEOUTS = { connectMs: 2_000, greetingMs: 500, silenceMs: 2_000 }
const MESSAGE: Message = {
  ...{ id: '9f1c2d3e-4b5a-4c6d-8e7f-0a1b2c3d4e5f', fromName: 'Café', to: 'maria@example.com' },
  ...{ replyTo: null, subject: 'Su factura', text: 'Hola', html: '<p>Hola</p>' },
  ...{ language: 'es', attachments: [] },
}

let box: Mailbox
before(async () => {
  box = await startMailbox()
})
after(() => box.close())

async function saidOf(changes: Partial<MailServer>, lookup?: LookupFunction): Promise<string> {
  const server = { ...box.server, ...changes }
  const { signal } = new AbortController()
  const sent = await createSmtp(server, TIMEOUTS, lookup)(MESSAGE, signal)
  assert.deepEqual([sent.kind, 'isServer' in sent && sent.isServer], ['later', true])
  return 'said' in sent ? sent.said : ''
}

const CLOSED = 'El servidor de correo cortó la conexión.'
const TLS = 'El servidor de correo no ofrece una conexión cifrada, o su certificado no sirve.'
const LATE = 'El servidor de correo no respondió a tiempo.'
const PASSWORD = 'El servidor de correo no acepta el usuario y la contraseña.'
const INNER = 'El servidor de correo lleva a una red interna: use su dirección pública.'

/** Says each line after a line of the client, the first at once; after the last it hangs up. */
const saying =
  (...lines: readonly string[]) =>
  (socket: Socket) => {
    const left = [...lines]
    const next = () => {
      const line = left.shift()
      if (line === undefined) socket.destroy()
      else socket.write(`${line}\r\n`)
    }
    socket.on('data', next)
    next()
  }

function resetting(socket: Socket): void {
  socket.once('data', () => socket.resetAndDestroy())
  socket.write('220 a\r\n')
}

// biome-ignore format: a table
const SERVERS: readonly (readonly [what: string, behave: (socket: Socket) => void, said: string, changes?: Partial<MailServer>])[] = [
  ['hangs up',                          saying(),                               CLOSED],
  ['hangs up after its greeting',       saying('220 a'),                        CLOSED],
  ['resets a connection',               (socket) => socket.resetAndDestroy(),   CLOSED],
  ['resets a connection it has used',   resetting,                              CLOSED],
  ['does not greet',                    () => {},                               LATE],
  ['greets with a refusal',             saying('554 no'),                       '554 no'],
  ['greets with something else',        saying('hola'),                         'Invalid greeting. response=hola: hola'],
  ['goes on asking for a password',     saying('220 a', '250-a\r\n250 AUTH LOGIN', '250 x'), PASSWORD, { auth: { user: 'u', pass: 'p' } }],
  ['hangs up instead of TLS',           saying('220 a', '250 STARTTLS', '220 x'), TLS, { tls: 'starttls' }],
  ['speaks something else than TLS',    saying('220 a', '250 STARTTLS', '220 x', 'no es TLS'), TLS, { tls: 'starttls' }],
  ['speaks no TLS from the start',      saying('220 a'),                        TLS,  { tls: 'implicit' }],
]

for (const [what, behave, said, changes] of SERVERS) {
  test(`of a server that ${what} is said: ${said}`, async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {}) // the client goes away
      behave(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    assert.equal(await saidOf({ host: '127.0.0.1', port, tls: 'none', ...changes }), said)
    server.close()
  })
}

test('of a certificate that nobody vouches for, a closed port and an inner address is said what they are', async () => {
  assert.equal(await saidOf({ ca: null }), TLS)
  const closed = 'El servidor de correo no acepta conexiones.'
  assert.equal(await saidOf({ host: '127.0.0.1', port: 1 }), closed)
  assert.equal(await saidOf({ host: '127.0.0.1', innerNetwork: false }), INNER)
})

test('of a name that is not found is said so, or that it could not be looked up', async () => {
  // biome-ignore format: a table
  const reasons = [
    [['ENOTFOUND', 'ENODATA'],                            'No existe ese servidor de correo.'],
    [['EAI_AGAIN', 'ESERVFAIL', 'EREFUSED', 'ETIMEOUT'],  'No se pudo buscar el nombre del servidor de correo.'],
    [['EOTHER'],                                          'queryA EOTHER correo.example.net'],
  ] as const
  for (const [codes, said] of reasons) {
    for (const code of codes) {
      const failed = Object.assign(new Error(`queryA ${code} correo.example.net`), { code })
      const lookup: LookupFunction = (_, __, done) => done(failed, '')
      assert.equal(await saidOf({ host: 'correo.example.net', innerNetwork: false }, lookup), said)
    }
  }
})

test('what the system says on a connection is told from what is wrong with TLS', async () => {
  // biome-ignore format: a table
  const rows = [
    ['ECONNRESET', 'read ECONNRESET',                     CLOSED],
    ['ESOCKET',    'read ECONNRESET',                     CLOSED],
    ['ESOCKET',    'write EPIPE',                         CLOSED],
    ['ESOCKET',    'write EPROTO 80:error:0A00010B:SSL',  TLS],
    ['ESOCKET',    'of TLS: read ECONNRESET',             TLS],
  ] as const
  for (const [code, message, said] of rows) {
    const failed = Object.assign(new Error(message), { code })
    const lookup: LookupFunction = (_, __, done) => done(failed, '')
    assert.equal(await saidOf({ host: 'correo.example.net', innerNetwork: false }, lookup), said)
  }
})

test('a name that is never found out is no answer in time, whoever would wait for it', async () => {
  const lookup: LookupFunction = () => {}
  const server = { ...box.server, host: 'correo.example.net', innerNetwork: false }
  const hasty = createSmtp(server, { ...TIMEOUTS, connectMs: 50 }, lookup)
  assert.deepEqual(await hasty(MESSAGE, AbortSignal.timeout(20_000)), {
    ...{ kind: 'later', said: LATE, isServer: true },
  })
})
