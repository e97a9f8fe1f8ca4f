/** Sends what the feed tells to a program on the developer's machine, signed as a webhook is. */
import type { Novedad } from '@sello/client'
import { usage } from '../exit.ts'
import type { Io } from '../io.ts'

/** As of a webhook. */
const TIMEOUT_MS = 15_000
const SECRET_BYTES = 32

export interface Forwarder {
  /** What signs: a new one for each run, for the program that verifies. */
  readonly secret: string
  /** Sends it once. Returns what came of it, for people. */
  forward(novedad: Novedad): Promise<string>
}

export async function createForwarder(io: Io, text: string): Promise<Forwarder> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    usage('--forward-to: es una dirección, como http://localhost:3000/hook.')
  }
  const { signWebhook } = await import('@sello/client')
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  const secret = `whsec_${Buffer.from(bytes).toString('base64')}`
  return {
    secret,
    async forward(novedad) {
      const body = JSON.stringify(novedad)
      const { id } = novedad
      const timestamp = Math.floor(io.now().getTime() / 1_000)
      const signature = await signWebhook(body, { id, timestamp, secret })
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': `${timestamp}`,
        'webhook-signature': signature,
      }
      const limits = { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
      try {
        const answer = await fetch(url, { method: 'POST', headers, body, ...limits })
        await answer.body?.cancel()
        return `→ ${answer.status}`
      } catch (error) {
        return `→ ${reasonOf(error)}`
      }
    },
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no se pudo enviar'
  if (error.name === 'TimeoutError') return `no respondió en ${TIMEOUT_MS / 1_000} segundos`
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException
  return `no se pudo enviar (${code ?? error.message})`
}
