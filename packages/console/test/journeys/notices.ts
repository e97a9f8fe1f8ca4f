/** The form's own messages: parts it cannot hold, another tab, the copy that it will print. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { emit, pickFrom, typeLines } from '../hands.ts'
import type { World } from '../world.ts'

export function notices(world: () => World): void {
  test('the preview equals the printed copy, follows typing, and is enlarged and closed by keys', async () => {
    const page = await emptyForm(world(), '/emitir/03')
    await typeLines(page, [['Café de altura', '2', '5']])
    const canvas = page.locator('[aria-label="Ampliar la vista previa"] canvas')
    const before = await drawn(page, '')
    const price = page.locator('[data-at$="/precio"]').first()
    await price.fill('7.5')
    await price.blur()
    await drawn(page, before)

    const larger = page.locator('button:has-text("Ampliar")').first()
    await larger.focus()
    await page.keyboard.press('Enter')
    const sheet = page.locator('dialog canvas')
    await sheet.waitFor()
    await page.waitForFunction(() => {
      const inDialog = document.querySelector<HTMLCanvasElement>('dialog canvas')
      return (inDialog?.width ?? 0) > 300
    })
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    assert.equal(await larger.evaluate((button) => button === document.activeElement), true)
    assert.equal(await canvas.count(), 1)
    await pickFrom(page, 'Más acciones', 'Vaciar')
  })

  test('parts that the form cannot hold are named, and named again after leaving the page with a change', async () => {
    const { status, body } = await world().v1('/dte', {
      tipoDte: '01',
      items: [{ descripcion: 'Florero', cantidad: 1, precioUni: 10 }],
      pagos: [
        { codigo: '01', montoPago: 4 },
        { codigo: '02', montoPago: 6, referencia: 'POS 771' },
      ],
    })
    assert.equal(status, 200, JSON.stringify(body))
    const address = `/emitir/01?como=${body.codigoGeneracion}`
    const page = await world().ownerPage(address)
    const notice = page.locator('.notice:has-text("El formulario no lleva esto del documento")')
    await notice.waitFor()
    assert.match((await notice.textContent()) ?? '', /POS 771/)
    await page.locator('[data-at$="/descripcion"]').first().fill('Florero azul')
    await page.waitForSelector('text=Borrador guardado')
    await page.close()

    const again = await world().ownerPage(address)
    await again.waitForSelector('.notice:has-text("POS 771")')
    const line = again.locator('[data-at$="/descripcion"]').first()
    assert.equal(await line.inputValue(), 'Florero azul')
    await pickFrom(again, 'Más acciones', 'Vaciar')
    await again.locator('.notice:has-text("POS 771")').waitFor({ state: 'detached' })
  })

  test('a draft open in another tab says so, and can be taken over here', async () => {
    const page = await emptyForm(world(), '/emitir/01')
    await typeLines(page, [['Candela', '3', '1']])
    await page.waitForSelector('text=Borrador guardado')
    const other = await world().ownerPage('/emitir/01')
    await other.waitForSelector(ELSEWHERE)
    await other.click('button:has-text("Usar aquí")')
    await page.waitForSelector(ELSEWHERE)
    await pickFrom(other, 'Más acciones', 'Vaciar')
    await other.waitForSelector('text=Borrador guardado')
    await other.close()
    // The first tab waited for it, and has it as the other one left it.
    await page.locator(ELSEWHERE).waitFor({ state: 'detached' })
    assert.equal(await page.locator('[role=row][aria-rowindex]').count(), 1)
  })

  test('a sale that another tab issued is no draft here any more: the next one has another key', async () => {
    const page = await emptyForm(world(), '/emitir/01')
    const keys: string[] = []
    page.context().on('request', (request) => {
      const key = request.headers()['idempotency-key']
      if (request.url().endsWith('/v1/dte') && key) keys.push(key)
    })
    await typeLines(page, [['Candela', '3', '1']])
    await page.waitForSelector('text=Borrador guardado')
    const other = await world().ownerPage('/emitir/01')
    await other.waitForSelector(ELSEWHERE)
    // A tab in the background does not take the draft of one that is being reloaded.
    await setHidden(other, true)
    await page.reload()
    await page.waitForFunction(
      () => document.querySelector('[data-total]')?.textContent === '$ 3.00',
    )
    assert.equal(await page.locator(ELSEWHERE).count(), 0)
    await setHidden(other, false)

    await emit(page, world(), 'Factura sellada')
    await page.keyboard.press('Enter')
    await other.waitForSelector('.notice:has-text("se terminó en la otra pestaña")')
    await other.waitForFunction(
      () => document.querySelectorAll('[role=row][aria-rowindex]').length === 1,
    )
    assert.equal(await other.locator(ELSEWHERE).count(), 0)
    await typeLines(other, [['Candela', '3', '1']])
    await emit(other, world(), 'Factura sellada')
    assert.equal(keys.length, 2)
    assert.notEqual(keys[0], keys[1])
    await other.close()
  })

  test('a search and a choice of one company are not shown in another', async () => {
    const page = await world().ownerPage('/documentos')
    await page.fill('input[type=search]', 'de una empresa')
    await page.waitForURL(/q=de/)
    // The same page of production: another place, in the same tab.
    await page.evaluate((nit) => {
      localStorage.setItem(`sello/anexos/${nit}`, 'not what we wrote')
      history.pushState(null, '', `/${nit}/documentos`)
    }, world().nit)
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[type=search]')?.value === '',
    )
    await page.goto(`${world().root}/libros`)
    await page.waitForSelector('h2:has-text("Anexos del F-07")')
    await page.evaluate((nit) => localStorage.removeItem(`sello/anexos/${nit}`), world().nit)
  })
}

const ELSEWHERE = '.notice:has-text("Abierto en otra pestaña")'

/** As the browser says it of a tab in the background; here every page is in front. */
const setHidden = (page: Page, is: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, is)

async function emptyForm(world: World, path: string): Promise<Page> {
  const page = await world.ownerPage(path)
  await page.waitForSelector('[role=row][aria-rowindex]')
  await pickFrom(page, 'Más acciones', 'Vaciar')
  return page
}

/** The picture of the preview once it is another than `before`. */
async function drawn(page: Page, before: string): Promise<string> {
  const handle = await page.waitForFunction((last) => {
    const canvas = document.querySelector<HTMLCanvasElement>(
      '[aria-label="Ampliar la vista previa"] canvas',
    )
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    if (!pixels?.some((value, n) => n % 4 < 3 && value < 128)) return false // blank
    const picture = canvas?.toDataURL() ?? ''
    return picture !== last && picture
  }, before)
  return String(await handle.jsonValue())
}
