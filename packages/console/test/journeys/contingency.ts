/** An outage of the ministry: pending documents, their deadlines, and the event that ends it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emit, fill, OBEYS, PATIENCE_MS, pickFrom, sign, typeLines } from '../hands.ts'
import { stateResolucion } from '../resolucion.ts'
import type { World } from '../world.ts'

const SALE = { tipoDte: '01', items: [{ descripcion: 'Pan', cantidad: 2, precioUni: 0.5 }] }

export function contingency(world: () => World): void {
  test('while the ministry is away sales wait with their deadlines, and the event of its return is sent with a button', async (t) => {
    await world().ministry('faults', { service: '*', kind: 'html' })
    t.after(() => world().calmMinistry())
    // Two sendings in a row without an answer are an absence.
    for (let n = 0; n < 2; n++) assert.equal((await world().v1('/dte', SALE)).status, 202)

    const page = await world().ownerPage('/emitir/01')
    await pickFrom(page, 'Más acciones', 'Vaciar')
    await typeLines(page, [['Quesadilla', '1', '2.25']])
    await emit(page, world(), 'Firmada, sin sello todavía')
    const numero =
      (await page.locator('[aria-label=Resultado] dd.code').first().textContent()) ?? ''

    await stateResolucion(world())
    await page.goto(`${world().root}/emitir/15`)
    await page.locator('[data-at="receptor"]').fill('Donante Ausente')
    await page.click('[role=option]:has-text("Crear “Donante Ausente”")')
    await fill(page, {
      'receptor.numDocumento': '00016297-5',
      'receptor.departamento': '06',
      'receptor.distrito': '14',
      'receptor.complemento': 'Calle Ficticia 123',
    })
    await typeLines(page, [['Cheque', '', '10']])
    await page.waitForSelector(OBEYS)
    await page.keyboard.press('Control+Enter')
    await sign(page, world(), '.toast:has-text("este documento no se firma sin su sello")')

    await page.goto(`${world().root}/contingencia`)
    await page.waitForSelector('.notice:has-text("Hacienda no responde desde")')
    await page.waitForSelector(
      '[aria-label="Plazos de la contingencia"]:has-text("Todavía no responde. Siga emitiendo")',
    )
    const row = page.locator(`tr:has-text("${numero.slice(-6)}")`)
    await row.waitFor()
    assert.equal(await page.locator('button:has-text("Transmitir evento")').count(), 0)
    await page.goto(world().root)
    await page.waitForSelector('section:has-text("Para atender") a:has-text("esperan su sello")')

    await world().calmMinistry()
    await page.goto(`${world().root}/contingencia`)
    const send = page.locator('button:has-text("Transmitir evento")')
    await reloadedUntil(page, send)
    await page.waitForSelector('.notice:has-text("Límite:")')
    await page.waitForSelector(
      '[aria-label="Plazos de la contingencia"] li:has-text("Evento de contingencia"):has-text("Falta firmarlo"):has-text("Límite")',
    )
    await row.locator('a').click()
    await page.waitForSelector(
      '.notice:has-text("Falta que la empresa firme el evento de contingencia")',
    )

    await page.goBack()
    await send.click()
    await sign(page, world(), '.toast:has-text("Evento transmitido.")')
    await page.waitForSelector(
      '[aria-label="Plazos de la contingencia"] li:has-text("Evento de contingencia"):has-text("Sellado.")',
    )
    await send.waitFor({ state: 'detached' })
    // The documents' lots are sent automatically; then this outage is a past one.
    await reloadedUntil(page, page.locator('h2:has-text("Contingencias anteriores")'))
    await page.waitForSelector('.notice:has-text("No hay contingencia.")')
    await page.waitForSelector('text=Ningún documento espera su sello.')
  })
}

type Page = Awaited<ReturnType<World['ownerPage']>>

/** The page refreshes every 15 seconds; an impatient person reloads it. */
async function reloadedUntil(page: Page, wanted: ReturnType<Page['locator']>): Promise<void> {
  const until = performance.now() + 2 * PATIENCE_MS
  for (;;) {
    await page.waitForLoadState('networkidle')
    if ((await wanted.count()) > 0) return
    if (performance.now() > until) assert.fail(`${wanted} did not come`)
    await page.reload()
  }
}
