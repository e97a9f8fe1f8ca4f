/** Other people: an invited issuer who requests a sign key, and a passkey that signs in and opens one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import {
  addAuthenticator,
  confirm,
  FRASE,
  invite,
  OBEYS,
  PATIENCE_MS,
  setUpPasskey,
  typeLines,
} from '../hands.ts'
import type { World } from '../world.ts'

const CONTRASENA = 'nueve faroles junto al muelle'

export function people(world: () => World): void {
  test('an invited issuer sees the issuers’ pages, requests a sign key, gets it from the owner and issues', async () => {
    const owner = await world().ownerPage('/ajustes/personas')
    const correo = `emisor-${Date.now()}@example.com`
    const enlace = await invite(owner, world(), correo)
    const context = await world().newContext()
    const page = await accept(context, enlace)

    const links = await page.locator('nav[aria-label=Principal] a:not(:has(kbd))').allTextContents()
    assert.deepEqual(
      links.map((text) => text.replace(/\d+$/, '')),
      ['Inicio', 'Documentos', 'Clientes', 'Productos', 'Propuestas', 'Contingencia'],
    )
    for (const path of ['/ajustes/llaves', '/libros']) {
      await page.goto(world().root + path)
      await page.waitForSelector('text=No tiene permiso para ver esta página.')
    }
    await page.goto(`${world().root}/emitir/01`)
    await typeLines(page, [['Pupusa de loroco', '3', '1.25']])
    await page.waitForSelector(OBEYS)
    await page.keyboard.press('Control+Enter')
    await page.click('dialog button:has-text("Pedir mi firma")')
    const own = page.locator('dialog p:has-text("la huella de este navegador") b')
    await own.waitFor()
    const huella = (await own.textContent()) ?? ''
    assert.match(huella, /^(\w{4} ){3}\w{4}$/)

    await page.waitForSelector('dialog p:has-text("Su pedido espera a")')

    await owner.goto(world().root)
    await owner.click('section:has-text("Para atender") a:has-text("Responder")')
    await owner.click('button:has-text("Aprobar")')
    await owner.waitForSelector(`dialog p:has-text("no apruebe") b:has-text("${huella}")`)
    await owner.fill('dialog [name=frase]', world().demo.consoleOwner.frase)
    await owner.keyboard.press('Enter')
    const done = owner.locator('text=Firma entregada.')
    const asked = owner.locator('dialog:has-text("Confirme que es usted")')
    await done.or(asked).first().waitFor()
    if ((await asked.count()) > 0) {
      await confirm(owner, world())
      await done.waitFor()
    }

    // Whoever waits is told without loading the page again.
    await page.fill('dialog [name=nueva]', FRASE)
    await page.fill('dialog [name=otra]', FRASE)
    await page.keyboard.press('Enter')
    await page.waitForSelector('h2:has-text("Factura sellada")', { timeout: PATIENCE_MS })
    await context.close()
  })

  test('the removal of a person does not show the error of an earlier change', async () => {
    const page = await world().ownerPage('/ajustes/personas')
    await page.route('**/personas/*', (route) => route.abort())
    await page.locator('button:has-text("Cambiar")').first().click()
    await page.click('[role=menuitem]:visible:has-text("Hacer emisor")')
    await page.waitForSelector('.notice.bad[role=alert]')
    await page.locator('button:has-text("Cambiar")').first().click()
    await page.click('[role=menuitem]:visible:has-text("Quitar de la empresa")')
    await page.waitForSelector('dialog:has-text("deja de entrar")')
    assert.equal(await page.locator('dialog [role=alert]').count(), 0)
  })

  test('a passkey is added, signs in, opens the sign key encrypted under it, and is required after the password', async () => {
    const owner = await world().ownerPage('/ajustes/personas')
    const correo = `llave-${Date.now()}@example.com`
    const enlace = await invite(owner, world(), correo, 'dueno')
    await owner.close()
    const context = await world().newContext()
    const page = await context.newPage()
    await addAuthenticator(page)
    await page.goto(enlace)
    await join(page)
    await setUpPasskey(page)

    await page.keyboard.press('n')
    await page.keyboard.press('f')
    await typeLines(page, [['Atol de elote', '2', '1.50']])
    await page.waitForSelector(OBEYS)
    await page.keyboard.press('Control+Enter')
    await page.fill('dialog [name=frase]', world().demo.consoleOwner.frase)
    await page.fill('dialog [name=nueva]', FRASE)
    await page.fill('dialog [name=otra]', FRASE)
    await page.check('dialog [name=llave]')
    await page.click('dialog button:has-text("Crear mi firma")')
    await page.waitForSelector('h2:has-text("Factura sellada")', { timeout: PATIENCE_MS })

    await page.click('button[aria-label="Su cuenta"]')
    await page.click('[role=menuitem]:visible:has-text("Salir")')
    await page.click('button:has-text("Entrar con llave de acceso")')
    await page.waitForSelector('h1:has-text("Inicio")')
    await page.click('button:has-text("Firma cerrada")')
    await page.click('dialog button:has-text("Abrir con llave de acceso")')
    await page.waitForSelector('button:has-text("Firma abierta hasta")')

    await page.click('button[aria-label="Su cuenta"]')
    await page.click('[role=menuitem]:visible:has-text("Salir")')
    await page.fill('[name=correo]', correo)
    await page.fill('[name=contrasena]', CONTRASENA)
    await page.keyboard.press('Enter')
    await page.waitForSelector('h1:has-text("Confirme que es usted")')
    assert.equal(await page.locator('[name=contrasena]').count(), 0, 'not the password again')
    await page.click('button:has-text("Usar llave de acceso")')
    await page.waitForSelector('h1:has-text("Inicio")')
  })
}

async function join(page: Page): Promise<void> {
  await page.fill('[name=nombre]', 'Persona Invitada')
  await page.fill('[name=contrasena]', CONTRASENA)
  await page.click('button:has-text("Aceptar")')
}

async function accept(context: BrowserContext, enlace: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(enlace)
  await page.waitForSelector('text=como emisor')
  await addAuthenticator(page)
  await join(page)
  await setUpPasskey(page)
  return page
}
