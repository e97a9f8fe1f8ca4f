/** The shape of mail: a message, and what became of it. */
import type { MailServer } from '../../base/net/mail-server.ts'

export interface Attachment {
  readonly filename: string
  readonly content: Buffer
  readonly contentType: string
  /** Shown in the text, under this id. Absent: a file. */
  readonly cid?: string
}

export interface Message {
  /** Names it for ever: the same delivery has the same one each time it is sent. */
  readonly id: string
  readonly fromName: string
  readonly to: string
  readonly replyTo: { readonly name: string; readonly address: string } | null
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly language: 'es' | 'en'
  readonly attachments: readonly Attachment[]
}

/**
 * `refused`: for good. `later`: not now; `isServer` where the cause is the server and not this message, so that
 * others would meet it too. Without an answer it may have arrived: it is sent again under the same id.
 */
export type Sent =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly said: string }
  | { readonly kind: 'later'; readonly said: string; readonly isServer: boolean }

/** Sends one message to one address. Never rejects for what a server does. */
export type Send = (message: Message, signal: AbortSignal) => Promise<Sent>

/** The ways out of this process. */
export interface Mail {
  /** For companies without a server of their own; null: there is none. */
  readonly service: Send | null
  /** Through a company's own server. */
  through(server: MailServer): Send
  /** The address of this service in buyers' browsers, without a slash at the end; null: unknown, and mail has no link. */
  readonly origin: string | null
}
