/**
 * Office work besides issuing: spreadsheets of customers and products, the brand, one customer's documents, gaps.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { pickFrom } from '../hands.ts'
import { PHONE, type World } from '../world.ts'

export function office(world: () => World): void {
  test('customers of a spreadsheet are stored, and an invalid row is reported with its reason', async () => {
    const page = await world().ownerPage('/clientes')
    await importCsv(page, 'Windows-1252', [
      'nombre;numDocumento;nrc;departamento;municipio;distrito;complemento;correo',
      'Ferretería Añil;0614-010190-003-5;;6;23;14;Calle 1;anil@example.com',
      ';0614-010190-002-7;;;;;;',
      'Mal correo;;;;;;;mal@',
    ])
    await page.waitForSelector('dialog :text("Filas listas: 2. Por corregir: 1.")')
    await page.waitForSelector('dialog .err:has-text("Fila 3: Falta «Nombre».")')
    await page.click('dialog button:has-text("Importar 2")')
    await page.waitForSelector('dialog :text("Guardados: 1 de 2.")')
    await page.waitForSelector('dialog .err:has-text("Fila 4, Mal correo")')
    await page.click('dialog button:has-text("Listo")')
    await page.waitForSelector('.table:has-text("Ferretería Añil")')
  })

  test('products of a spreadsheet are found on a phone while one writes a line', async () => {
    const page = await world().ownerPage('/productos')
    await importCsv(page, 'utf8', [
      'codigo,descripcion,precioUni,precioConIva',
      'TAM-1,Tamal de elote,,0.75',
      'TAM-2,Tamal de pollo,,"0,9"',
    ])
    await page.waitForSelector('dialog .err:has-text("Fila 3, Tamal de pollo")')
    await page.click('dialog button:has-text("Importar 1")')
    await page.waitForSelector('dialog :text("Guardados: 1 de 1.")')
    await page.click('dialog button:has-text("Listo")')
    await page.close()

    const phone = await world().ownerPage('/emitir/01', PHONE)
    await pickFrom(phone, 'Más acciones', 'Vaciar')
    await phone.click('button:has-text("Agregar línea")')
    await phone.locator('dialog').getByLabel('Producto o servicio').fill('elote')
    await phone.click('dialog [aria-label="Productos guardados"] button:has-text("Tamal de elote")')
    await phone.locator('dialog').getByLabel('Cantidad').fill('4')
    await phone.keyboard.press('Escape')
    await phone.waitForSelector('b:text-is("$ 3.00")')
    await pickFrom(phone, 'Más acciones', 'Vaciar')
  })

  test('the documents of one customer, page by page, and the filter is removed again', async () => {
    const nombre = `Cliente ${Date.now()}`
    await Promise.all(
      Array.from({ length: PAGE + 2 }, () =>
        world().v1('/dte', {
          tipoDte: '01',
          receptor: { nombre },
          items: [{ descripcion: 'Pan', cantidad: 1, precioUni: 0.5 }],
        }),
      ),
    )
    const page = await world().ownerPage('/documentos')
    const filter = page.getByRole('combobox', { name: 'Cliente' })
    await filter.fill(nombre)
    await filter.press('Enter')
    await page.waitForFunction(
      ({ name, count }) => {
        const rows = [...document.querySelectorAll('tbody tr[data-row]')]
        return rows.length === count && rows.every((row) => row.textContent?.includes(name))
      },
      { name: nombre, count: PAGE },
    )
    await page.click('button:has-text("más")')
    await page.waitForFunction(
      (count) => document.querySelectorAll('tbody tr[data-row]').length === count,
      PAGE + 2,
    )
    await page.waitForSelector(`tfoot:has-text("${PAGE + 2}")`)
    await page.click('button[aria-label^="Quitar el filtro"]')
    await filter.waitFor()
  })

  test('a colour and a logo are stored, and a colour unreadable on white is reported', async () => {
    const page = await world().ownerPage('/ajustes/marca')
    await page.waitForSelector('canvas')
    await page.fill('input[type=color]', '#ffe680')
    await page.waitForSelector('text=Ese color no se lee sobre blanco')
    await page.fill('input[type=color]', '#7a1f3d')
    await page.setInputFiles('input[type=file]', {
      ...{ name: 'logo.svg', mimeType: 'image/svg+xml' },
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#7a1f3d"/></svg>',
      ),
    })
    await page.click('button:has-text("Guardar")')
    await page.waitForSelector('text=Marca guardada')
    await page.reload()
    await page.waitForSelector('button:has-text("Quitar el logo")')
    assert.equal(await page.inputValue('input[type=color]'), '#7a1f3d')
  })

  test('a rejected number is listed among the gaps with its reason', async () => {
    await world().ministry('faults', { service: 'recepciondte', kind: 'reject', times: 1 })
    const { body } = await world().v1('/dte', {
      tipoDte: '01',
      items: [{ descripcion: 'Jabón', cantidad: 1, precioUni: 1 }],
    })
    const { numeroControl } = body.error.details
    const page = await world().ownerPage('/ajustes/puntos')
    await page.waitForSelector(`li:has-text("${numeroControl}")`)
  })
}

/** Of the documents page. */
const PAGE = 50

async function importCsv(
  page: Page,
  encoding: 'utf8' | 'Windows-1252',
  lines: readonly string[],
): Promise<void> {
  await page.click('button:has-text("Importar CSV") >> nth=0')
  await page.setInputFiles('dialog input[type=file]', {
    ...{ name: 'tabla.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(lines.join('\r\n'), encoding === 'utf8' ? 'utf8' : 'latin1'),
  })
}
