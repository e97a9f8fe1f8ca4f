/** From an empty service to a sealed document, in a real browser. */
import { after, before, describe } from 'node:test'
import { without } from '../../../scripts/test-tools.ts'
import { setup } from './journeys/setup.ts'
import { openBrowser } from './world.ts'

describe('an empty service', { skip: without(import.meta.url, 'browser') }, () => {
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
