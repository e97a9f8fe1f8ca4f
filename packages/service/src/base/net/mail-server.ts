/** A mail server and how it is spoken to. */

/** `starttls`: refused where the server does not offer it. `none`: only within this machine. */
export type Tls = 'implicit' | 'starttls' | 'none'

export interface Dkim {
  readonly domain: string
  readonly selector: string
  /** PEM; RSA (dkim.ts). */
  readonly privateKey: string
}

export interface MailServer {
  readonly host: string
  readonly port: number
  readonly tls: Tls
  readonly auth: { readonly user: string; readonly pass: string } | null
  /** The address that messages come from. */
  readonly sender: string
  readonly dkim: Dkim | null
  /** Whether it may be on this machine or its internal networks. */
  readonly innerNetwork: boolean
  /** Certificates to trust besides the well-known ones. Null: none. */
  readonly ca: string | null
}
