/**
 * Times of the console as people feel them, in a real browser on this machine: `node --import tsx
 * packages/console/test/budgets.ts`. Figures, no verdict: how many scripts and bytes are tests, times are not.
 */
import type { Page } from 'playwright-core'
import { createWorld, type World } from './world.ts'

const ROUNDS = 5
const ROWS = 500
const PASTED = 2000

const world = await createWorld()
try {
  await firstScreen(world)
  await typing(world)
  await pasting(world)
} finally {
  await world.stop()
}

async function firstScreen({ newPage, root }: World): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const page = await newPage()
    await page.goto(root)
    await page.waitForSelector('nav[aria-label=Principal]')
    times.push(await page.evaluate(() => performance.now()))
    await page.context().close()
  }
  say('first screen, cold, to its navigation', times, 'ms')
}

/** Watches for frames that are late while `work` goes on. */
async function longest(page: Page, work: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate(() => {
    const late: number[] = []
    Object.assign(globalThis, { late })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) late.push(duration)
    }).observe({ type: 'longtask' })
  })
  await work()
  return page.evaluate(() => (globalThis as unknown as { late: number[] }).late)
}

async function typing(world: World): Promise<void> {
  const page = await world.newPage()
  await page.goto(`${world.root}/emitir/01`)
  await page.waitForSelector('[role=row][aria-rowindex]')
  await page.locator('[data-at$="/descripcion"]').first().focus()
  const began = performance.now()
  const late = await longest(page, async () => {
    for (let n = 0; n < ROWS; n++) {
      for (const text of [`Producto ${n}`, '2', '1.25']) {
        await page.keyboard.type(text)
        await page.keyboard.press('Enter')
      }
    }
  })
  const seconds = (performance.now() - began) / 1000
  console.log(`${ROWS} rows typed in ${seconds.toFixed(0)} s: ${late.length} tasks over 50 ms`)
  if (late.length > 0) say('those tasks', late, 'ms')
  await page.context().close()
}

async function pasting(world: World): Promise<void> {
  const page = await world.newPage()
  await page.goto(`${world.root}/emitir/03`)
  await page.waitForSelector('[role=row][aria-rowindex]')
  const rows = Array.from({ length: PASTED }, (_, n) => `Producto ${n}\t2\t1.25`)
  await page.locator('[data-at$="/descripcion"]').first().focus()
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    const event = { clipboardData: data, bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', event))
  }, rows.join('\n'))
  await page.waitForSelector(`button:has-text("Agregar 2,000 líneas")`)
  const began = performance.now()
  await page.click('button:has-text("Agregar 2,000 líneas")')
  await page.waitForFunction(
    () => document.querySelector('[data-total]')?.textContent === '$ 5,650.00',
  )
  console.log(`${PASTED} lines pasted: ${(performance.now() - began).toFixed(0)} ms to their total`)
  await page.context().close()
}

function say(what: string, values: readonly number[], unit: string): void {
  const sorted = values.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  console.log(
    `${what}: median ${median.toFixed(0)}, most ${(sorted.at(-1) ?? 0).toFixed(0)} ${unit} (${values.length})`,
  )
}
