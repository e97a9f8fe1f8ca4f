/** What a person does in a page, for the journeys: typing lines, opening the sign key, looking at what is kept. */
import type { Page } from 'playwright-core'
import type { World } from './world.ts'

/** Opens the owner's sign key in this browser. */
export const FRASE = 'una frase bastante larga'

/** The lines of a form, typed with the keyboard alone. */
export async function typeLines(page: Page, lines: readonly (readonly [string, string, string])[]) {
  await page.locator('.gr:not(.hd) [data-at$="/descripcion"]').last().focus()
  for (const [descripcion, cantidad, precio] of lines) {
    for (const text of [descripcion, cantidad, precio]) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
  }
}

/** In the dialog that an act opened: makes the owner's sign key in this browser, or opens the one that it keeps. */
export async function openFirma(page: Page, world: World): Promise<void> {
  await page.waitForSelector('dialog [name=frase]')
  if ((await page.locator('dialog [name=nueva]').count()) > 0) {
    await page.fill('dialog [name=frase]', world.demo.consoleOwner.frase)
    await page.fill('dialog [name=nueva]', FRASE)
    await page.fill('dialog [name=otra]', FRASE)
  } else await page.fill('dialog [name=frase]', FRASE)
  await page.keyboard.press('Enter')
}

/** Everything that this browser keeps, as text. */
export function kept(page: Page): Promise<string> {
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
