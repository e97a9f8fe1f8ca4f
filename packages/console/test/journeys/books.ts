/** The month's books, and the annexes that its accountant uploads. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { World } from '../world.ts'

export function books(world: () => World): void {
  test('an annex of the month is downloaded once its declarations are given, and they are stored', async () => {
    const sold = await world().v1('/dte', {
      tipoDte: '01',
      items: [{ descripcion: 'Café', cantidad: 1, precioUni: 2 }],
    })
    assert.equal(sold.body.estado, 'sellado')
    const page = await world().ownerPage('/libros')
    const row = page.locator('section[aria-labelledby=anexos] li:has-text("Anexo 2")')
    await row.locator('button:has-text("Elija antes qué declara")').waitFor()
    await page.selectOption('[name=operacion]', '1')
    await page.selectOption('[name=ingreso]', '3')
    const downloading = page.waitForEvent('download')
    await row.locator('a:has-text("Descargar")').click()
    const download = await downloading
    assert.match(download.suggestedFilename(), /^anexo2-\d{4}-\d{2}\.csv$/)
    const text = await readFile(await download.path(), 'latin1')
    const lines = text.trimEnd().split('\r\n')
    for (const line of lines) assert.equal(line.split(';').length, 23, line)
    assert.ok(lines.some((line) => line.split(';')[2] === '01'))
    await page.reload()
    await row.locator('a:has-text("Descargar")').waitFor()
  })
}
