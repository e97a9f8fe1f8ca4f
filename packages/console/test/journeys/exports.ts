/** An export that continues while the person works. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { pickFrom } from '../hands.ts'
import type { World } from '../world.ts'
import { exported } from './lists.ts'

export function exports(world: () => World): void {
  test('an export shows how far it is on every page, and is cancelled without a file', async () => {
    await world().v1('/dte', {
      tipoDte: '01',
      items: [{ descripcion: 'Café', cantidad: 1, precioUni: 2 }],
    })
    const page = await world().ownerPage('/documentos')
    let downloads = 0
    page.on('download', () => {
      downloads += 1
    })
    await page.route('**/v1/dte/*/file**', () => {}) // an answer that does not come
    await pickFrom(page, 'Exportar', 'ZIP')
    const progress = page.locator('[role=status]:has-text("Preparando 0 de")')
    await progress.waitFor()
    await page.click('nav[aria-label=Principal] a:has-text("Clientes")')
    await page.waitForSelector('h1:has-text("Clientes")')
    await progress.waitFor()
    await page.click('nav[aria-label=Principal] a:has-text("Documentos")')
    await page.waitForSelector('h1:has-text("Documentos")')
    await pickFrom(page, 'Exportar', 'CSV')
    await page.waitForSelector('.toast:has-text("Espere a que termine")')
    await page.click('[role=status] button:has-text("Cancelar")')
    await page.waitForSelector('.toast:has-text("Exportación cancelada.")')
    await progress.waitFor({ state: 'detached' })
    assert.equal(downloads, 0)
    await page.unroute('**/v1/dte/*/file**')
    assert.match((await readFile(await exported(page, 'CSV'))).toString(), /Estado,Tipo,/)
  })
}
