/** The simulator's page, as somebody uses it who tries a program against it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium } from 'playwright-core'
import { findTool, without } from '../../../scripts/test-tools.ts'
import { factura, NIT, set } from '../../mh-simulator/test/documentos.ts'
import { startMinistry } from '../../mh-simulator/test/ministry.ts'

const skip = without(import.meta.url, 'browser')
const WIDE = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }

async function opened<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = findTool('browser') ?? ''
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}

test('what arrives is on the page with its checks, and its buttons change what the ministry does', {
  skip,
}, async (t) => {
  const ministry = await startMinistry(t)
  await opened(async (browser) => {
    const page = await browser.newPage({ viewport: WIDE })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('dialog', (dialog) => dialog.accept())
    await page.goto(`${ministry.url}/_sim/`)
    await page.waitForSelector('text=Todavía no ha llegado nada.')

    const wrong = set(factura(), 'resumen.totalIva', 1)
    await ministry.send(set(factura(), 'receptor.nombre', '<img src=x onerror="throw 1">'))
    await ministry.send(wrong)
    await page.click(`button[aria-label="01 ${wrong.identificacion.codigoGeneracion}"]`)
    await page.waitForSelector('#steps .refused:has-text("El resumen es la suma de las líneas")')
    assert.ok((await page.textContent('#document'))?.includes('"totalIva": 1'))
    await page.click('dialog button:has-text("Cerrar")')

    await page.click('button:has-text("Fuera de servicio")')
    await page.waitForSelector('#faults li:has-text("fuera de servicio")')
    assert.equal((await ministry.send(factura())).status, 503)
    await page.click('button:has-text("Todo bien otra vez")')
    await page.waitForSelector('text=Hacienda responde como siempre.')
    await page.click('button:has-text("Rechazar el próximo documento")')
    await page.waitForSelector('text=El próximo documento se rechaza.')
    const told = await ministry.send(factura())
    assert.equal(told.body.descripcionMsg, '[resumen.totalPagar] CALCULO INCORRECTO')
    await page.click('button:has-text("+1 día")')
    await page.waitForSelector('text=El reloj avanzó.')
    assert.match((await ministry.get('/_sim/clock')).body.now, /^2026-10-06/)

    await page.fill('[name=nit]', '06140101900019')
    await page.fill('[name=nombre]', 'Ensayo')
    await page.fill('[name=password]', 'Clave-1')
    await page.fill('[name=keyPassword]', 'Clave-2')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('button:has-text("Registrar y descargar su certificado")'),
    ])
    assert.equal(download.suggestedFilename(), '06140101900019.crt')
    await page.click('button:has-text("Olvidar los documentos")')
    await page.waitForSelector('text=Todavía no ha llegado nada.')
    await page.waitForSelector(`#taxpayers:has-text("${NIT}")`)
    assert.deepEqual(errors, [])
  })
})

test('the page is accessible and fits, wide and on a phone, in light and dark', {
  skip,
}, async (t) => {
  const ministry = await startMinistry(t)
  await ministry.send(factura())
  await opened(async (browser) => {
    for (const [viewport, colorScheme] of [
      [WIDE, 'light'],
      [PHONE, 'dark'],
    ] as const) {
      const context = await browser.newContext({ viewport, colorScheme })
      const page = await context.newPage()
      await page.goto(`${ministry.url}/_sim/`)
      await page.click('#ledger button')
      await page.waitForSelector('#steps .passed')
      for (const shown of ['dialog', 'page']) {
        const { violations } = await new AxeBuilder({ page }).analyze()
        assert.deepEqual(
          violations.map(({ id }) => id),
          [],
          `${shown}, ${colorScheme}`,
        )
        const over = Number(await page.evaluate('document.body.scrollWidth - window.innerWidth'))
        assert.ok(over <= 0, `${over} px too wide`)
        await page.keyboard.press('Escape')
      }
    }
  })
})
