/** Verifies what a webhook received: Standard Webhooks, with the runtime's own cryptography. */
import { invalidOption, SelloError } from './error.ts'
import type { Novedad, NovedadDePrueba } from './generated/wire.ts'
import { runtime } from './platform.ts'

/** What a webhook is told: what the feed tells, or a test. */
export type WebhookEvent = Novedad | NovedadDePrueba

/** Of a request: `request.headers` of Node.js, or anything that is asked by name. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** How far the timestamp may be from this machine's time, in both directions. */
const TOLERANCE_SECONDS = 300

/** More signatures than any sender makes are not compared. */
const SIGNATURES_MAX = 10

export interface VerifyWebhookOptions {
  /** Milliseconds since 1970; absent: now. */
  readonly now?: number | undefined
}

/**
 * What was sent, once one of its signatures is by one of the secrets and it is at most five minutes old. `body` is the
 * body as it came, before anything parsed it. Throws `webhook_invalid`.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { now = runtime.now() }: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = signaturesIn(headerOf(headers, 'webhook-signature'))
  if (!/^\d{1,12}$/.test(timestamp))
    throw invalid('timestamp', 'webhook-timestamp no es un número.')
  if (Math.abs(now / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    throw invalid('timestamp', 'webhook-timestamp está a más de cinco minutos de esta hora.')
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = signedBytes(`${id}.${timestamp}.`, body)
  const keys = await Promise.all([secrets].flat().map(importSecret))
  for (const key of keys) {
    for (const signature of signatures) {
      // `verify` compares in constant time.
      if (await globalThis.crypto.subtle.verify('HMAC', key, signature, signed)) {
        return JSON.parse(text) as WebhookEvent
      }
    }
  }
  throw invalid('signature', 'ninguna firma es de ese secreto, o el cuerpo no es el que se firmó.')
}

/** The value of `webhook-signature` for a message, for those who send one themselves. */
export async function signWebhook(
  body: string | Uint8Array,
  {
    id,
    timestamp,
    secret,
  }: { readonly id: string; readonly timestamp: number; readonly secret: string },
): Promise<string> {
  const signed = signedBytes(`${id}.${timestamp}.`, body)
  const hmac = await globalThis.crypto.subtle.sign('HMAC', await importSecret(secret), signed)
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(hmac)))}`
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isAsked(headers) ? headers.get(name) : headers[name]
  if (typeof value === 'string' && value !== '') return value
  throw invalid(name, `falta el encabezado ${name}, o vino más de una vez.`)
}

const isAsked = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function'

/** Those of the version that this knows; others may stand beside them. */
const signaturesIn = (header: string): readonly Uint8Array<ArrayBuffer>[] =>
  header
    .split(' ')
    .slice(0, SIGNATURES_MAX)
    .flatMap((one) => {
      const bytes = one.startsWith('v1,') ? base64(one.slice(3)) : null
      return bytes === null ? [] : [bytes]
    })

function signedBytes(before: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const [head, tail] = [
    encoder.encode(before),
    typeof body === 'string' ? encoder.encode(body) : body,
  ]
  const all = new Uint8Array(head.length + tail.length)
  all.set(head)
  all.set(tail, head.length)
  return all
}

async function importSecret(secret: string) {
  const bytes = secret.startsWith('whsec_') ? base64(secret.slice(6)) : null
  if (bytes === null || bytes.length === 0) {
    throw invalidOption('secret', 'es el que se mostró al crear el webhook: whsec_…')
  }
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  return globalThis.crypto.subtle.importKey('raw', bytes, hmac, false, ['sign', 'verify'])
}

/** Null for what is not base64. */
function base64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return null
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}

const invalid = (field: string, message: string) =>
  new SelloError('webhook_invalid', message, { details: { field } })
