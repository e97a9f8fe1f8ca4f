/** Corrections from a document's own page: a return by line, an invalidation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pickFrom, sign } from '../hands.ts'
import type { World } from '../world.ts'

const SALE = {
  tipoDte: '01',
  items: [
    { descripcion: 'Silla', cantidad: 4, precioUni: 25 },
    { descripcion: 'Mesa', cantidad: 1, precioUni: 90 },
  ],
}

/** Played with every change (smoke.test.ts). */
export function invalidation(world: () => World): void {
  test('an invoice is invalidated after its last digits are typed and its owner confirmed', async () => {
    const { body } = await world().v1('/dte', SALE)
    const page = await world().ownerPage(`/documentos/${body.codigoGeneracion}`)
    await pickFrom(page, 'Corregir', 'Invalidar')
    await page.selectOption('dialog select >> nth=0', '2')
    await page.fill('[name="responsable.numDocumento"]', '00016297-5')
    const digits = page.locator('dialog input.code')
    await digits.fill('0000')
    await digits.press('Enter')
    assert.equal(await page.locator('dialog [aria-busy]').count(), 0, 'nothing without the digits')
    await digits.fill(body.numeroControl.slice(-4))
    await page.click('dialog button:has-text("Invalidar")')
    await sign(page, world(), '.head .pill:has-text("Invalidado")')
    await page.click('[role=tab]:has-text("Historial")')
    await page.waitForSelector('li:has-text("Invalidación") .pill:has-text("Sellado")')
    const path = `/console/api/${world().nit}/00/v1/dte/${body.codigoGeneracion}`
    assert.equal((await (await world().api.get(path)).json()).estado, 'invalidado')
  })
}

export function corrections(world: () => World): void {
  test('a part of an invoice is returned from its page, and the balance shows what is left', async () => {
    const { body } = await world().v1('/dte', SALE)
    const page = await world().ownerPage(`/documentos/${body.codigoGeneracion}`)
    await pickFrom(page, 'Corregir', 'Devolución')
    const chairs = page.locator('[aria-label="Se devuelve de la línea 1"]')
    await chairs.fill('5')
    await page.waitForSelector('dialog .err:has-text("Queda por devolver 4.")')
    await chairs.fill('3')
    await page.waitForSelector('dialog .err:has-text("Queda por devolver 4.")', {
      state: 'detached',
    })
    await page.waitForSelector('dialog [role=status]:has-text("Devolución de $ ")')
    await page.click('dialog button:has-text("Registrar")')
    await sign(page, world(), '.toast:has-text("Devolución registrada.")')

    await pickFrom(page, 'Corregir', 'Devolución')
    const cells = page.locator('dialog tbody tr').first().locator('td')
    assert.deepEqual((await cells.allTextContents()).slice(1, 4), ['4', '3', '1'])
    await page.keyboard.press('Escape')

    await page.click('button[aria-label="Corregir"]')
    const invalidate = page.locator('[role=menuitem]:visible:has-text("Invalidar")')
    assert.equal(await invalidate.getAttribute('aria-disabled'), 'true')
    assert.match((await invalidate.textContent()) ?? '', /Tiene devoluciones/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    const row = page.locator(`tbody tr:has-text("${body.numeroControl.slice(-6)}")`)
    await row.locator(':text("devuelto 75.00")').waitFor()
    await page.locator('tfoot :text("devuelto")').first().waitFor()
  })

  test('a return whose answer was lost is registered once, also after the page is loaded again', async () => {
    const { body } = await world().v1('/dte', SALE)
    const page = await world().ownerPage(`/documentos/${body.codigoGeneracion}`)
    await page.context().route('**/return', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const register = async () => {
      await pickFrom(page, 'Corregir', 'Devolución')
      await page.fill('[aria-label="Se devuelve de la línea 1"]', '1')
      await page.click('dialog button:has-text("Registrar")')
    }
    await register()
    await sign(page, world(), '.err:has-text("Puede repetir sin riesgo.")')
    await page.context().unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
    await register()
    await sign(page, world(), '.toast:has-text("Ya estaba registrada el")')
    await register()
    await page.waitForSelector('.toast:has-text("Devolución registrada.")')
    await pickFrom(page, 'Corregir', 'Devolución')
    const cells = page.locator('dialog tbody tr').first().locator('td')
    assert.deepEqual((await cells.allTextContents()).slice(1, 4), ['4', '2', '2'])
  })
}
