/**
 * An S3 bucket, addressed by path. Each request is signed over its body, so the store refuses an altered one;
 * every wait has a timeout.
 */
import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, request } from 'undici'
import type { Clock } from '../../base/clock.ts'
import { concurrently } from '../../base/concurrently.ts'
import { publicLookup } from '../../base/net/own-resolver.ts'
import { assertPublicHost, InnerAddress } from '../../base/net/public-address.ts'
import { readBounded } from '../../base/net/read-bounded.ts'
import { readListing } from './listing.ts'
import { type Store, type StoredFile, StoreFailed } from './store.ts'

export interface Credentials {
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** A separate connection pool, so that every connection was checked by this lookup. */
const publicOnly = new Agent({ connect: { lookup: publicLookup } })

type Method = 'PUT' | 'GET' | 'HEAD' | 'DELETE'

interface Answer {
  readonly status: number
  readonly bytes: Buffer
}

/** For a whole request. */
const TIMEOUT_MS = 30_000
/** No file of a document is longer: a body of 1 MB makes a PDF of some megabytes. */
const FILE_BYTES_MAX = 32 * 1024 * 1024

/**
 * `location` is the bucket's own address, `https://s3.example.com/documentos`, optionally with a prefix after it.
 * Unless `innerNetwork` is set, no connection goes to this machine or to its internal networks.
 */
export function createBucket(
  location: string,
  credentials: Credentials,
  clock: Clock,
  { innerNetwork }: { readonly innerNetwork: boolean } = { innerNetwork: true },
): Store {
  const ask: Ask = (asked) => exchange({ ...asked, innerNetwork }, credentials, clock.now())
  const call = (method: Method, path: string, body: Uint8Array | null = null, headers = {}) =>
    ask({ url: `${location}/${path}`, method, body, headers })
  return {
    async put(files) {
      await concurrently(files, async ({ path, bytes }) => {
        const { status, bytes: said } = await call('PUT', path, bytes)
        if (status !== 200) throw refusedBy(location, status, said)
      })
    },
    async create(file) {
      const { path, bytes } = file
      const { status, bytes: said } = await call('PUT', path, bytes, { 'if-none-match': '*' })
      if (status === 200) return true
      if (status === 501) return createUnconditionally(this, file)
      if (status === 412 || status === 409) return false // it exists, or another call is creating it
      throw refusedBy(location, status, said)
    },
    async get(path) {
      const { status, bytes } = await call('GET', path)
      if (status === 200) return bytes
      if (status === 404 && codeIn(bytes) === 'NoSuchKey') return null
      throw refusedBy(location, status, bytes)
    },
    async has(path) {
      const { status } = await call('HEAD', path)
      if (status === 200 || status === 404) return status === 200
      throw refusedBy(location, status, Buffer.alloc(0))
    },
    async remove(path) {
      const { status, bytes } = await call('DELETE', path)
      if (status !== 204 && status !== 200) throw refusedBy(location, status, bytes)
    },
    async list(folder, prefixes) {
      const names: string[] = []
      await concurrently(prefixes, async (prefix) => {
        for await (const page of pagesOf(location, `${folder}/${prefix}`, ask)) {
          names.push(...page.map((key) => key.slice(key.lastIndexOf('/') + 1)))
        }
      })
      return names
    },
  }
}

/** The keys of the bucket with this prefix, in pages of at most 1,000. */
async function* pagesOf(
  location: string,
  prefix: string,
  ask: Ask,
): AsyncGenerator<readonly string[]> {
  const { origin, pathname } = new URL(location)
  const [bucket = '', ...above] = pathname.slice(1).split('/').map(decodeURIComponent)
  const query = new URLSearchParams({ 'list-type': '2', prefix: [...above, prefix].join('/') })
  for (;;) {
    const url = `${origin}/${encodeURIComponent(bucket)}?${query.toString().replaceAll('+', '%20')}`
    const { status, bytes } = await ask({ url, method: 'GET', body: null, headers: {} })
    if (status !== 200) throw refusedBy(location, status, bytes)
    const { keys, token } = readListing(location, bytes)
    yield keys
    if (token === null) return
    query.set('continuation-token', token)
  }
}

/** For stores without conditional writes. Two concurrent calls may both get true; reading back decides. */
async function createUnconditionally(store: Store, file: StoredFile): Promise<boolean> {
  if (await store.has(file.path)) return false
  await store.put([file])
  return true
}

interface Asked {
  readonly url: string
  readonly method: Method
  readonly body: Uint8Array | null
  readonly headers: Readonly<Record<string, string>>
}

/** A request to this bucket: signed with its credentials, and restricted to its networks. */
type Ask = (asked: Asked) => Promise<Answer>

async function exchange(
  { url, method, body, headers, innerNetwork }: Asked & { readonly innerNetwork: boolean },
  credentials: Credentials,
  now: Date,
): Promise<Answer> {
  const { region, accessKeyId, secretAccessKey } = credentials
  const signer = new AwsV4Signer({
    ...{ method, url, region, accessKeyId, secretAccessKey },
    service: 's3',
    datetime: now.toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
    headers: {
      ...headers,
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
  })
  const signed = await signer.sign()
  const { origin, hostname } = new URL(url)
  try {
    if (!innerNetwork) assertPublicHost(hostname)
    const response = await request(signed.url, {
      ...(innerNetwork ? {} : { dispatcher: publicOnly }),
      method,
      headers: Object.fromEntries(signed.headers),
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const bytes = await readBounded(response.body, FILE_BYTES_MAX)
    if (bytes === null) throw new StoreFailed('Lo que respondió el depósito es muy grande.')
    return { status: response.statusCode, bytes }
  } catch (cause) {
    if (cause instanceof StoreFailed) throw cause
    if (cause instanceof InnerAddress) throw new StoreFailed(innerProblem(origin), { cause })
    throw new StoreFailed(`No se pudo hablar con ${origin} (${reasonOf(cause)}).`, { cause })
  }
}

const innerProblem = (origin: string) =>
  `${origin} lleva a esta máquina o a su red interna: use la dirección pública de su depósito, o pida a quien opera el servicio que lo conecte.`

function refusedBy(location: string, status: number, said: Buffer): StoreFailed {
  const code = codeIn(said)
  const why = (code && REASONS[code]) ?? 'Revise el depósito y los permisos de la llave.'
  return new StoreFailed(`${location} respondió ${status}${code ? ` ${code}` : ''}. ${why}`)
}

/** Error codes that tell the administrator what to correct. */
const REASONS: Readonly<Record<string, string>> = {
  SignatureDoesNotMatch: 'La llave secreta no es la de ese identificador.',
  InvalidAccessKeyId: 'No conoce ese identificador de llave.',
  AccessDenied: 'La llave no puede escribir, leer y borrar ahí.',
  NoSuchBucket: 'No existe ese depósito: créelo primero.',
  RequestTimeTooSkewed: 'El reloj de esta máquina está mal: corríjalo.',
  BadDigest: 'Lo que llegó no es lo que se envió.',
  XAmzContentSHA256Mismatch: 'Lo que llegó no es lo que se envió.',
}

const codeIn = (said: Buffer) =>
  /<Code>(\w{1,80})<\/Code>/.exec(said.subarray(0, 2_000).toString())?.[1]

function reasonOf(cause: unknown): string {
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'no respondió a tiempo'
  return String((cause as NodeJS.ErrnoException).code ?? 'conexión interrumpida')
}
