/**
 * Typing stays fast in a long document. It measures CPU time per task of the page's thread, so that a busy machine
 * does not fail it. The last `SELLO_CONSOLE_TYPED` of the 500 rows are typed key by key; the others are pasted.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { World } from '../world.ts'

const ROWS = 500
const TYPED = Math.min(ROWS, Number(process.env.SELLO_CONSOLE_TYPED ?? 12))
const BAR_MS = 50

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

export function frames(world: () => World): void {
  test(`a document of ${ROWS} rows is typed without a task over ${BAR_MS} ms`, async () => {
    const page = await world().newPage()
    await page.goto(`${world().root}/emitir/03`)
    await page.waitForSelector('[role=row][aria-rowindex]')
    if (ROWS > TYPED) await paste(page, ROWS - TYPED)
    await page.locator('[data-at$="/descripcion"]').last().focus()
    const { browser } = world()
    await browser.startTracing(page, {
      categories: ['toplevel', 'devtools.timeline', '__metadata'],
    })
    for (let n = 0; n < TYPED; n++) {
      for (const text of [`Producto ${n}`, '2', '1.25']) {
        await page.keyboard.type(text)
        await page.keyboard.press('Enter')
      }
    }
    await page.waitForFunction(
      (rows) => document.querySelector('[data-count]')?.textContent === String(rows),
      ROWS,
    )
    const trace = JSON.parse((await browser.stopTracing()).toString()) as {
      readonly traceEvents: readonly TraceEvent[]
    }
    const times = tasksOf(trace.traceEvents)
    await page.context().close()
    const over = times.filter((ms) => ms > BAR_MS)
    console.log(
      `${TYPED} of ${ROWS} rows typed: ${times.length} tasks, the longest ${longest(times)} ms of the processor, ${over.length} over ${BAR_MS}`,
    )
    assert.ok(times.length > TYPED * 10, 'the trace has the tasks of the page')
    assert.deepEqual(over, [])
  })
}

const longest = (times: readonly number[]) =>
  times
    .toSorted((a, b) => b - a)
    .slice(0, 5)
    .map((ms) => ms.toFixed(0))
    .join(', ')

/** The processor's time of each task of the busiest page, in ms. */
function tasksOf(events: readonly TraceEvent[]): readonly number[] {
  const threads = events
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid}/${tid}`)
  const byThread = new Map<string, number[]>()
  for (const { name, ph, pid, tid, tdur } of events) {
    if (ph !== 'X' || tdur === undefined || !name.endsWith('RunTask')) continue
    const key = `${pid}/${tid}`
    if (threads.includes(key))
      (byThread.get(key) ?? byThread.set(key, []).get(key))?.push(tdur / 1000)
  }
  const sum = (times: readonly number[]) => times.reduce((a, b) => a + b, 0)
  return [...byThread.values()].toSorted((a, b) => sum(b) - sum(a))[0] ?? []
}

async function paste(page: Page, rows: number): Promise<void> {
  const lines = Array.from({ length: rows }, (_, n) => `Pegado ${n}\t${n + 1}\t1.25`)
  await page.locator('[data-at$="/descripcion"]').first().focus()
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    const event = { clipboardData: data, bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', event))
  }, lines.join('\n'))
  await page.click(`button:has-text("Agregar ${rows} líneas")`)
  await page.waitForFunction(
    (count) => document.querySelector('[data-count]')?.textContent === String(count),
    rows,
  )
  // The empty row is only rendered at the end of the list.
  await page
    .locator('[role=grid] > [role=presentation]')
    .evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await page.locator('[data-last=true]').waitFor()
}
