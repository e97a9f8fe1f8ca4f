/**
 * A bucket of any S3-compatible store, addressed by path. Every request is signed over its body, so the store
 * refuses an altered one. The secret signs and is never sent.
 */
import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { BucketLocation } from '../../own/location.ts'
import type { FetchAnswer, Platform } from '../../platform.ts'
import { type Store, StoreFailed } from './store.ts'

/** Limit for a whole request. */
const TIMEOUT_MS = 30_000

type Method = 'PUT' | 'GET' | 'DELETE'

interface Answer {
  readonly status: number
  readonly bytes: Uint8Array
  readonly code: string | null
}

export function bucketStore(location: BucketLocation, platform: Platform): Store {
  /** How far this machine's clock is behind the store's, according to the store. */
  let offsetMs = 0

  async function call(method: Method, path: string, body?: Uint8Array): Promise<Answer> {
    const send = () => sendOnce(location, platform, { method, path, body: body ?? null, offsetMs })
    const first = await send()
    const { code, date } = first
    if (code !== 'RequestTimeTooSkewed' || date === null) return first
    // Correcting the clock is the machine's job; copies do not wait for it.
    offsetMs = date - platform.now()
    return send()
  }
  return {
    async put(path, bytes) {
      const answer = await call('PUT', path, bytes)
      if (answer.status !== 200) throw refusedBy(location, answer)
    },
    async get(path) {
      const answer = await call('GET', path)
      if (answer.status === 200) return answer.bytes
      if (answer.status === 404 && answer.code === 'NoSuchKey') return null
      throw refusedBy(location, answer)
    },
    async remove(path) {
      const answer = await call('DELETE', path)
      if (answer.status !== 204 && answer.status !== 200) throw refusedBy(location, answer)
    },
  }
}

interface Sending {
  readonly method: Method
  readonly path: string
  readonly body: Uint8Array | null
  readonly offsetMs: number
}

async function sendOnce(
  { url, region, accessKeyId, secretAccessKey }: BucketLocation,
  platform: Platform,
  { method, path, body, offsetMs }: Sending,
): Promise<Answer & { readonly date: number | null }> {
  const now = new Date(platform.now() + offsetMs)
  const signer = new AwsV4Signer({
    ...{ method, region, accessKeyId, secretAccessKey },
    url: `${url}/${path}`,
    service: 's3',
    datetime: now.toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
    headers: {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
  })
  const signed = await signer.sign()
  const controller = new AbortController()
  const cancel = platform.after(TIMEOUT_MS, () => controller.abort())
  try {
    const answer = await platform.fetch(String(signed.url), {
      method,
      headers: Object.fromEntries(signed.headers),
      signal: controller.signal,
      redirect: 'manual', // the signature is for this address; 301 PermanentRedirect says what to fix
      ...(body === null ? {} : { body: new Uint8Array(body) }),
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const code = answer.status < 300 ? null : codeIn(bytes)
    return { status: answer.status, bytes, code, date: dateOf(answer) }
  } catch (cause) {
    const why = controller.signal.aborted ? 'no respondió a tiempo' : reasonOf(cause)
    throw new StoreFailed(`No se pudo hablar con ${new URL(url).origin} (${why}).`, { cause })
  } finally {
    cancel()
  }
}

function refusedBy({ url }: BucketLocation, { status, code }: Answer): StoreFailed {
  const why = (code && REASONS[code]) ?? 'Revise el depósito y los permisos de la llave.'
  return new StoreFailed(`${url} respondió ${status}${code ? ` ${code}` : ''}. ${why}`, { code })
}

const FULL = 'El depósito está lleno: libere espacio o amplíe su cuota.'

/** Error codes that tell what to fix. */
const REASONS: Readonly<Record<string, string>> = {
  SignatureDoesNotMatch: 'La llave secreta no es la de ese identificador.',
  InvalidAccessKeyId: 'No conoce ese identificador de llave.',
  AccessDenied: 'La llave no puede escribir, leer y borrar ahí.',
  NoSuchBucket: 'No existe ese depósito: créelo primero.',
  RequestTimeTooSkewed: 'El reloj de esta máquina está mal: corríjalo.',
  EntityTooLarge: FULL,
  QuotaExceeded: FULL,
  XMinioStorageFull: FULL,
  BadDigest: 'Lo que llegó no es lo que se envió.',
  XAmzContentSHA256Mismatch: 'Lo que llegó no es lo que se envió.',
  PermanentRedirect: 'El depósito está en otra región: conéctelo con la suya.',
  AuthorizationHeaderMalformed: 'El depósito está en otra región: conéctelo con la suya.',
}

const codeIn = (said: Uint8Array) =>
  /<Code>(\w{1,80})<\/Code>/.exec(new TextDecoder().decode(said))?.[1] ?? null

function dateOf({ headers }: FetchAnswer): number | null {
  const date = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(date) ? null : date
}

function reasonOf(cause: unknown): string {
  const inner = (cause as { cause?: { code?: unknown } } | null)?.cause
  return typeof inner?.code === 'string' ? inner.code : 'conexión interrumpida'
}
