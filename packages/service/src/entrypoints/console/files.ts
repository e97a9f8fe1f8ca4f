/**
 * The built console, read once and served from memory. An address is looked up in the map and never becomes a path,
 * so nothing outside can be read.
 */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface BuiltFile {
  readonly status: 200 | 503
  readonly type: string
  readonly bytes: Buffer
  /** Compressed, the smallest first; none where compressing saves nothing. */
  readonly encoded: readonly (readonly [encoding: string, bytes: Buffer])[]
  /** Its name contains its hash, so a browser never asks again. */
  readonly immutable: boolean
}

/** Keyed by address: `/assets/index-a1b2.js`. */
export type BuiltConsole = ReadonlyMap<string, BuiltFile>

const INDEX = '/index.html'

// biome-ignore format: a table
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8', '.svg': 'image/svg+xml', '.png': 'image/png', '.ico': 'image/x-icon',
  '.woff2': 'font/woff2', '.wasm': 'application/wasm', '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
/** The types of texts, and of programs; the others are compressed already. */
const COMPRESSED = /text|json|svg|wasm/

/**
 * Response headers for pages of the console, and for older browsers too. The one policy of Trusted Types is the
 * console's own, for its workers' addresses (packages/console/src/trusted.ts).
 */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' blob:; frame-src blob:; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types sello",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const

/** Higher brotli levels take seconds and save two percent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }

/** Null when the folder has no built console. */
export async function readBuiltConsole(
  dir: string,
  basePath: string,
): Promise<BuiltConsole | null> {
  const names = await readdir(dir, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
  if (names === null) return null
  const files = new Map<string, BuiltFile>()
  // One after the other, and before anything is served: a compressor takes megabytes until it ends, and all at once
  // took the process to 390 MiB at its start, most of which it did not give back.
  for (const entry of names.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const address = `/${relative(dir, path).split(sep).join('/')}`
    const read = await readFile(path)
    files.set(address, built(address, address === INDEX ? underBasePath(read, basePath) : read))
  }
  return files.has(INDEX) ? files : null
}

/** Builds the pages in a clone; the published package has them. */
export const BUILD_COMMAND = 'npm ci && npm run build -w @sello/console'

/** In place of a console that is not built: every address tells how it is. */
export const UNBUILT_CONSOLE: BuiltConsole = new Map([
  [
    INDEX,
    {
      status: 503,
      type: 'text/html; charset=utf-8',
      bytes: Buffer.from(
        `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Sello</title></head><body>
<h1>La consola no está construida</h1>
<p>El servicio responde a los programas. Quien lo opera construye la consola con estos comandos, y lo reinicia:</p>
<pre>${BUILD_COMMAND.replaceAll('&', '&amp;')}</pre>
</body></html>`,
      ),
      encoded: [],
      immutable: false,
    },
  ],
])

function built(address: string, bytes: Buffer): BuiltFile {
  const type = TYPES[extname(address)] ?? 'application/octet-stream'
  return {
    status: 200,
    type,
    bytes,
    encoded: COMPRESSED.test(type)
      ? [
          ['br', brotliCompressSync(bytes, BROTLI)],
          ['gzip', gzipSync(bytes)],
        ]
      : [],
    immutable: address.startsWith('/assets/'),
  }
}

/** Puts the page's addresses below the base path, which a meta element tells the page. */
function underBasePath(index: Buffer, basePath: string): Buffer {
  const text = index
    .toString()
    .replaceAll(/(src|href)="\.?\/(?!\/)/g, `$1="${basePath}/`)
    .replace('<head>', `<head>\n    <meta name="sello-base" content="${basePath}">`)
  return Buffer.from(text)
}

/** Answers every other GET: with a file, or, for a browser, with the page that draws the address. */
export function addConsoleFiles(
  app: FastifyInstance,
  { files, basePath }: { readonly files: BuiltConsole; readonly basePath: string },
  notFound: () => Error,
): void {
  const serve = (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.slice(basePath.length).split(/[?#]/)
    const isPage = path === INDEX || isPageAddress(path)
    const found = files.get(isPage ? INDEX : path)
    if (!found || (isPage && !asksForPage(request))) throw notFound()
    return send(request, reply, found)
  }
  for (const url of ['/', '/*']) {
    app.route({ method: ['GET', 'HEAD'], url: basePath + url, handler: serve })
  }
}

/** Addresses of programs, in any case of letters, and of the operator's port. */
const NO_PAGES = /^\/(v1|console\/api|assets|healthz|readyz|metrics|ministry)(\/|$)/i

/** Neither an address of programs nor a missing file; no page has a doubled slash. */
function isPageAddress(escaped: string): boolean {
  const path = decodeURIComponent(escaped) // the router has refused what cannot be decoded
  return !NO_PAGES.test(path) && !path.includes('//') && extname(path) === ''
}

/** A browser says so by name when a person opens an address; programs send `*\/*` or nothing, and get JSON. */
const asksForPage = ({ headers }: FastifyRequest) =>
  (headers.accept ?? '').split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return type === 'text/html' && !parameters.some((one) => /^q=0(\.0*)?$/.test(one))
  })

function send(request: FastifyRequest, reply: FastifyReply, file: BuiltFile) {
  const accepted = String(request.headers['accept-encoding'] ?? '').split(/[^\w-]+/)
  const [encoding, bytes] = file.encoded.find(([name]) => accepted.includes(name)) ?? [
    null,
    file.bytes,
  ]
  if (encoding) reply.header('content-encoding', encoding)
  return reply
    .status(file.status)
    .headers(PAGE_HEADERS)
    .header('vary', 'accept, accept-encoding')
    .header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .type(file.type)
    .send(bytes)
}
