import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { type Draft, factura, linea, set } from '../../test/documentos.ts'
import { donacion } from '../../test/donacion.ts'
import { type Ministry, startMinistry } from '../../test/ministry.ts'
import { operaciones } from '../../test/operaciones.ts'
import { remision } from '../../test/remision.ts'
import { sealed } from '../../test/verdicts.ts'

async function pageOf({ url }: Ministry, { identificacion }: Draft, change = {}) {
  const { ambiente, codigoGeneracion, fecEmi } = identificacion
  const query = { ambiente, codGen: codigoGeneracion, fechaEmi: fecEmi, ...change }
  const response = await fetch(`${url}/consultaPublica?${new URLSearchParams(query)}`)
  return { status: response.status, text: await response.text() }
}

test('the public query shows a sealed document to who has its code, environment and date', async (t) => {
  const ministry = await startMinistry(t)
  const document = await sealed(ministry, set(factura(), 'receptor.nombre', 'Ana & <b>Hijos</b>'))
  const { status, text } = await pageOf(ministry, document)
  assert.equal(status, 200)
  assert.match(text, /TRANSMITIDO Y SELLADO/)
  assert.match(text, /Ana &amp; &lt;b&gt;Hijos&lt;\/b&gt;/)
  assert.match(text, /USD \d+\.\d\d/)
  const { numeroControl, codigoGeneracion, fecEmi } = document.identificacion
  const facts = [...text.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, ...fact]) => fact)
  const [seal = '', received = ''] = ['Sello de recepción', 'Recibido'].map(
    (name) => facts.find(([of]) => of === name)?.[1],
  )
  assert.match(seal, /^[A-Z0-9]{40}$/)
  assert.match(received, /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)
  assert.deepEqual(facts, [
    ['Estado', 'TRANSMITIDO Y SELLADO'],
    ['Tipo de documento', '01'],
    ['Código de generación', codigoGeneracion],
    ['Número de control', numeroControl],
    ['Sello de recepción', seal],
    ['Recibido', received],
    ['Emisor', document.emisor.nombre],
    ['NIT del emisor', document.emisor.nit],
    ['Receptor', 'Ana &amp; &lt;b&gt;Hijos&lt;/b&gt;'],
    ['Fecha de emisión', fecEmi],
    ['Total', `USD ${document.resumen.totalPagar.toFixed(2)}`],
  ])
  await ministry.post('/_sim/invalidations', {
    codigoGeneracion: document.identificacion.codigoGeneracion,
  })
  assert.match((await pageOf(ministry, document)).text, /<dd>INVALIDADO/)
})

const factsOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, name, fact]) => [name, fact]),
  )

test('the total of what is not paid is that of its operation, and of a donation there is none', async (t) => {
  const ministry = await startMinistry(t)
  const totalOf = async (make: Draft) =>
    factsOf((await pageOf(ministry, await sealed(ministry, make))).text).Total
  assert.equal(await totalOf(remision()), 'USD 522.13')
  assert.equal(await totalOf(donacion()), undefined)
  const five = set(factura(), 'cuerpoDocumento', [
    linea(1, { precioUni: 0.05, ventaGravada: 0.05, ivaItem: 0.00575221 }),
  ])
  const zero = { totalNoSuj: 0, totalExenta: 0, totalNoGravado: 0, totalDescu: 0, pagos: null }
  const sums = { totalGravada: 0.05, subTotalVentas: 0.05, subTotal: 0.05, totalIva: 0.01 }
  const due = { montoTotalOperacion: 0.05, totalPagar: 0.05 }
  const resumen = { ...five.resumen, ...zero, ...sums, ...due }
  assert.equal(await totalOf({ ...five, resumen }), 'USD 0.05')
})

test('of a document that the ledger does not keep it shows the row, on any date, and of an event nothing', async (t) => {
  const ministry = await startMinistry(t, { ledgerJws: false })
  const document = await sealed(ministry, factura())
  const { status, text } = await pageOf(ministry, document, { fechaEmi: '2026-10-04' })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(factsOf(text)), [
    ...['Estado', 'Tipo de documento', 'Código de generación', 'Número de control'],
    ...['Sello de recepción', 'Recibido', 'NIT del emisor'],
  ])
  const event = await sealed(ministry, operaciones())
  assert.equal((await pageOf(ministry, event)).status, 404)
})

test('it shows nothing of a refused or unknown one, nor under another date or environment', async (t) => {
  const ministry = await startMinistry(t)
  const document = await sealed(ministry, factura())
  const wrong = set(factura(), 'resumen.totalIva', 1)
  await ministry.send(wrong)
  const pages = await Promise.all([
    pageOf(ministry, wrong),
    pageOf(ministry, factura()),
    pageOf(ministry, document, { fechaEmi: '2026-10-04' }),
    pageOf(ministry, document, { ambiente: '01' }),
    pageOf(ministry, document, { codGen: '' }),
  ])
  for (const { status, text } of pages) {
    assert.equal(status, 404)
    assert.doesNotMatch(text, /Sello de recepción/)
    assert.ok(
      text.includes(
        '<dl><dt>Estado</dt><dd>No hay un documento con ese código, ambiente y fecha</dd></dl>',
      ),
    )
  }
})

test('of a buyer without a name, or without a buyer, it shows no line for one', async (t) => {
  const ministry = await startMinistry(t)
  for (const [path, value] of [
    ['receptor', null],
    ['receptor.nombre', null],
  ] as const) {
    const { text } = await pageOf(ministry, await sealed(ministry, set(factura(), path, value)))
    assert.deepEqual(Object.keys(factsOf(text)), [
      ...['Estado', 'Tipo de documento', 'Código de generación', 'Número de control'],
      ...[
        'Sello de recepción',
        'Recibido',
        'Emisor',
        'NIT del emisor',
        'Fecha de emisión',
        'Total',
      ],
    ])
  }
})

test('its pages are their own, and run nothing of anybody else', async (t) => {
  const { url } = await startMinistry(t)
  // biome-ignore format: a table
  const pages: readonly (readonly [path: string, type: string, file: string])[] = [
    ['/_sim/',          'text/html; charset=utf-8',       'index.html'],
    ['/_sim/page.js',   'text/javascript; charset=utf-8', 'page.js'],
    ['/_sim/detail.js', 'text/javascript; charset=utf-8', 'detail.js'],
    ['/_sim/tools.js',  'text/javascript; charset=utf-8', 'tools.js'],
    ['/_sim/page.css',  'text/css; charset=utf-8',        'page.css'],
  ]
  for (const [path, type, file] of pages) {
    const reply = await fetch(url + path)
    const { status, headers } = reply
    assert.deepEqual([status, headers.get('content-type')], [200, type], path)
    const kept = await readFile(new URL(`../../page/${file}`, import.meta.url), 'utf8')
    assert.equal(await reply.text(), kept, path)
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cache-control'), 'no-store')
  }
  const { headers } = await fetch(`${url}/consultaPublica`)
  assert.equal(
    headers.get('content-security-policy'),
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'",
  )
})

test('every answer says what it is, in UTF-8', async (t) => {
  const { url } = await startMinistry(t)
  for (const [path, type] of [
    ['/consultaPublica', 'text/html'],
    ['/_sim/state', 'application/json'],
    ['/_sim/ledger', 'application/json'],
    ['/fesv/recepciondte', 'application/json'],
  ]) {
    const { headers } = await fetch(`${url}${path}`)
    assert.equal(headers.get('content-type'), `${type}; charset=utf-8`, path)
  }
})
