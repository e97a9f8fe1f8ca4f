/** A part of the console that is not there: gone since an update, or out of reach. */
import { test } from 'node:test'
import type { World } from '../world.ts'

export function faults(world: () => World): void {
  test('a page whose part is gone is loaded again once, and else says so and leaves the others usable', async () => {
    const page = await world().ownerPage('')
    await page.waitForSelector('nav[aria-label=Principal]')
    let asked = 0
    await page.route('**/assets/libros-*.js', async (route) => {
      asked += 1
      if (asked === 1) await route.fulfill({ status: 404 })
      else await route.continue()
    })
    await page.click('nav[aria-label=Principal] a:has-text("Libros")')
    await page.waitForSelector('h1:has-text("Libros")')

    await page.route('**/assets/productos-*.js', (route) => route.fulfill({ status: 404 }))
    await page.click('nav[aria-label=Principal] a:has-text("Productos")')
    await page.waitForSelector('[role=alert]:has-text("Esta página no se pudo mostrar")')
    await page.click('nav[aria-label=Principal] a:has-text("Clientes")')
    await page.waitForSelector('h1:has-text("Clientes")')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.click('nav[aria-label=Principal] a:has-text("Productos")')
    await page.click('[role=alert] button:has-text("Recargar")')
    await page.waitForSelector('h1:has-text("Productos")')
  })
}
