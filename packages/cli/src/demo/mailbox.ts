/** The demonstration's mailbox on a page: what would have been sent, from the folder where the service puts it. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export interface MailboxPage {
  readonly url: string
  close(): Promise<void>
}

/** On loopback, at any free port. */
export async function startMailbox(folder: string): Promise<MailboxPage> {
  const server = createServer((request, response) => {
    // A page of another site, whose name was made to lead here, would read the mail.
    if (!OWN_NAME.test(request.headers.host ?? '')) {
      return end(response, 'txt', Buffer.from('Ábralo por su dirección, 127.0.0.1.'), 403)
    }
    serve(folder, request.url ?? '/', response).catch((error) =>
      end(response, 'txt', Buffer.from(`No se pudo leer el buzón: ${error}`), 500),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const OWN_NAME = /^(127\.0\.0\.1|localhost)(:\d+)?$/

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  eml: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  pdf: 'application/pdf',
}

/** A message's folder is named by its id, and a file of it by a plain name: nothing leads out of the folder. */
const FILE = /^\/([0-9a-f-]{36})\/([A-Za-z0-9-]+(?:\.[a-z]+)?)$/

async function serve(folder: string, url: string, response: ServerResponse): Promise<void> {
  if (url === '/') return end(response, 'html', Buffer.from(await listPage(folder)))
  const [, id, name] = FILE.exec(url) ?? []
  const bytes = id && name ? await readFile(join(folder, id, name)).catch(() => null) : null
  if (!bytes || !name) return end(response, 'txt', Buffer.from('No existe.'), 404)
  return end(response, name.split('.')[1] ?? '', bytes)
}

function end(response: ServerResponse, kind: string, bytes: Buffer, status = 200): void {
  response.writeHead(status, {
    'content-type': TYPES[kind] ?? 'application/octet-stream',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  response.end(bytes)
}

/** Newest first. */
async function listPage(folder: string): Promise<string> {
  const ids = (await readdir(folder).catch(() => [])).filter((id) => /^[0-9a-f-]{36}$/.test(id))
  const messages = await Promise.all(ids.map((id) => readMessage(folder, id)))
  messages.sort((a, b) => b.at - a.at)
  const rows = messages.map(
    ({ id, to, files }) =>
      `<li><strong>${escaped(to)}</strong> ${files.map((name) => `<a href="/${id}/${name}">${escaped(name)}</a>`).join(' ')}</li>`,
  )
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Buzón de la demostración</title>
<meta name="viewport" content="width=device-width"><style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}li{margin:.75rem 0}a{margin-right:.75rem;overflow-wrap:anywhere}</style></head>
<body><h1>Buzón de la demostración</h1><p>Lo que se habría enviado por correo, de lo más nuevo a lo más viejo. Nada salió de esta máquina.</p>
${rows.length === 0 ? '<p>Todavía no hay nada.</p>' : `<ul>${rows.join('\n')}</ul>`}</body></html>`
}

async function readMessage(folder: string, id: string) {
  const path = join(folder, id)
  const { mtimeMs: at } = await stat(path)
  const head = (await readFile(join(path, 'mensaje.eml')))
    .toString('latin1')
    .split('\r\n\r\n', 1)[0]
  const to = /^To: (.*)$/m.exec(head ?? '')?.[1]?.trim() ?? ''
  const names = await readdir(path)
  return { id, at, to, files: ['mensaje.html', ...names.filter((name) => name !== 'mensaje.html')] }
}

const escaped = (text: string) =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
