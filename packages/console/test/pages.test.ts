/**
 * Every page of the console, in a real browser over the real demonstration, one of each for all journeys of
 * the file. Where the machine has no Chromium this says so and is skipped.
 */
import { after, before, describe } from 'node:test'
import { pages } from './journeys/pages.ts'
import { createWorld, WITHOUT_BROWSER, type World } from './world.ts'

if (WITHOUT_BROWSER) console.log(WITHOUT_BROWSER)

describe('the pages', WITHOUT_BROWSER ? { skip: WITHOUT_BROWSER } : {}, () => {
  let running: World | null = null
  const world = (): World => {
    if (!running) throw new Error('bug: a journey before its world')
    return running
  }
  before(async () => {
    running = await createWorld()
  })
  after(() => running?.stop())

  pages(world)
})
