/** What the ministry asks before production, from the types that a company issues to the commands. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sign } from '../hands.ts'
import type { World } from '../world.ts'

const NOTE = { tipoDte: '01', items: [{ descripcion: 'Prueba', cantidad: 1, precioUni: 1 }] }

export function certification(world: () => World): void {
  test('the page asks for the types, counts what is sealed meanwhile, and copies the command', async () => {
    const page = await world().newPage()
    await page.goto(`${world().root}/ajustes/certificacion`)
    await page.getByRole('link', { name: 'Decirlos' }).click()
    const form = page.getByRole('form', { name: 'Tipos que emite' })
    await form.waitFor() // `all` does not wait
    for (const box of await form.getByRole('checkbox').all()) await box.uncheck()
    await form.getByRole('checkbox', { name: /^Factura/ }).check()
    await form.getByRole('button', { name: 'Guardar los tipos' }).click()
    await sign(page, world(), '.toast:has-text("Los tipos quedaron guardados.")')
    await page.getByRole('link', { name: 'Vea cuánto pide y cuánto está sellado' }).click()

    const line = page.getByRole('listitem').filter({ hasText: '01 Factura' })
    const before = Number.parseInt((await line.innerText()).match(/(\d+) de 90/)?.[1] ?? '', 10)
    const issued = await world().v1('/dte', { ...NOTE, referencia: 'certificacion-uno-01-0001' })
    assert.equal(issued.status, 200)
    await line.getByText(`${before + 1} de 90`).waitFor()

    await page.getByRole('button', { name: 'Copiar el comando para certificar' }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(copied, /^sello certify --types 01 --responsible '.+,.+' --outages$/)
  })
}
