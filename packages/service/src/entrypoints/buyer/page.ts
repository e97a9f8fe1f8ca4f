/** The page of a document, drawn by the service: it reads well without its script, which only checks the signature. */
import { TIPOS } from '@sello/fiscal'
import { escapeHtml as e } from '../../flows/delivering/escape.ts'
import type { CompanyData } from '../../ledger/companies/company.ts'
import type { Stored } from '../../ledger/documents/find.ts'
import { type Language, type PageWords, pageWords } from './words.ts'

export interface Drawn {
  readonly documento: Stored
  readonly company: CompanyData
  /** The public keys that the company has signed with, PEM. */
  readonly keys: readonly string[]
  /** SVG, of each page; none where there is nothing to print. */
  readonly copy: readonly string[]
  /** Of this page, without a slash at the end: `/api/d/token`. */
  readonly address: string
  /** Of what all pages share: `/api/d`. */
  readonly shared: string
}

const languageOf = ({ tipoDte }: Stored): Language => (tipoDte === '11' ? 'en' : 'es')

const PRINTED: readonly string[] = ['sellado', 'invalidado', 'contingencia', 'firmado']
export const isPrinted = ({ estado }: Stored): boolean => PRINTED.includes(estado)

export function drawPage(drawn: Drawn): string {
  const { documento, company, copy, shared } = drawn
  const language = languageOf(documento)
  const words = pageWords(language)
  const issuer = company.nombreComercial ?? company.nombre
  const title = language === 'en' ? 'Export invoice' : TIPOS[documento.tipoDte].palabras.nombre
  const isTest = documento.ambiente === '00'
  const said = words.estado(documento.estado, isTest)
  const total = `$${documento.totales.totalPagar.toFixed(2)}`
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">
<title>${e(`${title} · ${issuer}`)}</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="${shared}/pagina.css">
<script type="module" src="${shared}/firma.js"></script></head>
<body><main>
<header><p class="issuer">${e(issuer)}</p>
<p class="nit">${e(company.nombre)} · NIT ${e(company.nit)}</p>
<h1>${e(title)}</h1><p class="total">${e(total)}</p></header>
<p class="estado ${said.kind}" role="status">${e(said.text)}</p>
${isTest ? `<p class="estado warning">${e(words.test)}</p>` : ''}
<dl>${factsOf(documento, words)
    .map(([label, value]) => `<div><dt>${e(label)}</dt><dd>${e(value)}</dd></div>`)
    .join('')}</dl>
${buttonsOf(drawn, words)}
${signatureOf(drawn, words)}
${copy.length === 0 ? '' : `<section><h2>${e(words.copy)}</h2>${copy.map((svg, i) => `<div class="hoja" role="img" aria-label="${e(words.page(i + 1, copy.length))}">${svg}</div>`).join('')}</section>`}
</main></body></html>`
}

function factsOf(documento: Stored, words: PageWords): readonly (readonly [string, string])[] {
  return [
    [words.control, documento.numeroControl],
    [words.code, documento.codigoGeneracion],
    [words.date, `${words.day(documento.fecEmi)} ${documento.horEmi}`],
    ...(documento.selloRecibido ? [[words.seal, documento.selloRecibido] as const] : []),
  ]
}

/** The ministry's public consultation of the document (docs/sources.md#qr). */
const consultaPublica = ({ ambiente, codigoGeneracion, fecEmi }: Stored) =>
  `https://admin.factura.gob.sv/consultaPublica?ambiente=${ambiente}&codGen=${codigoGeneracion}&fechaEmi=${fecEmi}`

function buttonsOf({ documento, address }: Drawn, words: PageWords): string {
  const json = documento.selloRecibido
    ? `<a class="button" href="${address}/documento.json" download>${e(words.json)}</a>`
    : ''
  const pdf = isPrinted(documento)
    ? `<a class="button main" href="${address}/copia.pdf" download>${e(words.pdf)}</a>`
    : ''
  return `<nav>${pdf}${json}<a class="button" href="${e(consultaPublica(documento))}" rel="noreferrer noopener">${e(words.ministry)}</a></nav>`
}

function signatureOf({ documento, keys, address }: Drawn, words: PageWords): string {
  const head = `<section><h2>${e(words.signature)}</h2>`
  if (!documento.selloRecibido) return `${head}<p>${e(words.unsealed)}</p></section>`
  const told = { good: words.good, bad: words.bad, failed: words.failed }
  const data = Object.entries({
    ...{ file: `${address}/documento.json`, code: documento.codigoGeneracion },
    ...{ keys: JSON.stringify(keys), words: JSON.stringify(told) },
  })
  return `${head}<p id="firma" class="firma" role="status" ${data.map(([name, value]) => `data-${name}="${e(value)}"`).join(' ')}>${e(words.checking)}</p>
<noscript><p>${e(words.withoutScript)}</p></noscript><p class="small">${e(words.proves)}</p></section>`
}
