/** A session that ends while somebody works: the page and what was typed stay. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addAuthenticator, endSession, setUpPasskey, typeLines } from '../hands.ts'
import type { World } from '../world.ts'

const CONTRASENA = 'once peces bajo el puente viejo'

export function sessions(world: () => World): void {
  test('a session that ended is renewed over the page by the password alone, once for all the calls that wait', async () => {
    const correo = `turno-${Date.now()}@example.com`
    const context = await world().newContext()
    const page = await context.newPage()
    await addAuthenticator(page)
    await page.goto(await invite(world(), correo))
    await page.fill('[name=nombre]', 'Persona de Turno')
    await page.fill('[name=contrasena]', CONTRASENA)
    await page.click('button:has-text("Aceptar")')
    await setUpPasskey(page)
    await page.clock.install()
    await page.goto(`${world().root}/emitir/01?x=1`)
    await page.waitForSelector('[role=row][aria-rowindex]')
    await typeLines(page, [['Piedra de moler', '2', '12']])

    await endSession(page)
    // The window comes back to the front after a while: the session and the pills are asked for again.
    await page.clock.fastForward('02:00')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.waitForSelector('dialog:has-text("Su sesión terminó")')
    assert.equal(await page.locator('dialog[open]').count(), 1)
    await page.fill('dialog [name=contrasena]', CONTRASENA)
    await page.keyboard.press('Enter')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    assert.match(page.url(), /\/emitir\/01\?x=1$/)
    assert.equal(
      await page.locator('[data-at$="/descripcion"]').first().inputValue(),
      'Piedra de moler',
    )

    await endSession(page)
    await page.click('nav[aria-label=Principal] a:has-text("Documentos")') // asks for several things at once
    await page.waitForSelector('dialog:has-text("Su sesión terminó")')
    await page.fill('dialog [name=contrasena]', CONTRASENA)
    await page.keyboard.press('Enter')
    await page.waitForSelector('.table.docs, p:has-text("Todavía no hay documentos.")')
    assert.equal(await page.locator('dialog[open]').count(), 0)
  })
}

async function invite({ api, nit, demo }: World, correo: string): Promise<string> {
  const { csrf } = await (await api.get('/console/api/session')).json()
  const headers = { 'x-sello-csrf': csrf, 'sec-fetch-site': 'same-origin' }
  const { contrasena } = demo.consoleOwner
  await api.post('/console/api/yo/confirmar', { headers, data: { contrasena } })
  const answer = await api.post(`/console/api/${nit}/invitaciones`, {
    headers,
    data: { correo, rol: 'emisor' },
  })
  return (await answer.json()).url
}
