/** From an empty service to a sealed document, in a real browser. Where there is no Chromium this says so and is skipped. */
import { after, before, describe } from 'node:test'
import { setup } from './journeys/setup.ts'
import { openBrowser, WITHOUT_BROWSER } from './world.ts'

if (WITHOUT_BROWSER) console.log(WITHOUT_BROWSER)

describe('an empty service', WITHOUT_BROWSER ? { skip: WITHOUT_BROWSER } : {}, () => {
  let running: Awaited<ReturnType<typeof openBrowser>> | null = null
  before(async () => {
    running = await openBrowser()
  })
  after(() => running?.browser.close())

  setup(() => {
    if (!running) throw new Error('bug: a journey before its browser')
    return running
  })
})
