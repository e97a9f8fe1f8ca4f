/**
 * Sends by SMTP, one connection for each message: a server that stops answering holds that message alone, and the
 * connection goes to an address that was checked as it was looked up.
 */
import { connect, type LookupFunction, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import type { MailServer } from '../../base/net/mail-server.ts'
import { publicLookup } from '../../base/net/own-resolver.ts'
import { assertPublicHost, InnerAddress } from '../../base/net/public-address.ts'
import { MINUTE_MS } from '../../base/time/durations.ts'
import { composed } from './composed.ts'
import type { Message, Send, Sent } from './mail.ts'
import { saidBy } from './said.ts'

/** The library's own are minutes. The last: a server may scan a message before it answers. */
export interface MailTimeouts {
  readonly connectMs: number
  readonly greetingMs: number
  readonly silenceMs: number
}

const MAIL_TIMEOUTS: MailTimeouts = {
  connectMs: 15_000,
  greetingMs: 15_000,
  silenceMs: MINUTE_MS,
}

/** `lookup`: of a server that may not be on an internal network. */
export function createSmtp(
  server: MailServer,
  timeouts: MailTimeouts = MAIL_TIMEOUTS,
  lookup: LookupFunction = publicLookup,
): Send {
  const { host, port, tls, auth, dkim, ca } = server
  const transport = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    tls: { minVersion: 'TLSv1.2', servername: host, ...(ca ? { ca } : {}) },
    ...(auth ? { auth: { ...auth } } : {}),
    ...(dkim
      ? {
          dkim: {
            domainName: dkim.domain,
            keySelector: dkim.selector,
            privateKey: dkim.privateKey,
          },
        }
      : {}),
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.silenceMs,
    getSocket: (_, done) => openSocket(server, { lookup, timeoutMs: timeouts.connectMs }, done),
  })
  return async (message: Message, signal: AbortSignal): Promise<Sent> => {
    const mail = composed(message, server)
    try {
      await transport.sendMail({ ...mail, signal })
      return { kind: 'sent' }
    } catch (error) {
      return failedBy(error as SmtpError, message.to)
    }
  }
}

/** A host that is an address is not looked up, so it is checked by itself. */
function openSocket(
  { host, port, innerNetwork }: MailServer,
  { lookup, timeoutMs }: { readonly lookup: LookupFunction; readonly timeoutMs: number },
  done: (error: Error | null, opened: { connection: Socket }) => void,
): void {
  const fail = (error: Error) => done(error, null as never)
  try {
    if (!innerNetwork) assertPublicHost(host)
  } catch (error) {
    fail(error as Error)
    return
  }
  const socket = connect({ host, port, ...(innerNetwork ? {} : { lookup }) })
  const slow = () =>
    socket.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }))
  socket.setTimeout(timeoutMs, slow)
  socket.once('error', fail)
  socket.once('connect', () => {
    socket.removeListener('timeout', slow)
    socket.removeListener('error', fail)
    done(null, { connection: socket })
  })
}

interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
}

/** Where a 5xx is about this message; elsewhere (the greeting, the password) it is about the server. */
const ABOUT_MESSAGE = /MAIL FROM|RCPT TO|DATA/

/** 4xx is later, 5xx for good (RFC 5321, section 4.2.1). */
function failedBy(error: SmtpError, to: string): Sent {
  const { code, command = '', responseCode, response } = error
  if (error instanceof InnerAddress) {
    const said = 'El servidor de correo lleva a una red interna: use su dirección pública.'
    return { kind: 'later', said, isServer: true }
  }
  if (responseCode !== undefined && responseCode >= 400) {
    const said = saidBy(response ?? error.message, to)
    const isAbout = ABOUT_MESSAGE.test(command)
    if (responseCode >= 500 && isAbout) return { kind: 'refused', said }
    return { kind: 'later', said, isServer: !isAbout }
  }
  if (code === 'EMESSAGE') return { kind: 'refused', said: saidBy(error.message, to) }
  const said = REASONS[reasonOf(error)] ?? saidBy(error.message, to)
  return { kind: 'later', said, isServer: true }
}

/** On a connection that was made the library has one code for what the system says and for what is wrong with TLS. */
function reasonOf({ code = '', message }: SmtpError): string {
  if (code !== 'ESOCKET') return code
  return /^(read|write) E[A-Z]+$/.test(message) ? 'ECONNECTION' : 'ETLS'
}

const NOT_LOOKED_UP = 'No se pudo buscar el nombre del servidor de correo.'
const CLOSED = 'El servidor de correo cortó la conexión.'
const REASONS: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'El servidor de correo no respondió a tiempo.',
  ECONNECTION: CLOSED,
  ECONNRESET: CLOSED,
  ECONNREFUSED: 'El servidor de correo no acepta conexiones.',
  ENOTFOUND: 'No existe ese servidor de correo.',
  ENODATA: 'No existe ese servidor de correo.',
  EAI_AGAIN: NOT_LOOKED_UP,
  ESERVFAIL: NOT_LOOKED_UP,
  EREFUSED: NOT_LOOKED_UP,
  ETIMEOUT: NOT_LOOKED_UP,
  EAUTH: 'El servidor de correo no acepta el usuario y la contraseña.',
  ETLS: 'El servidor de correo no ofrece una conexión cifrada, o su certificado no sirve.',
}
