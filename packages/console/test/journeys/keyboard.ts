/** A person without a pointer: Tab reaches everything, focus is visible, and returns after a dialog closes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { WIDE, type World } from '../world.ts'
import { OWN_PAGES, PAGES } from './pages.ts'

// biome-ignore format: a table
const MENUS: readonly (readonly [path: string, name: string])[] = [
  ['',                'Cambiar de empresa'],
  ['',                'Su cuenta'],
  ['/emitir/01',      'Más acciones'],
  ['/documentos',     'Exportar'],
]

export function keyboard(world: () => World): void {
  test('Tab reaches every control of every page, and each shows that it has the focus', async () => {
    const page = await world().newPage(WIDE)
    for (const path of [...PAGES, ...OWN_PAGES]) {
      await open(page, world(), path)
      const count = await watch(page)
      // Some controls show others when they have the focus; the walk goes around once more.
      for (let n = 0; n < 2 * count + 10; n++) {
        await page.keyboard.press('Tab')
        if (n % 10 === 9 && (await missed(page)).length === 0) break
      }
      assert.ok(count > 5, `${path} has ${count} controls`)
      assert.deepEqual(await missed(page), [], `${path}: not reached by Tab`)
      assert.deepEqual(await unseen(page), [], `${path}: focus is not seen`)
    }
  })

  test('every menu opens with Enter, is walked with the arrows, closes with Escape and gives the focus back', async () => {
    const page = await world().newPage(WIDE)
    for (const [path, name] of MENUS) {
      await open(page, world(), path)
      const button = page.locator(`button[aria-label="${name}"]:visible`)
      await button.focus()
      await page.keyboard.press('Enter')
      const items = page.locator('[role=menuitem]:visible')
      await items.first().waitFor()
      await assertFocused(items.first(), name)
      await page.keyboard.press('ArrowDown')
      if ((await items.count()) > 1) await assertFocused(items.nth(1), name)
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await assertFocused(items.last(), name)
      // A letter chooses in the menu, and is no key of the page.
      await page.keyboard.press('?')
      assert.equal(await page.locator('dialog[open]').count(), 0, name)
      await page.keyboard.press('Escape')
      await items.first().waitFor({ state: 'hidden' })
      await assertFocused(button, name)
    }
  })
}

export async function open(page: Page, { origin, root }: World, path: string): Promise<void> {
  const isOutside = OWN_PAGES.includes(path)
  await page.goto(isOutside ? origin + path : root + path)
  await page.waitForSelector('h1')
  await page.waitForLoadState('networkidle')
}

/** Waits for the focus, which a menu or a dialog moves some frames after the key. */
export async function assertFocused(wanted: Locator, message: string): Promise<void> {
  const page = wanted.page()
  const element = await wanted.elementHandle()
  try {
    await page.waitForFunction((it) => it === document.activeElement, element)
  } catch (cause) {
    const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160))
    throw new Error(`${message}: the focus is at ${at}`, { cause })
  }
}

interface Walk {
  readonly waiting: Set<Element>
  readonly unseen: string[]
}
type Walked = typeof globalThis & { walk: Walk }

/** Records what gets the focus from now on. Returns the number of controls. */
function watch(page: Page): Promise<number> {
  return page.evaluate(() => {
    const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
    const isWanted = (element: Element) =>
      element instanceof HTMLElement &&
      element.tabIndex >= 0 &&
      !element.matches(':disabled, [type=hidden]') &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[popover]:not(:popover-open), [inert]') &&
      // From the empty row of lines Tab leaves the grid: its other cells come once something is in it.
      !element.matches('[data-last=true] :is(input, select)')
    const radios = new Set<string>()
    const waiting = new Set(
      [...document.querySelectorAll(CONTROLS)].filter((element) => {
        if (!isWanted(element)) return false
        // Of a group of radios Tab reaches one, and the arrows the others.
        if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
        const isFirst = element.checked || !radios.has(element.name)
        radios.add(element.name)
        return isFirst
      }),
    )
    const unseen: string[] = []
    Object.assign(globalThis, { walk: { waiting, unseen } })
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement)) return
      waiting.delete(target)
      // Controls drawn by another element than the focused one: a file field, a switch.
      const shown = [target, target.nextElementSibling, target.parentElement].some((element) => {
        if (!element) return false
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
        const isDrawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
        return isDrawn || (element === target && boxShadow !== 'none')
      })
      const { width, height } = target.getBoundingClientRect()
      if (!shown || width === 0 || height === 0) unseen.push(target.outerHTML.slice(0, 160))
    })
    if (document.activeElement instanceof HTMLElement) {
      waiting.delete(document.activeElement) // an input that the page gave the focus
    }
    return waiting.size
  })
}

const missed = (page: Page) =>
  page.evaluate(() =>
    [...(globalThis as unknown as Walked).walk.waiting]
      .filter((element) => element.isConnected && element.checkVisibility())
      .map((element) => element.outerHTML.slice(0, 160)),
  )

const unseen = (page: Page) => page.evaluate(() => (globalThis as unknown as Walked).walk.unseen)
