/** The settings of mail (docs/configuration.md). */
import type { MailServer } from './net/mail-server.ts'
import { isLoopback } from './net/origins.ts'
import { withoutBrackets } from './net/public-address.ts'

export interface MailSettings {
  /** Messages become files there instead of being sent; null: they are sent. */
  readonly folder: string | null
  /** Null: no mail is sent, but through companies' own servers. */
  readonly server: Omit<MailServer, 'sender' | 'dkim'> | null
  readonly sender: string
  readonly dkim: { readonly selector: string; readonly keyFile: string } | null
  /** The service's address in buyers' browsers; null: mail has no link. */
  readonly origin: string | null
}

/** The variables as they are set. */
interface Given {
  readonly smtpUrl: string | null
  readonly folder: string | null
  readonly sender: string | null
  readonly keyFile: string | null
  readonly selector: string | null
}

/** `origin`: of the console, with the path under which the service answers. */
export function readMail(given: Given, origin: string | null): MailSettings {
  const { folder, sender } = given
  const server = readServer(given.smtpUrl)
  if ((server || folder) && !sender) {
    throw new Error('SELLO_MAIL_FROM: falta la dirección de la que sale el correo.')
  }
  if (sender && !SENDER.test(sender)) {
    throw new Error('SELLO_MAIL_FROM es una dirección como facturas@example.com.')
  }
  return { folder, server, sender: sender ?? '', dkim: readDkim(given), origin }
}

const SENDER = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+$/

const STARTTLS_PORT = 587
const TLS_PORT = 465

/** Unencrypted only within this machine: the password and the buyers' documents travel there. */
function readServer(given: string | null): MailSettings['server'] {
  if (given === null) return null
  const url = URL.canParse(given) ? new URL(given) : null
  if (!url || !/^smtps?:/.test(url.protocol) || url.hostname === '') {
    throw new Error(
      'SELLO_SMTP_URL es una dirección como smtp://usuario:clave@correo.example.com:587, o smtps:// con el puerto 465.',
    )
  }
  const host = withoutBrackets(url.hostname)
  const isImplicit = url.protocol === 'smtps:'
  const port = Number(url.port) || (isImplicit ? TLS_PORT : STARTTLS_PORT)
  const tls = isImplicit ? 'implicit' : isLoopback(url.hostname) ? 'none' : 'starttls'
  const [user, pass] = [url.username, url.password].map(decodeURIComponent)
  return {
    host,
    port,
    tls,
    auth: user && pass ? { user, pass } : null,
    innerNetwork: true,
    ca: null,
  }
}

function readDkim({ keyFile, selector }: Given): MailSettings['dkim'] {
  if (keyFile === null) return null
  if (selector && /^[\w-]+$/.test(selector)) return { selector, keyFile }
  throw new Error('SELLO_DKIM_SELECTOR: falta el selector, la palabra delante de ._domainkey.')
}
