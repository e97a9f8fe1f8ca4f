/**
 * The open sign key exists only in this worker's memory. Signing calls are made from here, so the key never
 * reaches the page. It is forgotten after 30 minutes without use.
 */
import { now } from '../clock.ts'
import { decrypt, type EncryptedKey, encrypt, type Secret } from './encrypted-key.ts'

export type ToFirma =
  | {
      readonly kind: 'open'
      readonly binding: string
      readonly sealed: EncryptedKey
      readonly secret: Secret
    }
  | {
      readonly kind: 'seal'
      readonly binding: string
      readonly signKey: string
      readonly secret: Secret
    }
  | { readonly kind: 'close' }
  | {
      readonly kind: 'fetch'
      readonly binding: string
      readonly url: string
      readonly method: string
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }

export type FromFirma =
  | { readonly opened: boolean; readonly until: number | null }
  | { readonly sealed: EncryptedKey; readonly until: number | null }
  | {
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly text: string
      readonly until: number | null
    }
  | { readonly closed: true }
  | { readonly failed: string }

const IDLE_MS = 30 * 60_000
const open_: Map<string, { readonly signKey: string; until: number }> = new Map()

setInterval(() => {
  const at = now().getTime()
  for (const [binding, { until }] of open_) if (until <= at) open_.delete(binding)
}, 5_000)

self.onmessage = async (event: MessageEvent<{ id: number; message: ToFirma }>) => {
  const { id, message } = event.data
  const answer = await handle(message).catch(
    (error: unknown): FromFirma => ({ failed: String(error) }),
  )
  self.postMessage({ id, answer })
}

function keep(binding: string, signKey: string): number {
  const until = now().getTime() + IDLE_MS
  open_.set(binding, { signKey, until })
  return until
}

async function handle(message: ToFirma): Promise<FromFirma> {
  switch (message.kind) {
    case 'close':
      open_.clear()
      return { closed: true }
    case 'seal': {
      const sealed = await encrypt(message.signKey, message.secret, message.binding)
      return { sealed, until: keep(message.binding, message.signKey) }
    }
    case 'open': {
      const signKey = await decrypt(message.sealed, message.secret, message.binding)
      return signKey === null
        ? { opened: false, until: null }
        : { opened: true, until: keep(message.binding, signKey) }
    }
    case 'fetch': {
      const held = open_.get(message.binding)
      const at = now().getTime()
      if (!held || held.until <= at) return { closed: true }
      held.until = at + IDLE_MS
      const response = await fetch(message.url, {
        method: message.method,
        credentials: 'same-origin',
        headers: { ...message.headers, 'x-service-sign-key': held.signKey },
        body: message.body,
      })
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
        until: held.until,
      }
    }
  }
}
