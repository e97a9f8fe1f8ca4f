/** The members that few documents have, in «Más datos». */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { emit, fill, pickFrom, typeLines } from '../hands.ts'
import type { World } from '../world.ts'

export function moreData(world: () => World): void {
  test('a sale’s physician, origin and appendix are in the document', async () => {
    const page = await world().ownerPage('/emitir/01')
    await pickFrom(page, 'Más acciones', 'Vaciar')
    await typeLines(page, [['Cirugía ambulatoria', '1', '750']])
    await page.click('summary:has-text("Más datos")')
    await page.click('details button:has-text("Médico")')
    await fill(page, { 'otrosDocumentos[0].medico.nombre': 'Dra. Rivas' })
    // Without its number it is refused, and the message is at the physician.
    await page.click('[data-emit]')
    await page.waitForSelector('details .err:has-text("édico")')
    await fill(page, {
      'otrosDocumentos[0].medico.nit': '0614-121285-001-7',
      'otrosDocumentos[0].medico.tipoServicio': '1',
    })
    await page.click('details button:has-text("Dato propio")')
    await fill(page, { 'apendice[0].etiqueta': 'Expediente', 'apendice[0].valor': '881' })
    await emit(page, world(), 'Factura sellada')
    const { documento } = await lastOf(page, world())
    assert.equal(documento.otrosDocumentos[0]?.medico.nombre, 'Dra. Rivas')
    assert.deepEqual(documento.apendice, [
      { campo: 'Expediente', etiqueta: 'Expediente', valor: '881' },
    ])
  })

  test('members that another type lacks are named when the type changes', async () => {
    const page = await world().ownerPage('/emitir/11')
    await pickFrom(page, 'Más acciones', 'Vaciar')
    await page.click('summary:has-text("Más datos")')
    await fill(page, {
      'compraTercero.nombre': 'Principal LLC',
      'compraTercero.numDocumento': '98-1',
      'exportacion.totalNoOnerosas': '12.50',
    })
    assert.equal(await page.locator('[data-at=fusion]').count(), 0)
    await page.click('a[href$="/emitir/14"]')
    await page.waitForSelector('text=compra por cuenta de otro')
  })
}

async function lastOf(page: Page, world: World) {
  const code = await page
    .locator('a[href*="/file?"]')
    .first()
    .getAttribute('href')
    .then((href) => /dte\/([0-9A-F-]{36})/i.exec(href ?? '')?.[1] ?? '')
  const answer = await world.api.get(`/console/api/${world.nit}/00/v1/dte/${code}`)
  return (await answer.json()) as { documento: Record<string, never> & Documento }
}

interface Documento {
  readonly otrosDocumentos: readonly { readonly medico: { readonly nombre: string } }[]
  readonly apendice: unknown
}
