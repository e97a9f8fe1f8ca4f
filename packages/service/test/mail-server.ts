/** A real SMTP server with a mailbox, which can be told to refuse, to wait and to fall silent. */
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailServer } from '../src/base/net/mail-server.ts'

/** Of localhost and 127.0.0.1, for a hundred years; nothing else trusts it. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5UIuBKhy4XerOYrw
a0IgRMleHUBXxNdBLEGuA3np6iyhRANCAATDF0hw06g+3SlzzesYB2go3K+0u1/b
JM5HQOKmxu4MT08COlm/sNN7ANgF1ej3aBqevICYh5uzYzX26ar1IxDJ
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUI/xQgaYQIDw8mqZgQldnwKEoLXEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNTIyNTczM1oYDzIxMjYxMTAx
MjI1NzMzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATDF0hw06g+3SlzzesYB2go3K+0u1/bJM5HQOKmxu4MT08COlm/sNN7
ANgF1ej3aBqevICYh5uzYzX26ar1IxDJo28wbTAdBgNVHQ4EFgQUmZbOUCZxJZ4n
b22MEBtOLBC2jt8wHwYDVR0jBBgwFoAUmZbOUCZxJZ4nb22MEBtOLBC2jt8wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAJqpCyJdHG22ykRRwciIT0yt4sKmAcQToEHp4VPmp7HiAiEA
5WTNw+LELYW2pdVyJczqOf6Q8vuDoYb3dBQu58n4ADY=
-----END CERTIFICATE-----`

export interface Received {
  readonly from: string
  readonly to: readonly string[]
  /** The whole message. */
  readonly bytes: Buffer
}

export interface Mailbox {
  /** How a client reaches it. */
  readonly server: MailServer
  readonly received: Received[]
  /** Answers instead of accepting: a code and words for RCPT TO. Null: accept. */
  refuse: { readonly code: number; readonly said: string } | null
  /** After the last dot it says nothing. */
  silent: boolean
  close(): Promise<void>
}

export async function startMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const received: Received[] = []
  const box = { refuse: null as Mailbox['refuse'], silent: false }
  const server = new SMTPServer({
    key: KEY,
    cert: CERTIFICATE,
    authOptional: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'sello' && password === 'secreta'
        ? done(null, { user: username })
        : done(Object.assign(new Error('no'), { responseCode: 535 })),
    onRcptTo(_address, _session, done) {
      const { refuse } = box
      if (!refuse) return done()
      return done(Object.assign(new Error(refuse.said), { responseCode: refuse.code }))
    },
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        received.push({ from: mailFrom ? mailFrom.address : '', to, bytes: Buffer.concat(pieces) })
        if (!box.silent) done()
      })
    },
    ...options,
  })
  server.on('error', () => {}) // a client that went away
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return Object.assign(box, {
    server: {
      ...({ host: 'localhost', port, tls: 'starttls', auth: null, dkim: null } as const),
      ...{ sender: 'facturas@example.com', innerNetwork: true, ca: CERTIFICATE },
    },
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

/** The header as written, unfolded; null: there is none. */
export function headerOf({ bytes }: Received, name: string): string | null {
  const head = bytes.toString('latin1').split('\r\n\r\n', 1)[0] ?? ''
  const found = new RegExp(`^${name}: (.*)$`, 'im').exec(head.replaceAll(/\r\n[ \t]/g, ' '))
  return found?.[1] ?? null
}

/** The decoded part whose header has these words: `application/pdf`, `text/html`. */
export function partOf({ bytes }: Received, words: string): Buffer | null {
  const part = bytes
    .toString('latin1')
    .split(/\r\n--[^\r\n]+/)
    .find((one) => (one.split('\r\n\r\n', 1)[0] ?? '').includes(words))
  if (part === undefined) return null
  const start = part.indexOf('\r\n\r\n')
  const [head, body] = [part.slice(0, start), part.slice(start + 4)]
  if (/base64/i.test(head)) return Buffer.from(body, 'base64')
  if (!/quoted-printable/i.test(head)) return Buffer.from(body, 'latin1')
  const text = body.replaceAll('=\r\n', '')
  const decoded = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(decoded, 'latin1')
}
