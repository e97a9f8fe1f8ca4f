/** What the browser itself refuses, and the size of the first load. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { World } from '../world.ts'

const FIRST_SCRIPT_BYTES_MAX = 200 * 1024

export function policy(world: () => World): void {
  test('the policy blocks a script that was injected, and no page can frame the console', async () => {
    const page = await world().newPage()
    const response = await page.goto(world().root)
    const policy = response?.headers()['content-security-policy'] ?? ''
    assert.match(policy, /frame-ancestors 'none'/)
    await page.waitForSelector('nav[aria-label=Principal]')
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
  })

  test('no policy of Trusted Types can be made beside the console’s own, and no text becomes markup', async () => {
    const page = await world().newPage()
    await page.goto(world().root)
    await page.waitForSelector('nav[aria-label=Principal]')
    const refused = await page.evaluate(() => {
      const isRefused = (act: () => void) => {
        try {
          act()
          return false
        } catch {
          return true
        }
      }
      // biome-ignore lint/suspicious/noExplicitAny: not in the compiler's library
      const { trustedTypes } = globalThis as any
      return [
        ...['otra', 'default', 'sello'].map((name) =>
          isRefused(() => trustedTypes.createPolicy(name, { createHTML: (text: string) => text })),
        ),
        isRefused(() => {
          document.createElement('div').innerHTML = '<b>x</b>'
        }),
      ]
    })
    // The third is the console's own name, once it has begun to use it.
    assert.deepEqual([refused[0], refused[1], refused[3]], [true, true, true])
  })

  test('the first script is within its budget', async () => {
    const page = await world().newPage()
    const scripts: Buffer[] = []
    const reading: Promise<void>[] = []
    page.on('response', (response) => {
      if (!response.url().endsWith('.js')) return
      reading.push(response.body().then((body) => void scripts.push(body)))
    })
    await page.goto(world().root)
    await page.waitForSelector('h1')
    await page.waitForLoadState('networkidle')
    await Promise.all(reading)
    const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0)
    console.log(
      `first screen: ${scripts.length} scripts, ${(bytes / 1024).toFixed(1)} KB compressed`,
    )
    assert.ok(bytes <= FIRST_SCRIPT_BYTES_MAX, `${bytes} bytes`)
  })
}
