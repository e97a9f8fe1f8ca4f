/** The page of a document: for whoever has its address, in its present state, until it is revoked. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invalidate } from '../../../test/corrections.ts'
import { type Mailbox, partOf, startMailbox } from '../../../test/mail-server.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { setBrand, setMail } from '../../admin.ts'
import { deliverDue } from '../../flows/delivering/deliver.ts'
import { relay } from '../../ledger/outbox/relay.ts'
import { createSmtp } from '../../outside/mail/smtp.ts'

const ORIGIN = 'https://sello.example.com'
const MAILED = {
  ...SALE,
  receptor: { nombre: 'Ana <script>alert(1)</script>' },
  entrega: { correo: ['maria@example.com'] },
}

let box: Mailbox
let world: World
before(async () => {
  box = await startMailbox()
  const service = createSmtp(box.server)
  world = await createWorld({ mail: { service, through: createSmtp, origin: ORIGIN } })
})
after(async () => {
  await world.close()
  await box.close()
})

/** Issues, sends, and reads the address in the mail. */
async function mailed(body: object = MAILED, key = world.company.key) {
  const issued = await world.issue(body, { key })
  await relay(world.deps)
  await deliverDue(world.deps)
  const text = partOf(box.received.at(-1) as never, 'text/plain')?.toString() ?? ''
  const path = /https:\/\/sello\.example\.com(\/d\/[\w-]{43})\s/.exec(text)?.[1]
  assert.ok(path, text)
  return { path, issued: issued.body }
}

const visit = (url: string, remoteAddress = '192.0.2.1') =>
  world.app.inject({ url, remoteAddress, headers: { accept: 'text/html' } })

/** Everything that an answer says, but its date and the name of its call. */
const answerOf = ({ statusCode, headers, body }: Awaited<ReturnType<typeof visit>>) => {
  const { date, 'x-request-id': id, ...others } = headers
  return { statusCode, headers: others, body }
}

test('the mail leads to a page with the document, its state, both files and nothing from elsewhere', async () => {
  const { path, issued } = await mailed()
  const page = await visit(path)
  assert.equal(page.statusCode, 200)
  assert.match(page.body, new RegExp(issued.selloRecibido))
  assert.match(page.body, /Sellado en el servicio de pruebas de Hacienda/)
  assert.match(page.body, /<svg/)
  assert.deepEqual(
    [...page.body.matchAll(/<dt>(.+?)<\/dt><dd>(.+?)<\/dd>/g)].map(([, label, value]) => [
      label,
      value,
    ]),
    [
      ['Número de control', issued.numeroControl],
      ['Código de generación', issued.codigoGeneracion],
      [
        'Fecha',
        `${issued.fecEmi.split('-').reverse().join('/')} ${issued.documento.identificacion.horEmi}`,
      ],
      ['Sello de recepción', issued.selloRecibido],
    ],
  )
  assert.match(page.body, /<h2>La firma<\/h2>.*<h2>Copia impresa<\/h2>/s)
  assert.match(page.body, /<p class="total">\$11\.30<\/p>/)
  assert.match(
    page.body,
    new RegExp(`<a [^>]*href="${path}/copia.pdf" download>Descargar la copia`),
  )
  assert.match(page.body, new RegExp(`<a [^>]*href="${path}/documento.json" download>Descargar el`))
  const { codigoGeneracion: code, fecEmi } = issued
  assert.ok(
    page.body
      .replaceAll('&#38;', '&')
      .replaceAll('&amp;', '&')
      .includes(`ambiente=00&codGen=${code}&fechaEmi=${fecEmi}"`),
  )
  assert.doesNotMatch(page.body, /<script>alert/)
  const { headers } = page
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
  assert.match(String(headers['content-security-policy']), /script-src 'self'/)
  assert.equal(headers['set-cookie'], undefined)
  const sources = [...page.body.matchAll(/(?:src|href)="(https?:[^"]+)"/g)].map(([, url]) => url)
  assert.ok(
    sources.every(
      (url) =>
        url?.startsWith('https&#58;//admin.factura.gob.sv/') ||
        url?.startsWith('https://admin.factura.gob.sv/'),
    ),
  )

  const pdf = await visit(`${path}/copia.pdf`)
  assert.deepEqual(pdf.rawPayload, Buffer.from(issued.representacionGrafica, 'base64'))
  const json = await visit(`${path}/documento.json`)
  assert.equal(json.body, issued.archivoDte)
  assert.deepEqual(
    [page, pdf, json].map(({ headers }) => [
      headers['content-type'],
      headers['content-disposition'],
    ]),
    [
      ['text/html; charset=utf-8', undefined],
      ['application/pdf', `attachment; filename="${issued.numeroControl}.pdf"`],
      ['application/json; charset=utf-8', `attachment; filename="${issued.numeroControl}.json"`],
    ],
  )
})

/** What all pages share, by its type. */
// biome-ignore format: a table
const SHARED = [
  ['/d/firma.js',                     'text/javascript; charset=utf-8'],
  ['/d/pagina.css',                   'text/css; charset=utf-8'],
  ['/d/fuente/sello-sans-400.woff2',  'font/woff2'],
  ['/d/fuente/sello-sans-600.woff2',  'font/woff2'],
] as const

test('what all pages share is kept by browsers for an hour, and nothing else is there', async () => {
  for (const [address, type] of SHARED) {
    const { statusCode, headers, rawPayload } = await visit(address)
    const said = [statusCode, headers['content-type'], headers['cache-control']]
    assert.deepEqual(said, [200, type, 'public, max-age=3600'], address)
    assert.ok(rawPayload.length > 1_000)
  }
  for (const address of ['/d/fuente/sello-sans-500.woff2', '/d/fuente/..%2ffirma.js']) {
    const { statusCode, headers } = await visit(address)
    assert.deepEqual([statusCode, headers['cache-control']], [404, 'no-store'], address)
  }
})

// biome-ignore format: a table
const PROTECTING: Readonly<Record<string, RegExp>> = {
  'content-security-policy':      /^default-src 'none'; .*; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  'x-robots-tag':                 /^noindex, nofollow$/,
  'referrer-policy':              /^no-referrer$/,
  'x-frame-options':              /^DENY$/,
  'cross-origin-opener-policy':   /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy':           /^camera=\(\), microphone=\(\), geolocation=\(\)$/,
}

test('every address below a document keeps its address, and itself, from others', async () => {
  const { path } = await mailed()
  const ends = ['', '/copia.pdf', '/documento.json', '/logo', '/x']
  const others = [`/d/${'A'.repeat(43)}`, ...SHARED.map(([address]) => address)]
  for (const at of [...ends.map((end) => path + end), ...others]) {
    const { headers } = await visit(at)
    for (const [name, value] of Object.entries(PROTECTING)) {
      assert.match(String(headers[name]), value, `${name} of ${at}`)
    }
  }
})

test('HEAD says of each address what GET does, without a body', async () => {
  const { path } = await mailed()
  const below = ['', '/copia.pdf', '/documento.json', '/logo', '/x'].map((end) => path + end)
  for (const url of [...below, ...SHARED.map(([address]) => address)]) {
    const get = answerOf(await visit(url, '192.0.2.12'))
    const head = await world.app.inject({ method: 'HEAD', url, remoteAddress: '192.0.2.12' })
    assert.deepEqual({ ...answerOf(head), body: '' }, { ...get, body: '' }, url)
  }
})

test('the page says that a document was invalidated, and a second mail has the same address', async () => {
  const { path, issued } = await mailed()
  assert.equal((await invalidate(world, issued.codigoGeneracion)).status, 200)
  await relay(world.deps)
  await deliverDue(world.deps)
  const text = partOf(box.received.at(-1) as never, 'text/plain')?.toString() ?? ''
  assert.ok(text.includes(path))
  assert.match((await visit(path)).body, /Invalidado ante Hacienda/)
})

test('an unknown address, a code and a path lead nowhere, all alike', async () => {
  const { issued, path } = await mailed()
  const lasts = ['A'.repeat(43), 'A'.repeat(32), issued.codigoGeneracion, 'x', '..%2f..%2fv1']
  for (const at of [...lasts.map((last) => `/d/${last}`), `${path}/`, `${path}/x`, `${path}/x/y`]) {
    const page = await visit(at)
    assert.equal(page.statusCode, 404, at)
    assert.match(page.body, /no lleva a ningún documento/)
  }
})

test('an address of an earlier release, which names no company, leads to its page', async () => {
  const { path, issued } = await mailed()
  const token = 'E'.repeat(32)
  await world.deps.pool.many(
    `update pages set token_hash = sha256($2) where codigo_generacion = $1`,
    [issued.codigoGeneracion, Buffer.from(token)],
  )
  assert.match((await visit(`/d/${token}`)).body, new RegExp(issued.numeroControl))
  assert.equal((await visit(path)).statusCode, 404, 'it is no more')
})

test('a revoked address is gone, and the next mail has another one', async () => {
  const { path, issued } = await mailed()
  const key = { 'x-service-key': world.company.key.apiKey }
  const url = `/v1/dte/${issued.codigoGeneracion}/pagina`
  assert.deepEqual((await world.inject({ method: 'DELETE', url, headers: key })).body, {
    revocada: true,
  })
  assert.deepEqual((await world.inject({ method: 'DELETE', url, headers: key })).body, {
    revocada: false,
  })
  const [revoked, absent] = [await visit(path), await visit(`/d/${'A'.repeat(43)}`)]
  assert.deepEqual(answerOf(revoked), answerOf(absent))
  assert.equal(revoked.statusCode, 404)
  const again = await world.inject({
    method: 'POST',
    url: `/v1/dte/${issued.codigoGeneracion}/entregas`,
    headers: { ...key, 'content-type': 'application/json' },
    payload: { correo: ['otra@example.com'] },
  })
  assert.equal(again.status, 201, again.text)
  await deliverDue(world.deps)
  const text = partOf(box.received.at(-1) as never, 'text/plain')?.toString() ?? ''
  assert.match(text, /\/d\//)
  assert.ok(!text.includes(path))
})

test('a company that switches its pages off has none, and its mail has no link', async () => {
  const { path } = await mailed()
  await setMail(world.admin, world.company.nit, { pagina: false })
  assert.equal((await visit(path)).statusCode, 404)
  await world.issue(MAILED)
  await relay(world.deps)
  await deliverDue(world.deps)
  assert.doesNotMatch(partOf(box.received.at(-1) as never, 'text/plain')?.toString() ?? '', /\/d\//)
  await setMail(world.admin, world.company.nit, { pagina: true })
  assert.equal((await visit(path)).statusCode, 200)
})

test('one address may not ask for pages without end', async () => {
  const { path } = await mailed()
  const statuses: number[] = []
  for (let i = 0; i < 70; i++) statuses.push((await visit(`${path}/logo`, '192.0.2.9')).statusCode)
  assert.ok(statuses.includes(429))
  assert.equal((await visit(path, '192.0.2.10')).statusCode, 200)
})

test('one address may not guess pages without end', async () => {
  const statuses = new Set<number>()
  for (let i = 0; i < 70; i++) {
    const guess = `/d/${String(i).padStart(43, 'A')}`
    statuses.add((await visit(guess, '192.0.2.11')).statusCode)
  }
  assert.deepEqual([...statuses], [404, 429])
})

test('a company’s name is a text of its page, which says that it is a test', async () => {
  const { nit, key } = await world.addCompany()
  const evil = `"><i onload='x'>&`
  await world.deps.pool.many(
    'update companies set nombre = $2, nombre_comercial = $2 where nit = $1',
    [nit, evil],
  )
  const { path } = await mailed(MAILED, key)
  const { body } = await visit(path)
  assert.doesNotMatch(body, /<i /)
  assert.ok(body.split('&#60;i onload=&#39;x&#39;').length > 3)
  assert.match(body, /no tiene validez fiscal/)
})

test('only keys of its environment check a document', async () => {
  const { nit, key } = await world.addCompany()
  const { path } = await mailed(MAILED, key)
  const keysOf = async () => /data-keys="([^"]*)"/.exec((await visit(path)).body)?.[1] ?? ''
  assert.match(await keysOf(), /BEGIN PUBLIC KEY/)
  await world.deps.pool.many(
    `update signing_vaults set ambiente = '01'
      where company_id = (select company_id from companies where nit = $1)`,
    [nit],
  )
  assert.equal(await keysOf(), '[]')
})

test('what Hacienda rejected after all says so, and has no copy', async () => {
  const { path, issued } = await mailed()
  await world.deps.pool.many(
    `update documents set estado = 'rechazado', sello_recibido = null where codigo_generacion = $1`,
    [issued.codigoGeneracion],
  )
  const { statusCode, body } = await visit(path)
  assert.equal(statusCode, 200)
  assert.match(body, /Hacienda no lo selló/)
  assert.doesNotMatch(body, /copia\.pdf|documento\.json|<svg/)
  assert.equal((await visit(`${path}/copia.pdf`)).statusCode, 404)
  assert.equal((await visit(`${path}/documento.json`)).statusCode, 404)
})

test('a page has the logo of the company that issued its document', async () => {
  const others = await mailed()
  const { nit, key } = await world.addCompany()
  const logo = Buffer.from('<svg viewBox="0 0 2 2"><path d="M0 0h2v2z"/></svg>')
  await setBrand(world.admin, nit, { logo })
  await world.advance(61_000) // it is in force from a minute later on
  const { path } = await mailed(MAILED, key)
  const { statusCode, headers, rawPayload } = await visit(`${path}/logo`)
  assert.deepEqual([statusCode, headers['content-type']], [200, 'image/svg+xml'])
  assert.deepEqual(rawPayload, logo)
  assert.equal((await visit(`${others.path}/logo`)).statusCode, 404)
  assert.ok((await visit(path)).body.includes(`href="${path}/logo"`), 'its page asks for it')
  assert.ok(!(await visit(others.path)).body.includes('/logo"'))
})
