/** One browser on a counter, and two people: what one leaves, the other neither sees nor sends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addAuthenticator, endSession, invite, setUpPasskey, typeLines } from '../hands.ts'
import type { World } from '../world.ts'

const CONTRASENA = 'nueve faroles junto al muelle'

export function counter(world: () => World): void {
  test('a draft is of the person who wrote it, also when another signs in over the page', async () => {
    const { root, origin } = world()
    const page = await world().newPage()
    await page.goto(`${root}/ajustes/personas`)
    const [ana, beto] = ['ana', 'beto'].map((name) => `${name}-${Date.now()}@example.com`)
    const toAna = await invite(page, world(), String(ana))
    await page.keyboard.press('Escape')
    const toBeto = await invite(page, world(), String(beto))
    await page.context().clearCookies() // the owner's session goes on elsewhere

    await addAuthenticator(page)
    await accept(page, toAna, 'Ana Ficticia')
    await write(page, root, 'Café de Ana')
    await leave(page)
    await accept(page, toBeto, 'Beto Ficticio')
    assert.equal(await firstLine(page, root), '', 'nothing of the person before')
    await write(page, root, 'Té de Beto')

    // His session ends while he writes, and she signs in over his page.
    await endSession(page)
    await page.locator('[role=row][aria-rowindex] [data-at$="/cantidad"]').first().fill('2')
    await page.waitForSelector('dialog:has-text("Su sesión terminó")')
    await page.fill('dialog [name=correo]', String(ana))
    await page.fill('dialog [name=contrasena]', CONTRASENA)
    await page.click('dialog form button:has-text("Entrar")')
    await page.waitForURL((address) => !address.pathname.includes('/emitir/'))
    await page.waitForSelector('nav[aria-label=Principal]')
    assert.equal(await firstLine(page, root), 'Café de Ana')
    await leave(page)

    await page.goto(`${origin}/entrar`)
    await page.fill('[name=correo]', String(beto))
    await page.fill('[name=contrasena]', CONTRASENA)
    await page.keyboard.press('Enter')
    await page.waitForSelector('nav[aria-label=Principal]')
    assert.equal(await firstLine(page, root), 'Té de Beto')
  })

  test('a draft that the service does not take stays in this browser, and the page says so', async () => {
    const { root, nit } = world()
    const page = await world().newPage()
    await page.goto(`${root}/ajustes/personas`)
    const enlace = await invite(page, world(), `carla-${Date.now()}@example.com`)
    await page.context().clearCookies()
    await addAuthenticator(page)
    await accept(page, enlace, 'Carla Ficticia')
    const statuses = await page.evaluate(fillDrafts, { nit, count: 200 })
    assert.deepEqual([...new Set(statuses)], [200])

    await write(page, root, 'Café de más')
    await page.waitForSelector(
      'text=El borrador queda solo en este navegador. Ya tiene 200 borradores',
    )
    await page.waitForSelector('h1 + [role=status]:has-text(", solo en este navegador")')
    assert.equal(await firstLine(page, root), 'Café de más')
  })

  test('what an earlier version kept without saying whose it was is dropped', async () => {
    const { root } = world()
    const page = await world().newPage()
    await page.route('**/emitir/01', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>before</title>' }),
    )
    await page.goto(`${root}/emitir/01`)
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.open('sello', 1)
          request.onupgradeneeded = () => {
            for (const name of ['firmas', 'pedidos', 'borradores', 'claves', 'mapas'])
              request.result.createObjectStore(name).put('before', 'x')
          }
          request.onsuccess = () => {
            request.result.close()
            resolve()
          }
          request.onerror = () => reject(request.error)
        }),
    )
    await page.unroute('**/emitir/01')
    await page.goto(`${root}/emitir/01`)
    await page.waitForSelector('[role=row][aria-rowindex]')
    const left = await page.evaluate(
      () =>
        new Promise<readonly string[]>((resolve, reject) => {
          const request = indexedDB.open('sello')
          request.onerror = () => reject(request.error)
          request.onsuccess = async () => {
            const db = request.result
            const found: string[] = []
            for (const name of db.objectStoreNames) {
              const value = await new Promise((done) => {
                const one = db.transaction(name).objectStore(name).get('x')
                one.onsuccess = () => done(one.result)
              })
              if (value !== undefined) found.push(name)
            }
            db.close()
            resolve(found)
          }
        }),
    )
    assert.deepEqual(left, ['mapas'])
  })
}

async function accept(page: Page, enlace: string, nombre: string): Promise<void> {
  await page.goto(enlace)
  await page.fill('[name=nombre]', nombre)
  await page.fill('[name=contrasena]', CONTRASENA)
  await page.click('button:has-text("Aceptar")')
  await setUpPasskey(page)
}

/** Runs in the page. */
async function fillDrafts({ nit, count }: { nit: string; count: number }): Promise<number[]> {
  const { csrf } = await (await fetch('/console/api/session')).json()
  const headers = { 'content-type': 'application/json', 'x-sello-csrf': csrf }
  const body = JSON.stringify({ tipoDte: '14', resumen: 'x', contenido: {}, revision: 0 })
  const statuses: number[] = []
  for (let n = 0; n < count; n++) {
    const path = `/console/api/${nit}/00/borradores/${crypto.randomUUID()}`
    statuses.push((await fetch(path, { method: 'PUT', headers, body })).status)
  }
  return statuses
}

async function write(page: Page, root: string, descripcion: string): Promise<void> {
  await page.goto(`${root}/emitir/01`)
  await page.waitForSelector('[role=row][aria-rowindex]')
  await typeLines(page, [[descripcion, '1', '5.65']])
  await page.waitForSelector('text=Borrador guardado')
}

/** The description on the first line of the form as it opens. */
async function firstLine(page: Page, root: string): Promise<string> {
  await page.goto(`${root}/emitir/01`)
  const field = page.locator('[role=row][aria-rowindex] [data-at$="/descripcion"]').first()
  await field.waitFor()
  return field.inputValue()
}

async function leave(page: Page): Promise<void> {
  await page.click('button[aria-label="Su cuenta"]')
  await page.click('[role=menuitem]:visible:has-text("Salir")')
  await page.waitForURL((address) => address.pathname.endsWith('/entrar'))
}
