/** Dialogs, tabs and rows without a pointer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WIDE, type World } from '../world.ts'
import { assertFocused, open } from './keyboard.ts'

// biome-ignore format: a table
const DIALOGS: readonly (readonly [path: string, opener: string])[] = [
  ['',                        'header button:has-text("Buscar")'],
  ['',                        'header button.pill'],
  ['/emitir/01',              '.btn:has-text("Pegar de Excel")'],
  ['/clientes',               'button:has-text("Importar CSV") >> nth=0'],
  ['/clientes',               'a:has-text("Crear cliente") >> nth=0'],
  ['/productos',              'a:has-text("Crear producto") >> nth=0'],
  ['/ajustes/puntos',         'button:has-text("Agregar punto")'],
  ['/ajustes/almacenamiento', 'button:has-text("Conectar")'],
  ['/ajustes/llaves',         'button:has-text("Crear llave")'],
  ['/ajustes/personas',       'button:has-text("Invitar")'],
]

export function dialogs(world: () => World): void {
  test('every dialog opens with Enter, keeps the focus inside, closes with Escape and gives it back', async () => {
    const page = await world().newPage(WIDE)
    for (const [path, opener] of DIALOGS) {
      await open(page, world(), path)
      const button = page.locator(opener)
      await button.focus()
      await page.keyboard.press('Enter')
      await page.locator('dialog[open]').waitFor()
      for (const key of ['Tab', 'Tab', 'Shift+Tab']) {
        await page.keyboard.press(key)
        const isInside = await page.evaluate(() => {
          const { activeElement } = document
          // Past its last control the browser's own frame has the focus.
          return activeElement === document.body || activeElement?.closest('dialog') !== null
        })
        assert.ok(isInside, `${path} ${opener}: ${key} left the dialog`)
      }
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      await assertFocused(button, `${path} ${opener}`)
    }
  })

  test('Enter selects tabs of a page and rows of a list, and the search finds a tab of the company', async () => {
    const page = await world().newPage(WIDE)
    await open(page, world(), '/libros')
    const tab = page.locator('[role=tab]:has-text("Consumidor final")')
    await tab.focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('[role=tab][aria-selected=true]:has-text("Consumidor final")')

    await open(page, world(), '/documentos')
    await page.locator('tbody tr[data-row]').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[role=tab]:has-text("Historial")')

    await page.keyboard.press('Control+k')
    await page.locator('dialog [role=combobox]').waitFor()
    await page.keyboard.type('libros')
    await page.keyboard.press('Enter')
    await page.waitForSelector('h1:has-text("Libros")')
  })
}
