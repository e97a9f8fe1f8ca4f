/**
 * The console as people meet it: a real browser, the real demonstration, one of each for all journeys. Where the
 * machine has no Chromium this says so and is skipped.
 */
import { after, before, describe } from 'node:test'
import { corrections } from './journeys/corrections.ts'
import { issuing } from './journeys/issuing.ts'
import { lists } from './journeys/lists.ts'
import { pages } from './journeys/pages.ts'
import { people } from './journeys/people.ts'
import { policy } from './journeys/policy.ts'
import { security } from './journeys/security.ts'
import { setup } from './journeys/setup.ts'
import { totals } from './journeys/totals.ts'
import { types } from './journeys/types.ts'
import { createWorld, WITHOUT_BROWSER, type World } from './world.ts'

if (WITHOUT_BROWSER) console.log(WITHOUT_BROWSER)

describe('the console', WITHOUT_BROWSER ? { skip: WITHOUT_BROWSER } : {}, () => {
  let running: World | null = null
  const world = (): World => {
    if (!running) throw new Error('bug: a journey before its world')
    return running
  }
  before(async () => {
    running = await createWorld()
  })
  after(() => running?.stop())

  issuing(world)
  pages(world)
  policy(world)
  setup(world)
  types(world)
  corrections(world)
  people(world)
  lists(world)
  security(world)
  totals(world)
})
