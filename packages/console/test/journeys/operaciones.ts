/** Event 17 by keyboard: reported, a part voided, and another one invalidated. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { pickFrom, sign } from '../hands.ts'
import type { World } from '../world.ts'

const DIALOG = 'dialog:has-text("Reportar operaciones especiales")'

const line = (page: Page, n: number) => page.getByRole('group', { name: `Línea ${n}` })

/** From the first field of a line, each with its own key to the next one. */
async function typeLine(page: Page, n: number, texts: readonly [string, string, string]) {
  const [desde, hasta, total] = texts
  await line(page, n).getByLabel('Papel').focus()
  for (const text of [desde, hasta]) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Tab') // the kind of sale
  await page.keyboard.press('Tab')
  await page.keyboard.type(total)
}

export function operaciones(world: () => World): void {
  test('simplified invoices are reported by keyboard alone, from the search', async () => {
    const page = await world().ownerPage('/libros')
    await page.waitForSelector('a:has-text("Operaciones especiales")') // the other way to them
    await page.keyboard.press('Control+k')
    await page.locator('dialog [role=combobox]').waitFor()
    await page.keyboard.type('simplificadas')
    await page.waitForSelector('[role=option]:has-text("Facturas simplificadas")')
    await page.keyboard.press('Enter')
    await page.waitForSelector('h1:has-text("Operaciones especiales")')
    await page.getByRole('button', { name: 'Reportar' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector(DIALOG)
    await typeLine(page, 1, ['1201', '1237', '180'])
    await page.getByRole('button', { name: 'Otra línea' }).press('Enter')
    await page.waitForFunction(() => document.activeElement?.tagName === 'SELECT')
    await typeLine(page, 2, ['1238', '', '2,5'])
    await page.waitForSelector('dialog [role=status]:has-text("Total $ 203.40")')

    await page.getByRole('button', { name: 'Reportar', exact: true }).last().press('Enter')
    await page.waitForSelector('dialog .err:has-text("¿2.5? Escriba el punto decimal.")')
    await line(page, 2).getByLabel('Total sin IVA').fill('2.5')
    await page.waitForSelector('dialog [role=status]:has-text("Total $ 206.23")')
    await page.getByRole('button', { name: 'Reportar', exact: true }).last().press('Enter')
    await sign(page, world(), '.head .pill:has-text("Sellado")')

    const row = page.locator('tbody tr').first()
    assert.match(
      await row.innerText(),
      /Factura simplificada\s+1201 a 1237\s+37\s+Gravada\s+180\.00/,
    )
    assert.match(await page.locator('tfoot').innerText(), /206\.23/)

    await pickFrom(page, 'Corregir', 'Anular comprobantes')
    await page.getByRole('button', { name: 'Quitar la línea 2' }).click()
    await line(page, 1).getByLabel('Desde').fill('1201')
    await line(page, 1).getByLabel('Hasta').fill('1202')
    await line(page, 1).getByLabel('Total sin IVA').fill('10')
    await page.getByRole('button', { name: 'Anular', exact: true }).click()
    await sign(page, world(), 'h1:has-text("Comprobantes anulados")')
    await page.waitForSelector('td:has-text("Anula lo del evento")')
  })

  test('a report is invalidated from its page, and what it reported can be reported again', async () => {
    const items = [{ tipoDocumento: '02', desde: 'INV-1', hasta: 'INV-9', total: 90 }]
    const { status, body } = await world().v1('/operaciones-especiales', { items })
    assert.equal(status, 200, JSON.stringify(body))
    const page = await world().ownerPage(`/operaciones/${body.codigoGeneracion}`)
    await pickFrom(page, 'Corregir', 'Invalidar')
    await page.selectOption('dialog select >> nth=0', '2')
    await page.fill('[name="responsable.numDocumento"]', '00016297-5')
    await page.locator('dialog input.code').fill(body.codigoGeneracion.slice(-4).toLowerCase())
    await page.click('dialog button:has-text("Invalidar")')
    await sign(page, world(), '.head .pill:has-text("Invalidado")')
    await page.waitForSelector('section:has-text("Invalidaciones") .pill:has-text("Sellado")')
    assert.equal((await world().v1('/operaciones-especiales', { items })).status, 200)
  })
}
