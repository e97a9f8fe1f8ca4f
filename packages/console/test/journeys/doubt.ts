/** A sale whose answer was lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { emit, OBEYS, pickFrom, sign, typeLines } from '../hands.ts'
import type { World } from '../world.ts'

export function doubt(world: () => World): void {
  test('a sale whose answer was lost, and that was changed then, is not issued a second time', async () => {
    const page = await afterASale(world())
    await sellUnanswered(page, ['Vela grande', '1', '3.25'])
    // Whoever does not wait for the answer, and changes the sale.
    await page.reload()
    await page.waitForFunction(
      () => document.querySelector('[data-total]')?.textContent === '$ 3.25',
    )
    await page.locator('[data-at$="/cantidad"]').first().fill('2')
    await page.waitForFunction(
      () => document.querySelector('[data-total]')?.textContent === '$ 6.50',
    )
    await page.waitForSelector(OBEYS)
    await page.keyboard.press('Control+Enter')
    await sign(page, world(), '.notice:has-text("llegó a Sello")')
    await page.click('.notice button:has-text("Empezar otra")')
    await page.waitForSelector('h1:has-text("Nueva factura")')
    await page.waitForFunction(
      () => document.querySelectorAll('[role=row][aria-rowindex]').length === 1,
    )
  })

  test('a sale that is issued while its draft is still being written leaves none', async () => {
    const page = await afterASale(world())
    // The first write is slow, and all that come after it are as fast as ever.
    await page.evaluate(() => {
      const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
      let isFirst = true
      crypto.subtle.encrypt = async (...given) => {
        const wait = isFirst ? 2000 : 0
        isFirst = false
        await new Promise((resolve) => setTimeout(resolve, wait))
        if (wait > 0) document.documentElement.dataset.slowWrite = 'begun'
        return encrypt(...given)
      }
    })
    await typeLines(page, [['Farol', '1', '2.25']])
    await emit(page, world(), 'Factura sellada')
    await page.waitForSelector('html[data-slow-write]')
    await page.reload()
    await page.waitForSelector('[role=row][aria-rowindex]')
    assert.equal(await page.locator('[role=row][aria-rowindex]').count(), 1)
    assert.equal(await page.locator('.notice:has-text("sin respuesta")').count(), 0)
  })

  test('a sale without an answer stops no other one, and its own answer is found later', async () => {
    const page = await afterASale(world())
    await sellUnanswered(page, ['Petate', '1', '7.75'])
    await page.reload()
    await page.waitForFunction(
      () => document.querySelector('[data-total]')?.textContent === '$ 7.75',
    )
    await page.click('.notice:has-text("no hay respuesta todavía") button:has-text("Emitir otra")')
    await page.waitForFunction(
      () => document.querySelectorAll('[role=row][aria-rowindex]').length === 1,
    )
    await typeLines(page, [['Sombrero', '1', '6']])
    await emit(page, world(), 'Factura sellada')
    const open = async () => {
      await page.click('.notice:has-text("Factura sin respuesta todavía") a:has-text("Abrirla")')
      await page.waitForFunction(
        () => document.querySelector('[data-total]')?.textContent === '$ 7.75',
      )
    }
    await open()
    await pickFrom(page, 'Más acciones', 'Vaciar') // begins another one, and leaves it as it was sent
    await open()
    await emit(page, world(), 'Factura sellada')
    await page.waitForSelector('[aria-label=Resultado] dd:has-text("$ 7.75")')
    await page.waitForSelector('.notice:has-text("sin respuesta todavía")', { state: 'detached' })
  })
}

/** An empty form, with the sign key open, because a sale was just sealed. */
async function afterASale(world: World): Promise<Page> {
  const page = await world.ownerPage('/emitir/01')
  await page.waitForSelector('[role=row][aria-rowindex]')
  await pickFrom(page, 'Más acciones', 'Vaciar')
  await typeLines(page, [['Vela', '1', '1.5']])
  await emit(page, world, 'Factura sellada')
  await page.keyboard.press('Enter')
  await page.waitForSelector('h1:has-text("Nueva factura")')
  await page.waitForFunction(
    () => document.querySelectorAll('[role=row][aria-rowindex]').length === 1,
  )
  return page
}

/** The service gets the call, and its answer is lost. */
async function sellUnanswered(page: Page, line: readonly [string, string, string]) {
  await page.context().route('**/v1/dte', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await typeLines(page, [line])
  await page.waitForSelector(OBEYS)
  await page.keyboard.press('Control+Enter')
  await page.waitForSelector('button:has-text("Comprobando si se emitió…")')
  await page.context().unrouteAll({ behavior: 'ignoreErrors' })
}
