/**
 * Sends a webhook: one POST, one status. What its receiver does costs at most fifteen seconds and a few kilobytes, and
 * whatever its name resolves to, nothing inside is reached (docs/wire.md#webhooks).
 */
import { lookup } from 'node:dns'
import type { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { publicLookup, publicLookupBy } from '../../base/net/own-resolver.ts'
import { InnerAddress, isPublicAddress } from '../../base/net/public-address.ts'
import { addressProblem, INNER, NOT_PLAIN } from './address.ts'

/** For the whole exchange, from the lookup to the status. */
export const TIMEOUT_MS = 15_000
/** An answer's body is not read further: only its status matters. */
const BODY_BYTES_MAX = 16 * 1024

export interface Message {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export type Sent =
  | { readonly kind: 'delivered'; readonly codigo: number }
  /** In words for the company. `codigo` null: there was no answer. */
  | { readonly kind: 'failed'; readonly codigo: number | null; readonly motivo: string }
  /** The process stops; it is not known whether it arrived. */
  | { readonly kind: 'stopped' }

export interface WebhookSender {
  send(message: Message, stopping?: AbortSignal): Promise<Sent>
  /** Why nothing may be sent there, or null. */
  problemOf(url: string): string | null
  close(): Promise<void>
}

interface Options {
  /** Whether receivers may stand on this machine and its internal networks, there also without TLS. */
  readonly innerNetwork: boolean
  /** Absent: the machine's name servers. */
  readonly resolver?: Pick<Resolver, 'resolve4' | 'resolve6'>
  /** Absent: fifteen seconds. */
  readonly timeoutMs?: number
}

export function createWebhookSender({
  innerNetwork,
  resolver,
  timeoutMs = TIMEOUT_MS,
}: Options): WebhookSender {
  const outerLookup = resolver ? publicLookupBy(resolver) : publicLookup
  // Connection pools of their own, so that each connection was checked by its lookup.
  const secure = new Agent({ connect: innerNetwork ? {} : { lookup: outerLookup } })
  const plain = new Agent({ connect: { lookup: innerNetwork ? innerLookup : outerLookup } })

  return {
    problemOf: (url) => addressProblem(url, innerNetwork),
    async send({ url, headers, body }, stopping) {
      const problem = addressProblem(url, innerNetwork)
      if (problem !== null) return { kind: 'failed', codigo: null, motivo: problem }
      const limit = limitOf(timeoutMs, stopping)
      const { signal } = limit
      // Of the address as it is read: `HTTPS:` is the same scheme, and so is one with a space before it.
      const dispatcher = new URL(url).protocol === 'https:' ? secure : plain
      try {
        const answer = await request(url, { method: 'POST', headers, body, signal, dispatcher })
        // It has answered: however its body ends, it arrived.
        await answer.body.dump({ limit: BODY_BYTES_MAX, signal }).catch(() => {})
        return resultOf(answer.statusCode)
      } catch (error) {
        if (stopping?.aborted) return { kind: 'stopped' }
        return { kind: 'failed', codigo: null, motivo: reasonOf(error, timeoutMs) }
      } finally {
        limit.end()
      }
    },
    async close() {
      await Promise.all([secure.destroy(), plain.destroy()])
    },
  }
}

/** Fires after the time of an exchange, and with `stopping`. */
function limitOf(timeoutMs: number, stopping: AbortSignal | undefined) {
  const limit = new AbortController()
  const late = () => limit.abort(new DOMException('no answer in time', 'TimeoutError'))
  const timer = setTimeout(late, timeoutMs)
  const stop = () => limit.abort()
  if (stopping?.aborted) stop()
  stopping?.addEventListener('abort', stop)
  return {
    signal: limit.signal,
    end() {
      clearTimeout(timer)
      stopping?.removeEventListener('abort', stop)
    },
  }
}

/** Like `dns.lookup`, but fails if any result is public: nothing leaves the machine's networks without TLS. */
const innerLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (!first) return done(error ?? new Error(`bug: no address of ${hostname}`), '')
    if (addresses.some(({ address }) => isPublicAddress(address))) {
      return done(new PublicAddress(hostname), '')
    }
    if (options.all) return done(null, addresses)
    return done(null, first.address, first.family)
  })
}

class PublicAddress extends Error {}

function resultOf(codigo: number): Sent {
  if (codigo >= 200 && codigo < 300) return { kind: 'delivered', codigo }
  const more = codigo >= 300 && codigo < 400 ? ': no se siguen redirecciones' : ''
  return { kind: 'failed', codigo, motivo: `respondió ${codigo}${more}.` }
}

function reasonOf(error: unknown, timeoutMs: number): string {
  const { name = '', code = '' } = error as NodeJS.ErrnoException
  if (error instanceof InnerAddress) return INNER
  if (error instanceof PublicAddress) return NOT_PLAIN
  if (name === 'TimeoutError') return `no respondió en ${timeoutMs / 1_000} segundos.`
  if (NO_NAME.has(code)) return `su nombre no se encuentra (${code}).`
  if (TLS.test(code)) return `su certificado no vale (${code}).`
  return `no se pudo conectar (${/^\w{1,60}$/.test(code) ? code : 'conexión interrumpida'}).`
}

const NO_NAME = new Set(['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'EAI_AGAIN'])
const TLS = /CERT|_TLS_|SSL|SIGNATURE|ISSUER/
