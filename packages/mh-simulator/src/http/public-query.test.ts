import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Draft, factura, set } from '../../test/documentos.ts'
import { type Ministry, startMinistry } from '../../test/ministry.ts'
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
  assert.ok(text.includes(document.identificacion.numeroControl))
  await ministry.post('/_sim/invalidations', {
    codigoGeneracion: document.identificacion.codigoGeneracion,
  })
  assert.match((await pageOf(ministry, document)).text, /<dd>INVALIDADO/)
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
  }
})
