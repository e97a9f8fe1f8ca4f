/** The decrypted location of a company's own destination, with its credentials. */

export interface FolderLocation {
  readonly kind: 'byos_folder'
  /** Absolute path, on the machine that writes. */
  readonly path: string
}

export interface BucketLocation {
  readonly kind: 'byos_bucket'
  /** The bucket's own address, optionally with a prefix: `https://s3.example.com/dte/tienda-1`. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export type StorageLocation = FolderLocation | BucketLocation

/** Stores with a known form of address; `s3` is any other. */
export const PROVIDERS = ['aws', 'r2', 'b2', 'minio', 'spaces', 'wasabi', 's3'] as const
export type Provider = (typeof PROVIDERS)[number]

export interface BucketAt {
  readonly provider: Provider
  readonly bucket: string
  /** For AWS, B2, Spaces and Wasabi. */
  readonly region?: string | undefined
  /** For R2 (`https://<account>.r2.cloudflarestorage.com`), MinIO and any other. */
  readonly endpoint?: string | undefined
}

/** Path-style addresses: the same form for all, and bucket names with dots do not break TLS. */
const ENDPOINTS: Readonly<Partial<Record<Provider, (region: string) => string>>> = {
  aws: (region) => `https://s3.${region}.amazonaws.com`,
  b2: (region) => `https://s3.${region}.backblazeb2.com`,
  spaces: (region) => `https://${region}.digitaloceanspaces.com`,
  wasabi: (region) => `https://s3.${region}.wasabisys.com`,
}

const REGIONS: Readonly<Partial<Record<Provider, string>>> = {
  r2: 'auto',
  minio: 'us-east-1',
  s3: 'us-east-1',
}

/** The address and the region of a bucket, or a sentence naming what is missing. */
export function bucketAt(at: BucketAt): { url: string; region: string } | { problem: string } {
  const { provider, bucket, endpoint } = at
  const region = at.region ?? REGIONS[provider]
  if (region === undefined) return { problem: `falta la región del depósito en ${provider}.` }
  const own = endpoint ?? ENDPOINTS[provider]?.(region)
  if (own === undefined) {
    return { problem: `falta la dirección del servidor de ${provider}, como https://…` }
  }
  const url = `${own.replace(/\/+$/, '')}/${bucket}`
  const problem = bucketProblem(url)
  return problem === null ? { url, region } : { problem }
}

const LOCAL = ['127.0.0.1', '[::1]', 'localhost']

/**
 * Null if the address can be a bucket's. Plain HTTP only for a store on this machine, or the files would travel
 * unencrypted.
 */
export function bucketProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const isBucket =
    url !== null && /^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*$/.test(url.pathname)
  const isPlain = url?.search === '' && url.hash === '' && url.username === ''
  if (!isBucket || !isPlain || /\/\.{1,2}(\/|$)/.test(text)) {
    return 'la dirección del depósito es https://servidor/deposito.'
  }
  const isSafe =
    url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL.includes(url.hostname))
  return isSafe ? null : 'el depósito va con https://; con http:// solo en esta misma máquina.'
}

/** Checks a location before use: another program, or an older client, may have encrypted it. */
export function isStorageLocation(value: unknown): value is StorageLocation {
  const { kind, ...rest } = (value ?? {}) as Readonly<Record<string, unknown>>
  const has = (...names: readonly string[]) => names.every((name) => typeof rest[name] === 'string')
  if (kind === 'byos_folder') return has('path')
  return (
    kind === 'byos_bucket' &&
    has('url', 'region', 'accessKeyId', 'secretAccessKey') &&
    bucketProblem(rest.url as string) === null
  )
}
