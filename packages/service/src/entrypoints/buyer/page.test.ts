/** The page of a document, letter by letter: what a buyer reads, and what the page asks a browser to do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Drawn, drawPage } from './page.ts'

const documento = {
  ...{ tipoDte: '01', ambiente: '01', estado: 'sellado', selloRecibido: '2026SELLO' },
  ...{ codigoGeneracion: 'ABCD', numeroControl: 'DTE-01-M001P001-7' },
  ...{ fecEmi: '2026-11-28', horEmi: '09:30:00', totales: { totalPagar: 11.3 } },
}
const company = { nombre: 'Café & Té, S.A.', nombreComercial: 'El Café', nit: '06140101900001' }
const DRAWN = {
  ...{ documento, company, keys: ['PEM "1"'], copy: ['<svg>1</svg>', '<svg>2</svg>'] },
  ...{ address: '/api/d/token', shared: '/api/d' },
}
const of = (more: object = {}, doc: object = {}) =>
  drawPage({ ...DRAWN, ...more, documento: { ...documento, ...doc } } as unknown as Drawn)

/** As the page writes a text. */
const e = (text: string) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
const CONSULTA = e(
  'https://admin.factura.gob.sv/consultaPublica?ambiente=01&codGen=ABCD&fechaEmi=2026-11-28',
)
const SAID = {
  good: 'La firma es buena: el documento es, letra por letra, el que el emisor firmó.',
  bad: 'La firma no corresponde: no confíe en este archivo, y avise a quien se lo envió.',
  failed: 'No se pudo comprobar la firma. Vuelva a abrir la página.',
}
const PROVES =
  'Esto lo comprueba su navegador con la llave pública del emisor, que publica este mismo servicio. Prueba que el archivo no ha cambiado desde que se firmó; no prueba que Hacienda lo tenga ni que siga vigente: eso lo dice la consulta de Hacienda.'

const SEALED = `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">
<title>Factura · El Café</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/api/d/pagina.css">
<script type="module" src="/api/d/firma.js"></script></head>
<body><main>
<header><p class="issuer">El Café</p>
<p class="nit">Café &#38; Té, S.A. · NIT 06140101900001</p>
<h1>Factura</h1><p class="total">$11.30</p></header>
<p class="estado good" role="status">Sellado por el Ministerio de Hacienda: es válido.</p>

<dl><div><dt>Número de control</dt><dd>DTE-01-M001P001-7</dd></div><div><dt>Código de generación</dt><dd>ABCD</dd></div><div><dt>Fecha</dt><dd>28/11/2026 09:30:00</dd></div><div><dt>Sello de recepción</dt><dd>2026SELLO</dd></div></dl>
<nav><a class="button main" href="/api/d/token/copia.pdf" download>Descargar la copia (PDF)</a><a class="button" href="/api/d/token/documento.json" download>Descargar el documento (JSON)</a><a class="button" href="${CONSULTA}" rel="noreferrer noopener">Consultarlo en Hacienda</a></nav>
<section><h2>La firma</h2><p id="firma" class="firma" role="status" data-file="/api/d/token/documento.json" data-code="ABCD" data-keys="${e(JSON.stringify(DRAWN.keys))}" data-words="${e(JSON.stringify(SAID))}">Su navegador está comprobando la firma…</p>
<noscript><p>Para comprobar la firma aquí, el navegador tiene que permitir JavaScript.</p></noscript><p class="small">${PROVES}</p></section>
<section><h2>Copia impresa</h2><div class="hoja" role="img" aria-label="Copia impresa, página 1 de 2"><svg>1</svg></div><div class="hoja" role="img" aria-label="Copia impresa, página 2 de 2"><svg>2</svg></div></section>
</main></body></html>`

test('a sealed document is drawn with its facts, its files, the check of its signature and its copy', () => {
  assert.equal(of(), SEALED)
})

test('a test is told as one, also in the look-up at the ministry', () => {
  const expected = SEALED.replace(
    'Sellado por el Ministerio de Hacienda: es válido.',
    'Sellado en el servicio de pruebas de Hacienda.',
  )
    .replace(
      '</p>\n\n<dl>',
      `</p>\n<p class="estado warning">Es una prueba: no tiene validez fiscal.</p>\n<dl>`,
    )
    .replace('ambiente=01', 'ambiente=00')
  assert.equal(of({}, { ambiente: '00' }), expected)
})

test('one without a seal has no file and no check of it, and what is not valid has no copy either', () => {
  const unsealed = of({}, { estado: 'contingencia', selloRecibido: null })
  const signature =
    '<section><h2>La firma</h2><p>Se comprueba sobre el documento sellado, que todavía no hay.</p></section>'
  assert.ok(unsealed.includes(signature))
  assert.ok(unsealed.includes('<p class="estado warning" role="status">Copia transitoria'))
  assert.ok(unsealed.includes('/copia.pdf"'))
  assert.doesNotMatch(unsealed, /documento\.json|Sello de recepción|noscript/)

  const rejected = of({ copy: [] }, { estado: 'rechazado', selloRecibido: null })
  assert.ok(rejected.includes('<p class="estado bad" role="status">Hacienda no lo selló'))
  assert.doesNotMatch(rejected, /copia\.pdf|Copia impresa|class="hoja"/)
  for (const estado of ['invalidado', 'firmado']) assert.match(of({}, { estado }), /copia\.pdf/)
})

test('the buyer of an export reads English, of an issuer without a trade name its name', () => {
  const page = of({ company: { ...company, nombreComercial: null } }, { tipoDte: '11' })
  assert.ok(page.includes('<html lang="en">'))
  assert.ok(page.includes('<title>Export invoice · Café &#38; Té, S.A.</title>'))
  assert.ok(page.includes('<h1>Export invoice</h1>'))
  assert.ok(page.includes('<p class="issuer">Café &#38; Té, S.A.</p>'))
  assert.ok(page.includes(`<dt>Date</dt><dd>2026-11-28 09:30:00</dd>`))
  assert.ok(page.includes('aria-label="Printed copy, page 1 of 2"'))
})
