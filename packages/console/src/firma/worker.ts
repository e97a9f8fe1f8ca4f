/**
 * The only place where an open sign key is: this worker's memory. Calls that sign are made from here, so
 * the key never passes through the page. It is forgotten after 30 minutes without use.
 */
import { now } from '../clock.ts'
import { open, type SealedKey, type Secret, seal } from './sealed.ts'

export type ToFirma =
  | {
      readonly kind: 'open'
      readonly place: string
      readonly sealed: SealedKey
      readonly secret: Secret
    }
  | {
      readonly kind: 'seal'
      readonly place: string
      readonly signKey: string
      readonly secret: Secret
    }
  | { readonly kind: 'close' }
  | { readonly kind: 'state'; readonly place: string }
  | {
      readonly kind: 'fetch'
      readonly place: string
      readonly url: string
      readonly method: string
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }

export type FromFirma =
  | { readonly opened: boolean; readonly until: number | null }
  | { readonly sealed: SealedKey; readonly until: number | null }
  | { readonly until: number | null }
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
  for (const [place, { until }] of open_) if (until <= at) open_.delete(place)
}, 5_000)

self.onmessage = async (event: MessageEvent<{ id: number; message: ToFirma }>) => {
  const { id, message } = event.data
  const answer = await handle(message).catch((error: unknown): FromFirma => {
    return { failed: error instanceof Error ? error.message : String(error) }
  })
  self.postMessage({ id, answer })
}

function keep(place: string, signKey: string): number {
  const until = now().getTime() + IDLE_MS
  open_.set(place, { signKey, until })
  return until
}

const untilOf = (place: string) => {
  const until = open_.get(place)?.until ?? null
  return until !== null && until > now().getTime() ? until : null
}

async function handle(message: ToFirma): Promise<FromFirma> {
  switch (message.kind) {
    case 'close':
      open_.clear()
      return { closed: true }
    case 'state':
      return { until: untilOf(message.place) }
    case 'seal': {
      const sealed = await seal(message.signKey, message.secret, message.place)
      return { sealed, until: keep(message.place, message.signKey) }
    }
    case 'open': {
      const signKey = await open(message.sealed, message.secret, message.place)
      return signKey === null
        ? { opened: false, until: null }
        : { opened: true, until: keep(message.place, signKey) }
    }
    case 'fetch': {
      const held = open_.get(message.place)
      if (!held || untilOf(message.place) === null) return { closed: true }
      held.until = now().getTime() + IDLE_MS
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
