/** What goes out of the house and what comes in: proposals of programs, webhooks, and mail to the buyer. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openFirma, pickFrom } from '../hands.ts'
import { type Json, PHONE, type World } from '../world.ts'
import { faultsOf } from './pages.ts'

const VENTA = {
  tipoDte: '01',
  receptor: { nombre: 'Ana Ficticia', correo: 'ana@example.com' },
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }],
}

export function outside(world: () => World): void {
  const propose = async (body: object = VENTA): Promise<Json> => {
    const { status, body: made } = await world().v1('/propuestas', body)
    assert.equal(status, 201, JSON.stringify(made))
    return made
  }

  test('a proposed sale is seen as it will be printed, issued with the person’s own firma, and both name each other', async () => {
    const { id, consola } = await propose({ ...VENTA, entrega: { correo: ['otra@example.com'] } })
    const page = await world().ownerPage('')
    await page.waitForSelector('a:has-text("espera una firma"), a:has-text("esperan una firma")')
    await page.waitForSelector('nav[aria-label=Principal] a:has-text("Propuestas") .badge')
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.waitForSelector('h1:text-is("Propuestas")')
    await page.click(`a[href$="/propuestas/${id}"]`)
    assert.equal(new URL(consola).pathname, new URL(page.url()).pathname, 'its own address')
    await page.waitForSelector('h1:text-is("Factura propuesta")')
    await page.waitForSelector('canvas[aria-label="Vista previa de la copia impresa"]')
    await page.waitForSelector('dd:text-is("otra@example.com")') // not on the printed copy

    assert.deepEqual(await faultsOf(page), [])
    await page.click('button:has-text("Emitir por $ 11.30")')
    await openFirma(page, world())
    await page.waitForURL(/\/documentos\//)
    await page.waitForSelector('.pill:has-text("Sellado")')
    await page.click('a:text-is("Propuesta por un programa")')
    await page.waitForSelector('.pill:has-text("Emitida")')
    await page.click('a:text-is("Ver el documento")')
    await page.waitForURL(/\/documentos\//)
  })

  test('one that cannot be issued any more says why, and is discarded on a phone', async () => {
    const { id } = await propose()
    const page = await world().ownerPage(`/propuestas/${id}`, PHONE)
    await page.waitForSelector('button:has-text("Emitir por"):not([aria-disabled])')
    assert.deepEqual(await faultsOf(page), [])
    await page.click('button:text-is("Descartar")')
    await page.waitForSelector('.pill:has-text("Descartada")')
    assert.equal(await page.locator('button:has-text("Emitir por")').count(), 0)
  })

  test('a webhook is created with its secret shown once, tried, seen to fail, and sent again', async () => {
    let status = 500
    const hook = createServer((_, response) => response.writeHead(status).end())
    hook.listen(0, '127.0.0.1')
    await once(hook, 'listening')
    const { port } = hook.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/hook`
    try {
      const page = await world().ownerPage('/ajustes/webhooks')
      await page.click('button:text-is("Crear webhook")')
      await page.fill('dialog [name=url]', url)
      await page.click('dialog button:text-is("Crear")')
      const secret = (await page.textContent('dialog [data-secret]')) ?? ''
      assert.match(secret, /^whsec_/)
      assert.equal(
        await page.getAttribute('dialog button:has-text("Listo")', 'aria-disabled'),
        'true',
      )
      await page.check('dialog label:has-text("Lo guardé") input')
      await page.click('dialog button:has-text("Listo")')
      await page.waitForSelector('dialog', { state: 'detached' })
      assert.ok(!(await page.content()).includes(secret))

      await pickFrom(page, `Acciones de ${url}`, 'Enviar una prueba')
      await page.waitForSelector('dialog li:has-text("respondió 500")')
      assert.deepEqual(await faultsOf(page), [])
      status = 204
      await page.click('dialog li button:text-is("Enviar otra vez")')
      await page.waitForSelector('dialog li .pill:text-is("Entregada")')
      await page.keyboard.press('Escape')
      await pickFrom(page, `Acciones de ${url}`, 'Editar…')
      await page.uncheck('dialog label:has-text("Todas las novedades") input')
      await page.click('dialog button:text-is("Guardar")')
      await page.waitForSelector('dialog .err:has-text("Elija al menos una novedad.")')
      await page.check('dialog label:has-text("Documento rechazado") input')
      assert.deepEqual(await faultsOf(page), [])
      await page.click('dialog button:text-is("Guardar")')
      await page.waitForSelector('td:text-is("Documento rechazado")')
      await pickFrom(page, `Acciones de ${url}`, 'Editar…')
      const chosen = page.locator('dialog fieldset input:checked')
      assert.equal(await chosen.count(), 1)
      await page.check('dialog label:has-text("Todas las novedades") input')
      await page.click('dialog button:text-is("Guardar")')
      await page.waitForSelector('td:text-is("Todo")')
      await pickFrom(page, `Acciones de ${url}`, 'Apagar')
      await page.waitForSelector('.pill:text-is("Apagado")')
      await pickFrom(page, `Acciones de ${url}`, 'Eliminar…')
      await page.click('dialog button:text-is("Eliminar")')
      await page.waitForSelector(`text=${url}`, { state: 'detached' })
    } finally {
      hook.close()
    }
  })

  test('a document is sent by mail from its page, and its mails are listed', async () => {
    const { body } = await world().v1('/dte', VENTA)
    const page = await world().ownerPage(`/documentos/${body.codigoGeneracion}`)
    await page.click('button:has-text("Enviar")')
    assert.equal(await page.inputValue('dialog [name=correo]'), 'ana@example.com')
    assert.deepEqual(await faultsOf(page), [])
    await page.fill('dialog [name=correo]', 'ana@example.com, mal@')
    await page.click('dialog button:text-is("Enviar")')
    await page.waitForSelector('dialog .err')
    await page.fill('dialog [name=correo]', 'ana@example.com, beto@example.com')
    await page.click('dialog button:text-is("Enviar")')
    await page.waitForSelector('dialog', { state: 'detached' })
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll('li .pill')].filter((one) => one.textContent === 'Enviado')
          .length === 2,
    )
    assert.equal(await page.locator('text=ana@example.com').count(), 0, 'addresses are masked')
  })

  test('the company says when mail is sent and by which server, and tries it', async () => {
    const page = await world().ownerPage('/ajustes/correo')
    await page.click('label:has-text("Si el cliente tiene correo")')
    await page.waitForSelector('text=Guardado.')
    await page.click('label:has-text("Solo si se pide")')
    await page.click('button:text-is("Enviarme una prueba")')
    await page.waitForSelector('.notice.ok:has-text("El servidor aceptó la prueba")')
    await page.click('button:text-is("Conectar un servidor propio")')
    assert.deepEqual(await faultsOf(page), [])
    await page.fill('dialog [name=host]', '127.0.0.1')
    await page.fill('dialog [name=sender]', 'ventas@example.com')
    await page.click('dialog button:text-is("Guardar")')
    await page.waitForSelector('dialog .err:has-text("red interna")')
  })
}
