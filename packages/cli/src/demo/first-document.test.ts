/** The demonstration's first sale: what is sent, what is kept of the answer, and what is told where it is not sealed. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { createFolder, type Folder, occupy } from '../../test/cli.ts'
import { issueFirst } from './first-document.ts'

const KEY = { apiKey: 'sello_test_k.s', signKey: 'sellosk_s', scopes: [], tiposDte: [] }
const SEALED = {
  ...{ numeroControl: 'DTE-01', codigoGeneracion: 'C', selloRecibido: 'S' },
  ...{ totales: { totalPagar: 18.55 }, representacionGrafica: 'JVBERi0=' },
}
const asked: { line: string; headers: IncomingHttpHeaders; body: string }[] = []
let answer = { status: 200, text: JSON.stringify(SEALED) }
const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  const { method, url, headers } = request
  asked.push({ line: `${method} ${url}`, headers, body })
  response.writeHead(answer.status).end(answer.text)
})
let folder: Folder
let url = ''
before(async () => {
  folder = await createFolder()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(async () => {
  server.closeAllConnections()
  server.close()
  await folder.remove()
})

test('it is a sale to a buyer with an address, and its copy is kept under its number', async () => {
  const { documento, pdf } = await issueFirst(url, KEY, folder.path)
  assert.deepEqual([documento, pdf], [SEALED, folder.in('DTE-01.pdf')])
  assert.equal(await readFile(pdf, 'utf8'), '%PDF-')
  const [one] = asked
  const headers = one?.headers ?? {}
  assert.equal(one?.line, 'POST /v1/dte')
  assert.match(String(headers['idempotency-key']), /^demo-[0-9a-f-]{36}$/)
  assert.deepEqual(
    ['content-type', 'x-service-key', 'x-service-sign-key'].map((name) => headers[name]),
    ['application/json', 'sello_test_k.s', 'sellosk_s'],
  )
  const { items, ...sale } = JSON.parse(one?.body ?? '')
  const receptor = { nombre: 'María Pérez', correo: 'maria@example.com' }
  assert.deepEqual(sale, { tipoDte: '01', receptor, entrega: { correo: true } })
  const product = { tipoItem: 1 }
  assert.deepEqual(items, [
    { ...product, descripcion: 'Café de altura, tostado, 1 lb', cantidad: 2, precioUni: 5.65 },
    { ...product, descripcion: 'Taza de barro de Ilobasco', cantidad: 1, precioUni: 7.25 },
  ])
})

test('one that was not sealed is told with the whole answer, and a service that is gone as it is', async () => {
  answer = { status: 202, text: '{"estado":"contingencia"}' }
  await assert.rejects(issueFirst(url, { ...KEY, signKey: null }, folder.path), {
    ...{ name: 'CliError', ending: 'unavailable' },
    message: 'La primera factura no quedó sellada (HTTP 202): {"estado":"contingencia"}',
  })
  assert.equal(asked[1]?.headers['x-service-sign-key'], '')
  const { port, close } = await occupy(0)
  close()
  await assert.rejects(issueFirst(`http://127.0.0.1:${port}`, KEY, folder.path), {
    code: 'ECONNREFUSED',
  })
})
