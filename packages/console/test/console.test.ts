/**
 * The console as people meet it: issuing, correcting, people and what must not happen, in a real browser over the real demonstration, one of each for all journeys of
 * the file. Where the machine has no Chromium this says so and is skipped.
 */
import { after, before, describe } from 'node:test'
import { corrections } from './journeys/corrections.ts'
import { issuing } from './journeys/issuing.ts'
import { moreData } from './journeys/more-data.ts'
import { people } from './journeys/people.ts'
import { policy } from './journeys/policy.ts'
import { security } from './journeys/security.ts'
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
  policy(world)
  types(world)
  corrections(world)
  moreData(world)
  people(world)
  security(world)
  totals(world)
})
