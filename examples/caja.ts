/**
 * A till in one file: a page for a phone or a tablet, and the handler behind it, which alone has the keys. `caja` takes
 * a `Request` and answers a `Response`, so it can be mounted in any server of the web platform.
 *
 *   npx tsx examples/caja.ts demo.json
 *
 * The page numbers each sale before it sends it (`referencia`) and sends the same one again until it has an answer: a
 * tablet that loses its network neither loses a sale nor issues it twice.
 */
import { readFile, realpath } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type DteRequest, isSelloError, Sello } from '@sello/client'
import { fileKeyStore } from '@sello/client/node'

/** What the page sells, at prices with IVA: the prices are the server's and never the page's. */
const PRODUCTOS: Readonly<
  Record<string, { readonly descripcion: string; readonly precioUni: number }>
> = {
  pupusa: { descripcion: 'Pupusa revuelta', precioUni: 1.25 },
  horchata: { descripcion: 'Horchata', precioUni: 1.5 },
  cafe: { descripcion: 'Café de altura', precioUni: 1.75 },
}
const BODY_BYTES_MAX = 10_000
const REFERENCIA = /^caja-[0-9a-f-]{36}$/

/** The page at `/`, `POST venta` and `GET ticket?codigo=…`. Whoever reaches it may sell: put it behind your own sign-in. */
export function caja(sello: Sello): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const route = `${request.method} ${pathname}`
    try {
      if (route === 'GET /') return page()
      if (route === 'POST /venta') return await sell(sello, request)
      if (route === 'GET /ticket') return await ticket(sello, searchParams.get('codigo') ?? '')
      return say(404, { mensaje: 'No existe.' })
    } catch (error) {
      if (!isSelloError(error)) throw error
      // The message is for people. Only an unknown outcome is worth sending again as it is.
      return say(error.outcome === 'unknown' ? 503 : 422, { mensaje: error.message })
    }
  }
}

async function sell(sello: Sello, request: Request): Promise<Response> {
  // A page of another site cannot send this type without asking first.
  if (request.headers.get('content-type') !== 'application/json') {
    return say(415, { mensaje: 'Se espera application/json.' })
  }
  const sale = saleOf(await request.text())
  if (sale === null) return say(400, { mensaje: 'La venta no se entiende.' })
  try {
    return say(200, await sello.issue(sale))
  } catch (error) {
    // It was issued, and this program forgot its key: the answer is the document.
    if (!isSelloError(error, 'reference_in_use')) throw error
    return say(200, await sello.query(error.details.codigoGeneracion))
  }
}

function saleOf(text: string): DteRequest | null {
  try {
    const { referencia, cantidades } = JSON.parse(text)
    if (typeof referencia !== 'string' || !REFERENCIA.test(referencia)) return null
    const items = Object.entries(PRODUCTOS)
      .map(([codigo, product]) => ({
        ...product,
        codigo,
        cantidad: Number(cantidades[codigo] ?? 0),
      }))
      .filter(({ cantidad }) => cantidad > 0)
    return items.length > 0 ? { tipoDte: '01', referencia, items } : null
  } catch {
    return null
  }
}

async function ticket(sello: Sello, codigo: string): Promise<Response> {
  const { bytes } = await sello.file(codigo, { kind: 'ticket' })
  return new Response(bytes, {
    headers: { 'content-type': 'application/pdf', 'content-disposition': 'inline' },
  })
}

const say = (status: number, body: object) => Response.json(body, { status })

const page = () =>
  new Response(PAGE, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    },
  })

const PAGE = `<!doctype html>
<html lang="es-SV">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Caja</title>
<style>
  body { font: 1.1rem system-ui; max-width: 30rem; margin: 1rem auto; padding: 0 1rem }
  li { display: flex; gap: 1rem; align-items: center; margin: .5rem 0 }
  li span { flex: 1 }
  button { font: inherit; min-width: 3rem; min-height: 3rem }
  #cobrar { width: 100%; font-weight: bold }
</style>
<h1>Caja</h1>
<ul id="productos" style="padding: 0"></ul>
<button id="cobrar">Cobrar</button>
<p id="dicho" role="status"></p>
<script type="module">
  const productos = ${JSON.stringify(PRODUCTOS)}
  const dicho = document.querySelector('#dicho')
  const cobrar = document.querySelector('#cobrar')
  // A sale without an answer survives a closed page.
  let pendiente = JSON.parse(localStorage.getItem('venta') ?? 'null')
  let cantidades = pendiente?.cantidades ?? {}

  function draw() {
    document.querySelector('#productos').replaceChildren(
      ...Object.entries(productos).map(([codigo, { descripcion, precioUni }]) => {
        const line = document.createElement('li')
        const name = document.createElement('span')
        name.textContent = descripcion + ' $' + precioUni.toFixed(2)
        const count = document.createElement('b')
        count.textContent = cantidades[codigo] ?? 0
        line.append(name, step(codigo, -1), count, step(codigo, 1))
        return line
      }),
    )
    const total = Object.entries(cantidades)
      .reduce((sum, [codigo, n]) => sum + n * Math.round(productos[codigo].precioUni * 100), 0)
    cobrar.textContent = pendiente ? 'Enviar otra vez' : 'Cobrar $' + (total / 100).toFixed(2)
    cobrar.disabled = total === 0
  }

  function step(codigo, by) {
    const button = document.createElement('button')
    button.textContent = by > 0 ? '+' : '−'
    button.ariaLabel = (by > 0 ? 'Agregar ' : 'Quitar ') + productos[codigo].descripcion
    button.disabled = pendiente !== null
    button.onclick = () => {
      cantidades[codigo] = Math.max(0, (cantidades[codigo] ?? 0) + by)
      draw()
    }
    return button
  }

  cobrar.onclick = async () => {
    pendiente ??= { referencia: 'caja-' + crypto.randomUUID(), cantidades }
    localStorage.setItem('venta', JSON.stringify(pendiente))
    draw()
    cobrar.disabled = true
    dicho.textContent = 'Enviando…'
    try {
      const response = await fetch('venta', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(pendiente),
      })
      const said = await response.json()
      if (response.status === 503) throw new Error(said.mensaje)
      // An answer, whichever: this sale is not sent again.
      pendiente = null
      localStorage.removeItem('venta')
      if (!response.ok) {
        dicho.textContent = said.mensaje
      } else {
        cantidades = {}
        const link = document.createElement('a')
        link.href = 'ticket?codigo=' + said.codigoGeneracion
        link.textContent = 'Ticket ' + said.numeroControl
        dicho.replaceChildren(said.estado + ' ', link)
      }
    } catch (error) {
      dicho.textContent = 'Sin respuesta: ' + error.message
    }
    draw()
  }
  draw()
</script>
`

/** The same for a server of Node.js. */
async function serve(
  handle: (request: Request) => Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request
  if (Number(headers['content-length'] ?? 0) > BODY_BYTES_MAX) {
    response.writeHead(413).end()
    return
  }
  const body = method === 'POST' ? (Readable.toWeb(request) as ReadableStream<Uint8Array>) : null
  const answer = await handle(
    new Request(new URL(url, 'http://caja'), {
      method,
      headers: { 'content-type': headers['content-type'] ?? '' },
      ...(body && { body, duplex: 'half' }),
    }),
  )
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
}

const isProgram = (await realpath(process.argv[1] ?? '')) === fileURLToPath(import.meta.url)
if (isProgram) {
  const [file = 'demo.json', port = '0'] = process.argv.slice(2)
  const { baseUrl, companies } = JSON.parse(await readFile(file, 'utf8'))
  const { apiKey, signKey } = companies[0].keys[0]
  const sello = new Sello({ baseUrl, apiKey, signKey, keyStore: fileKeyStore('caja-llaves.jsonl') })
  const handle = caja(sello)
  const server = createServer((request, response) => {
    serve(handle, request, response).catch((error: unknown) => {
      console.error(error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  server.listen(Number(port), '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
}
