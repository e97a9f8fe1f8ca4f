/**
 * The console as people meet it: a real browser, the real demonstration. Where the machine has no Chromium
 * each test says so and is skipped.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { createWorld, WITHOUT_BROWSER, type World } from './world.ts'

if (WITHOUT_BROWSER) console.log(WITHOUT_BROWSER)
const options = WITHOUT_BROWSER ? { skip: WITHOUT_BROWSER } : {}
const FRASE = 'una frase bastante larga'
const PHONE = { width: 390, height: 844 }
const FIRST_SCRIPT_BYTES_MAX = 200 * 1024

let world: World
before(async () => {
  if (!WITHOUT_BROWSER) world = await createWorld()
})
after(() => world?.stop())

/** The lines of a form, typed with the keyboard alone. */
async function typeLines(page: Page, lines: readonly (readonly [string, string, string])[]) {
  await page.locator('.gr:not(.hd) [data-at$="/descripcion"]').last().focus()
  for (const [descripcion, cantidad, precio] of lines) {
    for (const text of [descripcion, cantidad, precio]) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
  }
}

/** Makes the owner's sign key in this browser, in the dialog that issuing opened. */
async function openFirma(page: Page) {
  await page.waitForSelector('dialog [name=nueva]')
  await page.fill('dialog [name=frase]', world.demo.consoleOwner.frase)
  await page.fill('dialog [name=nueva]', FRASE)
  await page.fill('dialog [name=otra]', FRASE)
  await page.keyboard.press('Enter')
}

/** Everything that this browser keeps, as text. */
function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name ?? '')
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const store of db.objectStoreNames) {
        const all = await new Promise<unknown[]>((resolve, reject) => {
          const request = db.transaction(store).objectStore(store).getAll()
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
        const decoder = new TextDecoder('latin1')
        const walk = (value: unknown): void => {
          if (value instanceof Uint8Array) parts.push(decoder.decode(value))
          else if (value instanceof ArrayBuffer) parts.push(decoder.decode(new Uint8Array(value)))
          else if (value && typeof value === 'object')
            for (const one of Object.values(value)) walk(one)
          else parts.push(String(value))
        }
        for (const one of all) walk(one)
      }
      db.close()
    }
    return parts.join('\n')
  })
}

test(
  'an invoice is issued with the keyboard alone, and nothing secret rests in the clear',
  options,
  async () => {
    const page = await world.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(`${world.root}`)
    await page.waitForSelector('nav.side')
    await page.keyboard.press('n')
    await page.keyboard.press('f')
    await page.waitForSelector('.gr:not(.hd)')
    await typeLines(page, [
      ['Café de altura, 1 lb', '24', '5.65'],
      ['Taza de barro negro', '12', '8.25'],
    ])
    await page.waitForFunction(
      () => document.querySelector('[data-total]')?.textContent === '$ 234.60',
    )
    await page.keyboard.press('Control+Enter')
    await openFirma(page)
    await page.waitForSelector('h2:has-text("Factura sellada")', { timeout: 30_000 })
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Factura sellada')

    const text = await kept(page)
    assert.match(text, /frase/, 'the sealed key is kept')
    assert.doesNotMatch(text, /sellosk_/)
    assert.doesNotMatch(text, new RegExp(FRASE))
    assert.doesNotMatch(text, /Café de altura/)

    await page.keyboard.press('Enter')
    await page.waitForSelector('h1:has-text("Nueva factura")')
    assert.equal(await page.locator('.gr:not(.hd)').count(), 1)
    assert.deepEqual(errors, [])
    await page.context().close()
  },
)

test('what the law refuses stands on its field, and the button goes there', options, async () => {
  const page = await world.newPage()
  await page.goto(`${world.root}/emitir/01`)
  await page.waitForSelector('.gr:not(.hd)')
  await typeLines(page, [['Motor', '1', '2000']])
  await page.waitForFunction(() =>
    document.querySelector('[data-total]')?.textContent?.includes('2,000.00'),
  )
  await page.click('[data-emit]')
  const problems = await page.locator('.fix button').allTextContents()
  assert.ok(problems.length > 0)
  for (const problem of problems)
    assert.doesNotMatch(problem, /numDocumento|cuerpoDocumento|receptor\./)
  await page.context().close()
})

test('a number with a comma is asked about and not guessed', options, async () => {
  const page = await world.newPage()
  await page.goto(`${world.root}/emitir/01`)
  await page.waitForSelector('.gr:not(.hd)')
  await typeLines(page, [['Queso', '2,5', '3']])
  await page.waitForSelector('.rowerr:has-text("¿2.5?")')
  await page.context().close()
})

test(
  'lines of a spreadsheet are pasted, and one that is no number is marked',
  options,
  async () => {
    const page = await world.newPage()
    await page.goto(`${world.root}/emitir/03`)
    await page.waitForSelector('.gr:not(.hd)')
    const rows = Array.from({ length: 80 }, (_, n) => `Producto ${n}\t${n + 1}\t1.25`)
    await page.locator('[data-at$="/descripcion"]').first().focus()
    await page.evaluate(
      (text) => {
        const data = new DataTransfer()
        data.setData('text/plain', text)
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
      },
      ['Descripción\tCantidad\tPrecio', ...rows, 'Mala\tdos\t1'].join('\n'),
    )
    await page.click('button:has-text("Agregar 81 líneas")')
    await page.waitForFunction(() => document.querySelector('.sech .sub')?.textContent === '81')
    assert.ok((await page.locator('.gr:not(.hd)').count()) < 60, 'only what is seen is drawn')
    await page.context().close()
  },
)

test('a draft outlives its tab', options, async () => {
  const page = await world.newPage()
  await page.goto(`${world.root}/emitir/14`)
  await page.waitForSelector('.gr:not(.hd)')
  await typeLines(page, [['Maíz', '12.5', '18.4']])
  await page.waitForSelector('text=Borrador guardado')
  const again = await page.context().newPage()
  await page.close()
  await again.goto(`${world.root}/emitir/14`)
  await again.waitForFunction(
    () => document.querySelector('[data-total]')?.textContent === '$ 230.00',
  )
  await again.context().close()
})

const PAGES = [
  '/emitir/01',
  '/emitir/03',
  '/emitir/05',
  '/emitir/11',
  '/emitir/14',
  '',
  '/documentos',
  '/clientes',
  '/productos',
  '/contingencia',
  '/ajustes/empresa',
  '/ajustes/puntos',
  '/ajustes/certificado',
  '/ajustes/credenciales',
  '/ajustes/almacenamiento',
  '/ajustes/llaves',
  '/ajustes/personas',
  '/ajustes/produccion',
  '/ajustes/auditoria',
  '/preparar',
]

for (const [name, size, theme] of [
  ['wide and light', { width: 1440, height: 900 }, 'light'],
  ['a phone and dark', PHONE, 'dark'],
] as const) {
  test(`every page is accessible and fits, ${name}`, options, async () => {
    const page = await world.newPage(size, theme)
    for (const path of PAGES) {
      await page.goto(world.root + path)
      await page.waitForSelector('h1')
      await page.waitForLoadState('networkidle')
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      assert.ok(sideways <= 0, `${path} scrolls sideways by ${sideways} px`)
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag22aa'])
        .analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
      assert.deepEqual(found, [], `${path} (${name})`)
    }
    await page.context().close()
  })
}

test(
  'the policy blocks a script that was injected, and no page can frame the console',
  options,
  async () => {
    const page = await world.newPage()
    const response = await page.goto(world.root)
    const policy = response?.headers()['content-security-policy'] ?? ''
    assert.match(policy, /frame-ancestors 'none'/)
    await page.waitForSelector('nav.side')
    const ran = await page.evaluate(async () => {
      const script = document.createElement('script')
      try {
        script.textContent = 'window.injected = true'
      } catch {
        return 'refused' // Trusted Types
      }
      document.body.append(script)
      await new Promise((resolve) => setTimeout(resolve, 100))
      return (window as { injected?: boolean }).injected === true ? 'ran' : 'blocked'
    })
    assert.notEqual(ran, 'ran')
    await page.context().close()
  },
)

test('the first script is within its budget', options, async () => {
  const { gzipSync } = await import('node:zlib')
  const page = await world.newPage()
  const scripts: Buffer[] = []
  const reading: Promise<void>[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return
    reading.push(response.body().then((body) => void scripts.push(body)))
  })
  await page.goto(world.root)
  await page.waitForSelector('h1')
  await page.waitForLoadState('networkidle')
  await Promise.all(reading)
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0)
  console.log(`first screen: ${scripts.length} scripts, ${(bytes / 1024).toFixed(1)} KB compressed`)
  assert.ok(bytes <= FIRST_SCRIPT_BYTES_MAX, `${bytes} bytes`)
  await page.context().close()
})
