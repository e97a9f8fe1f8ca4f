/** An invoice by keyboard, fiscal problems, a paste, a draft. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLAYED } from '../browsers.ts'
import { FRASE, focused, headed, kept, openFirma, pickFrom, typeLines, typeOn } from '../hands.ts'
import type { World } from '../world.ts'

const FIRST_CELL = /^linea\/[^/]+\/descripcion$/

/** By the letter of each type: what it needs first. */
const BEGINNINGS = [
  ['f', FIRST_CELL],
  ['c', /^receptor$/],
  ['r', /^documentosRelacionados$/],
  ['d', /^documentosRelacionados$/],
  ['x', /^receptor$/],
  ['s', /^receptor$/],
] as const

/** Played with every change (smoke.test.ts). */
export function firstInvoice(world: () => World): void {
  test('an invoice is issued with the keyboard alone, and nothing secret rests in the clear', async () => {
    const page = await world().ownerPage('')
    const errors: string[] = []
    page.on('pageerror', (error) => PLAYED.isFault(error) && errors.push(error.message))
    await page.waitForSelector('nav[aria-label=Principal]')
    await page.keyboard.press('n')
    await page.keyboard.press('f')
    await focused(page, FIRST_CELL)
    await typeOn(page, [
      ['Café de altura, 1 lb', '24', '5.65'],
      ['Taza de barro negro', '12', '8.25'],
      ['Empaque', '', '1'],
    ])
    await page.waitForFunction(
      () => document.querySelector('[data-total]')?.textContent === '$ 235.60',
    )
    await page.keyboard.press('Control+Enter')
    await openFirma(page, world())
    await page.waitForSelector('h2:has-text("Factura sellada")', { timeout: 30_000 })
    await headed(page, 'Factura sellada')

    const text = await kept(page)
    assert.match(text, /frase/, 'the sealed key is kept')
    assert.doesNotMatch(text, /sellosk_/)
    assert.doesNotMatch(text, new RegExp(FRASE))
    assert.doesNotMatch(text, /Café de altura/)

    await page.keyboard.press('Enter')
    await page.waitForSelector('h1:has-text("Nueva factura")')
    assert.equal(await page.locator('[role=row][aria-rowindex]').count(), 1)
    await focused(page, FIRST_CELL)
    assert.deepEqual(errors, [])
  })
}

export function issuing(world: () => World): void {
  test('each type begins in its first field, and from a buyer the hands go on to the lines', async () => {
    const page = await world().ownerPage('')
    for (const [letter, at] of BEGINNINGS) {
      await page.goto(`${world().root}/documentos`)
      await page.waitForSelector('h1:has-text("Documentos")')
      await page.keyboard.press('n')
      await page.keyboard.press(letter)
      await focused(page, at)
    }
    await page.goto(`${world().root}/emitir/03`)
    await focused(page, /^receptor$/)
    await page.keyboard.type('Ferretería La Tuerca')
    await page.locator('[role=option]:has-text("Crear")').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await focused(page, /^receptor\.numDocumento$/)
    await page.click('button:has-text("Listo")')
    await focused(page, FIRST_CELL)
    await page.click('button[aria-label="Quitar cliente"]')
    await focused(page, /^receptor$/)
    await pickFrom(page, 'Más acciones', 'Vaciar')
  })

  test('a fiscal problem is shown at its field, and the button leads there', async () => {
    const page = await world().newPage()
    await page.goto(`${world().root}/emitir/01`)
    await page.waitForSelector('[role=row][aria-rowindex]')
    await typeLines(page, [['Motor', '1', '2000']])
    await page.waitForFunction(() =>
      document.querySelector('[data-total]')?.textContent?.includes('2,000.00'),
    )
    await page.click('[data-emit]')
    const problems = await page.locator('[aria-label="Por corregir"] button').allTextContents()
    assert.ok(problems.length > 0)
    for (const problem of problems)
      assert.doesNotMatch(problem, /numDocumento|cuerpoDocumento|receptor\./)
  })

  test('a number with a comma is asked about, not guessed', async () => {
    const page = await world().newPage()
    await page.goto(`${world().root}/emitir/01`)
    await page.waitForSelector('[role=row][aria-rowindex]')
    await typeLines(page, [['Queso', '2,5', '3']])
    await page.waitForSelector('[role=row] .err:has-text("¿2.5?")')
  })

  test('lines of a spreadsheet are pasted, and an invalid number is marked', async () => {
    const page = await world().newPage()
    await page.goto(`${world().root}/emitir/03`)
    await page.waitForSelector('[role=row][aria-rowindex]')
    const rows = Array.from({ length: 80 }, (_, n) => `Producto ${n}\t${n + 1}\t1.25`)
    await page.locator('[data-at$="/descripcion"]').first().focus()
    await page.evaluate(
      (text) => {
        const data = new DataTransfer()
        data.setData('text/plain', text)
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
      },
      ['Descripción\tCantidad\tPrecio', ...rows, 'Mala\tdos\t1'].join('\n'),
    )
    await page.click('button:has-text("Agregar 81 líneas")')
    await page.waitForFunction(() => document.querySelector('[data-count]')?.textContent === '81')
    assert.ok(
      (await page.locator('[role=row][aria-rowindex]').count()) < 60,
      'only what is seen is drawn',
    )
  })

  test('a draft outlives its tab', async () => {
    const page = await world().newPage()
    await page.goto(`${world().root}/emitir/14`)
    await page.waitForSelector('[role=row][aria-rowindex]')
    await typeLines(page, [['Maíz', '12.5', '18.4']])
    await page.waitForSelector('text=Borrador guardado')
    const again = await page.context().newPage()
    await page.close()
    await again.goto(`${world().root}/emitir/14`)
    await again.waitForFunction(
      () => document.querySelector('[data-total]')?.textContent === '$ 230.00',
    )
  })
}
