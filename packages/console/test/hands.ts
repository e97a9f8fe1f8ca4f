/** A person's actions in a page, for the journeys: typing lines, opening the sign key, reading stored data. */
import type { Page } from 'playwright-core'
import type { World } from './world.ts'

/** Opens the owner's sign key in this browser. */
export const FRASE = 'una frase bastante larga'

/** What the totals say of a form that can be issued. */
export const OBEYS = 'text=Cumple las reglas de Hacienda.'

/** The lines of a form, typed with the keyboard alone. */
export async function typeLines(page: Page, lines: readonly (readonly [string, string, string])[]) {
  await page.locator('[role=row][aria-rowindex] [data-at$="/descripcion"]').last().focus()
  await typeOn(page, lines)
}

/** The same from the cell that has the focus. */
export async function typeOn(page: Page, lines: readonly (readonly [string, string, string])[]) {
  for (const [descripcion, cantidad, precio] of lines) {
    for (const text of [descripcion, cantidad, precio]) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
  }
}

/** Waits until the field that this is the address of has the focus. */
export async function focused(page: Page, at: RegExp): Promise<void> {
  await page.waitForFunction(
    (source) =>
      new RegExp(source).test(document.activeElement?.getAttribute('data-at') ?? 'no field'),
    at.source,
  )
}

/** Waits until the hands are on the heading with this text. */
export async function headed(page: Page, heading: string): Promise<void> {
  await page.waitForFunction((text) => document.activeElement?.textContent === text, heading)
}

/** In the dialog that an act opened: makes the owner's sign key in this browser, or opens the one that it keeps. */
export async function openFirma(
  page: Page,
  world: Pick<World, 'demo'> | null,
  dueno: string = world?.demo.consoleOwner.frase ?? '',
): Promise<void> {
  await page.waitForSelector('dialog [name=frase]')
  if ((await page.locator('dialog [name=nueva]').count()) > 0) {
    await page.fill('dialog [name=frase]', dueno)
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

/** Issues the form's content, opening the sign key if needed, and waits until the hands are on the result's heading. */
export async function emit(page: Page, world: World, heading: string): Promise<void> {
  await page.waitForSelector(OBEYS)
  await page.keyboard.press('Control+Enter')
  await sign(page, world, `h2:has-text("${heading}")`)
  await headed(page, heading)
}

/** Waits for `selector`, opening the sign key and confirming the identity if the page asks. */
export async function sign(page: Page, world: World, selector: string): Promise<void> {
  const asked = page.locator(
    `${selector}, dialog [name=frase], dialog:has-text("Confirme que es usted") [name=contrasena]`,
  )
  for (let n = 0; n < 3; n++) {
    await asked
      .last()
      .waitFor({ timeout: PATIENCE_MS })
      .catch(async (cause: unknown) => {
        const said = await page
          .locator('.toast, .err, .notice, [aria-label=Totales]')
          .allTextContents()
        throw new Error(`${selector} did not come; the page says ${JSON.stringify(said)}`, {
          cause,
        })
      })
    if ((await page.locator('dialog [name=frase]').count()) > 0) {
      await openFirma(page, world)
      await page.locator('dialog [name=frase]').waitFor({ state: 'detached' })
    } else if ((await page.locator('dialog [name=contrasena]').count()) > 0) {
      await confirm(page, world)
    } else return
  }
}

/** Answers «Confirme que es usted» with the owner's password. */
export async function confirm(page: Page, world: World): Promise<void> {
  await page.fill('dialog [name=contrasena]', world.demo.consoleOwner.contrasena)
  await page.click('dialog button:has-text("Confirmar")')
  await page.locator('dialog [name=contrasena]').waitFor({ state: 'detached' })
}

/** Generous, because the machine may be busy: only a hang is too late. */
export const PATIENCE_MS = 30_000

/** Fields of a form by the member that each is for. */
export async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [at, value] of Object.entries(values)) {
    const field = page.locator(`[data-at="${at}"]`)
    const tag = await field.evaluate((element) => element.tagName)
    if (tag === 'SELECT') await field.selectOption(value)
    else await field.fill(value)
  }
}

/** Types into a combobox and takes the first option that has the text. */
export async function choose(page: Page, at: string, text: string): Promise<void> {
  const field = page.locator(`[data-at="${at}"]`)
  await field.fill(text)
  await page.locator('[role=option]', { hasText: text }).first().waitFor()
  await field.press('ArrowDown')
  await field.press('Enter')
}

/** A menu by its name, and one of its items. */
export async function pickFrom(page: Page, menu: string, item: string): Promise<void> {
  await page.click(`button[aria-label="${menu}"]`)
  await page.click(`[role=menuitem]:visible:has-text("${item}")`)
}

/** Invites on the page Personas. Returns the link. */
export async function invite(
  page: Page,
  world: World,
  correo: string,
  rol = 'emisor',
): Promise<string> {
  await page.click('button:has-text("Invitar")')
  await page.fill('dialog [name=correo]', correo)
  await page.selectOption('dialog [name=rol]', rol)
  await page.click('dialog button:has-text("Crear invitación")')
  const link = page.locator('dialog [data-secret]')
  const asked = page.locator('dialog:has-text("Confirme que es usted")')
  await link.or(asked).first().waitFor()
  if ((await asked.count()) > 0) await confirm(page, world)
  return (await link.textContent()) ?? ''
}

/** A device of this computer, with fingerprint and PRF. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, hasPrf: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}

/** Whoever issues is led there first: a passkey, which the browser then remembers for thirty days. */
export async function setUpPasskey(page: Page): Promise<void> {
  await page.waitForSelector('text=Antes de seguir active un segundo factor')
  await page.click('section:has-text("Llaves de acceso") button:has-text("Agregar")')
  await page.waitForSelector('text=Llave de acceso guardada.')
  await page.click('a:has-text("Continuar")')
  await page.waitForSelector('h1:has-text("Inicio")')
}

/** The session ends as it does by itself: the browser stays known. */
export const endSession = (page: Page) => page.context().clearCookies({ name: 'sello_session' })
