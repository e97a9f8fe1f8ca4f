/** Stored data and lists: products and customers created and imported, exports, a phone's width. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { PLAYED } from '../browsers.ts'
import { emit, fill, pickFrom, typeLines } from '../hands.ts'
import { PHONE, type World } from '../world.ts'

/** Played with every change (smoke.test.ts). */
export function listed(world: () => World): void {
  test('documents are exported as CSV, XLSX and ZIP, and an injected formula stays a text', async () => {
    await world().v1('/dte', {
      tipoDte: '01',
      referencia: `=HYPERLINK("http://evil.example")${Date.now()}`,
      items: [{ descripcion: 'Café', cantidad: 1, precioUni: 2 }],
    })
    const page = await world().ownerPage('/documentos')
    const csv = (await readFile(await exported(page, 'CSV'))).toString()
    assert.match(csv, /^\uFEFFEstado,Tipo,/)
    assert.match(csv, /"'=HYPERLINK/)
    const xlsx = unzipSync(await readFile(await exported(page, 'XLSX')))
    const sheet = strFromU8(xlsx['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    assert.match(sheet, /<t xml:space="preserve">Estado<\/t>/)
    assert.equal(sheet.match(/<row /g)?.length, csv.trim().split('\r\n').length)
    const zip = unzipSync(await readFile(await exported(page, 'ZIP')))
    const copies = Object.entries(zip).filter(([name]) =>
      /^\d{4}-\d{2}\/DTE-01-M001P001-\d{15}\.pdf$/.test(name),
    )
    assert.ok(copies.length > 0, Object.keys(zip).join())
    for (const [, copy] of copies) assert.match(strFromU8(copy, true), /^%PDF-1\.7.*%%EOF\s*$/s)
  })
}

/** Played with every change (smoke.test.ts). */
export function newCustomer(world: () => World): void {
  test('a customer that is made is found by its number without hyphens', async () => {
    const page = await world().ownerPage('/clientes')
    await page.click('a:has-text("Crear cliente") >> nth=0')
    await fill(page, {
      'receptor.nombre': 'Imprenta Ñandú',
      'receptor.numDocumento': '0614-050590-102-3',
      'receptor.correo': 'imprenta@example.com',
    })
    await page.click('dialog button:has-text("Guardar")')
    await page.waitForSelector('.table:has-text("Imprenta Ñandú")')

    // Another one with the same document leads to the stored one, and brings nothing of itself along.
    await page.click('a:has-text("Crear cliente") >> nth=0')
    await fill(page, {
      'receptor.nombre': 'Imprenta Otra',
      'receptor.numDocumento': '0614-050590-102-3',
    })
    await page.click('dialog button:has-text("Guardar")')
    await page.click('dialog .notice button:has-text("Abrir")')
    await page.waitForSelector('dialog:has-text("Imprenta Ñandú") [data-at="receptor.nombre"]')
    const nombre = page.locator('dialog [data-at="receptor.nombre"]')
    assert.equal(await nombre.inputValue(), 'Imprenta Ñandú')
    await page.waitForSelector('dialog:has-text("Sin documentos en los últimos 90 días.")')
    const receptor = { nombre: 'Imprenta Ñandú', numDocumento: '0614-050590-102-3' }
    const items = [{ descripcion: 'Papel', cantidad: 1, precioUni: 7.5 }]
    const sold = await world().v1('/dte', { tipoDte: '01', receptor, items })
    assert.equal(sold.status, 200, JSON.stringify(sold.body))
    await page.reload()
    await page.waitForSelector('dialog :text("$ 7.50")')
    const last = page.locator('dialog a', { hasText: /^Factura …/ })
    assert.match((await last.getAttribute('href')) ?? '', new RegExp(sold.body.codigoGeneracion))
    await page.keyboard.press('Escape')

    await page.goto(`${world().root}/emitir/01`)
    await page.locator('[data-at="receptor"]').fill('06140505901023')
    await page.locator('[role=option]:has-text("Imprenta Ñandú")').waitFor()
    await page.locator('[data-at="receptor"]').fill('nandu')
    await page.locator('[role=option]:has-text("Imprenta Ñandú")').waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await page.locator('[data-at="receptor"]').inputValue(), 'nandu', 'half a name')
    await page.locator('[data-at="receptor"]').fill('')
  })
}

/** Played with every change (smoke.test.ts). */
export function newProduct(world: () => World): void {
  test('a product that is made is found in the form by its name, and by its code with a scanner', async () => {
    const page = await world().ownerPage('/productos')
    await page.click('a:has-text("Crear producto") >> nth=0')
    await page.click('dialog button:has-text("Guardar")')
    await page.waitForSelector('dialog .err:has-text("Falta este dato.")')
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('name')),
      'descripcion',
    )
    await page.fill('[name=descripcion]', 'Quesadilla grande')
    await page.waitForSelector('dialog .err', { state: 'detached' })
    await page.fill('[name=codigo]', 'Q-100')
    await page.fill('[name=precioConIva]', '4.52')
    assert.equal(await page.inputValue('[name=precioUni]'), '4')
    await page.click('dialog button:has-text("Guardar")')
    await page.waitForSelector('.table:has-text("Quesadilla grande")')
    await page.goto(`${world().root}/emitir/01`)
    await pickFrom(page, 'Más acciones', 'Vaciar')
    await page.locator('[data-at$="/descripcion"]').first().fill('quesad')
    await page.locator('[role=option]:has-text("Quesadilla grande")').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForFunction(
      () => document.querySelector('[data-total]')?.textContent === '$ 4.52',
    )
    // As a crédito fiscal it has its price without IVA, which is computed from the one that is stored.
    const precio = page.locator('[data-at$="/precio"]').first()
    for (const [tipo, text] of [
      ['Crédito fiscal', '4'],
      ['Factura', '4.52'],
    ] as const) {
      await page.click(`nav[aria-label="Tipo de documento"] a:has-text("${tipo}")`)
      await page.waitForFunction(
        (wanted) =>
          document.querySelector<HTMLInputElement>('[data-at$="/precio"]')?.value === wanted,
        text,
      )
      assert.equal(await precio.inputValue(), text)
    }
    // Half a word is a text of its own, and no product.
    await page.locator('[data-at$="/descripcion"]').last().fill('quesad')
    await page.locator('[role=option]:has-text("Quesadilla grande")').waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await page.locator('[data-at$="/descripcion"]').nth(1).inputValue(), 'quesad')
    await page.keyboard.press('Control+Delete')
    await pickFrom(page, 'Más acciones', 'Modo lector')
    const last = page.locator('[data-at$="/descripcion"]').last()
    await last.fill('q-100')
    await page.keyboard.press('Enter')
    await page.waitForFunction(
      () => document.querySelector('[data-total]')?.textContent === '$ 9.04',
    )
    assert.equal(
      await page.locator('[role=row][aria-rowindex]').count(),
      2,
      'the product and one empty row',
    )
    // Part of a code is no code: the product that resembles it is not taken.
    await last.fill('q-10')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.toast:has-text("Ningún producto tiene el código «q-10».")')
    assert.equal(await page.locator('[data-total]').textContent(), '$ 9.04')
    assert.equal(await page.locator('[data-at$="/descripcion"]').nth(1).inputValue(), 'q-10')
    await pickFrom(page, 'Más acciones', 'Vaciar')
  })
}

export function lists(world: () => World): void {
  test('another type says whether typed prices include IVA now, and undoing it brings back type and prices', async () => {
    const page = await world().ownerPage('/emitir/01')
    await pickFrom(page, 'Más acciones', 'Vaciar')
    await typeLines(page, [['Piñata', '1', '11.3']])
    await page.waitForFunction(
      () => document.querySelector('[data-total]')?.textContent === '$ 11.30',
    )
    await page.click('nav[aria-label="Tipo de documento"] a:has-text("Crédito fiscal")')
    await page.waitForSelector('.toast:has-text("ahora no incluyen IVA")')
    await page.waitForFunction(
      () => document.querySelector('[data-total]')?.textContent === '$ 12.77',
    )
    await page.click('.toast:has-text("ahora no incluyen IVA") button')
    await page.waitForSelector('h1:has-text("Nueva factura")')
    await page.waitForFunction(
      () => document.querySelector('[data-total]')?.textContent === '$ 11.30',
    )
    assert.match(page.url(), /\/emitir\/01$/)
    await page.click('nav[aria-label="Tipo de documento"] a:has-text("Crédito fiscal")')
    await page.waitForSelector('h1:has-text("Nuevo crédito fiscal")')
    await page.click('nav[aria-label="Tipo de documento"] a:has-text("Factura")')
    await page.waitForSelector('.toast:has-text("ahora incluyen IVA")')
    await pickFrom(page, 'Más acciones', 'Vaciar')
  })

  test('at a phone’s width a list is narrowed on a sheet, whose button says by how many filters', async () => {
    const page = await world().ownerPage('/documentos', PHONE)
    await page.click('button:has-text("Filtros")')
    await page.locator('dialog').getByLabel('Tipo').selectOption('14')
    await page.locator('dialog').getByLabel('Período').selectOption('mes')
    await page.click('dialog button:has-text("Ver la lista")')
    await page.waitForSelector('button:has-text("Filtros: 2")')
    assert.match(page.url(), /tipo=14/)
  })

  test('at a phone’s width an invoice is filled in step by step, reviewed and sealed', async () => {
    const page = await world().ownerPage('/emitir/01', PHONE)
    await pickFrom(page, 'Más acciones', 'Vaciar') // a draft that an earlier journey left
    await page.click('button:has-text("Agregar línea")')
    const sheet = page.locator('dialog')
    await sheet.getByLabel('Producto o servicio').fill('Tamal pisque')
    await sheet.getByLabel('Cantidad').fill('5')
    await sheet.getByLabel(/^Precio/).fill('0.80')
    await page.keyboard.press('Escape')
    await page.waitForSelector('b:text-is("$ 4.00")')
    await page.click('button:has-text("Revisar y emitir")')
    await page.waitForSelector('[data-emit]:visible')
    await emit(page, world(), 'Factura sellada')
  })
}

export const exported = (page: Page, formato: string): Promise<string> =>
  PLAYED.downloaded(page, () => pickFrom(page, 'Exportar', formato))
