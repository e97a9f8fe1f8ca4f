/** Serves the built site on loopback, to look at it. Any web server does the same: they are files. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { SITE } from './page.ts'

const WEB = join(SITE, 'dist/web')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Listens until the process ends. */
export function serveSite(port: number): void {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const found = await fileAt(pathname)
    const name = found?.name ?? '404.html'
    const body = found?.body ?? (await readFile(join(WEB, name)))
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    response.writeHead(found ? 200 : 404, { 'content-type': type }).end(body)
  })
  server.listen(port, '127.0.0.1', () => console.log(`http://localhost:${port}`))
}

/** The file of an address: itself, its page, or its folder's page; null if there is none. */
async function fileAt(pathname: string) {
  const path = normalize(decodeURIComponent(pathname))
  const names = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`]
  for (const name of names) {
    const body = await readFile(join(WEB, name)).catch(() => null)
    if (body) return { name, body }
  }
  return null
}
