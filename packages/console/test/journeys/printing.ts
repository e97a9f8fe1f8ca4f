/**
 * [Imprimir] and [Ticket]. This browser has no viewer of PDF, so the frame gets the same bytes as a text, and a stub
 * in it records that it was to print: what the dialog of a real browser then shows is not tested.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { emit, pickFrom, typeLines } from '../hands.ts'
import { PHONE, WIDE, type World } from '../world.ts'
import { faultsOf } from './pages.ts'

export function printing(world: () => World): void {
  test('a sealed sale and its ticket are printed with one click each, from its form and from its page', async () => {
    const page = await world().ownerPage('/emitir/01')
    await pretendViewer(page, true)
    await page.reload()
    await pickFrom(page, 'Más acciones', 'Vaciar')
    await typeLines(page, [['Candela', '3', '1']])
    await emit(page, world(), 'Factura sellada')
    await page.click('button:has-text("Imprimir")')
    await printed(page, ['pdf'])
    await page.click('button:has-text("Ticket")')
    await printed(page, ['pdf', 'ticket'])
    assert.equal(await page.locator('iframe').count(), 1, 'the frame before it is gone')
    await page.waitForSelector('a[download]:has-text("Descargar PDF")')

    // The document in place of the form, as accessible as every page.
    for (const [size, colorScheme] of [
      [WIDE, 'light'],
      [WIDE, 'dark'],
      [PHONE, 'dark'],
    ] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await faultsOf(page), [], `${size.width} px, ${colorScheme}`)
    }
    await page.setViewportSize(WIDE)

    await page.click('a:has-text("Ver documento")')
    await page.waitForSelector('[role=tab]')
    await page.click('button:has-text("Imprimir")')
    await printed(page, ['pdf', 'ticket', 'pdf'])
  })

  test('where a browser has no viewer the copy opens in a tab of its own', async () => {
    const page = await world().ownerPage('/documentos')
    await pretendViewer(page, false)
    await page.locator('tbody a[href*="/documentos/"]').first().click()
    const opened = page.waitForEvent('popup')
    await page.click('button:has-text("Imprimir")')
    await (await opened).close()
    assert.equal(await page.locator('iframe').count(), 0)
  })
}

/** The kinds of files that frames were to print, in order; each began as a PDF does. */
async function printed(page: Page, kinds: readonly string[]): Promise<void> {
  await page.waitForFunction(
    (wanted) => JSON.stringify((globalThis as { printed?: unknown }).printed) === wanted,
    JSON.stringify(kinds.map((kind) => `%PDF ${kind}`)),
  )
}

async function pretendViewer(page: Page, is: boolean): Promise<void> {
  await page.addInitScript((has) => {
    Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => has })
    window.print = () => {
      const top = window.top as unknown as { printed?: string[] }
      const text = document.body.innerText
      const kind = text.endsWith('kind=ticket') ? 'ticket' : 'pdf'
      top.printed = [...(top.printed ?? []), `${text.slice(0, 4)} ${kind}`]
    }
  }, is)
  await page.route('**/file?kind=*', async (route) => {
    const answer = await route.fetch()
    assert.equal(answer.headers()['content-type'], 'application/pdf')
    const body = `${(await answer.body()).subarray(0, 100).toString('latin1')} ${route.request().url()}`
    await route.fulfill({ contentType: 'text/plain', body })
  })
}
