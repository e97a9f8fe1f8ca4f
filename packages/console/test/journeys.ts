/**
 * The frame of a file of journeys: one demonstration and one browser for all. Skipped with a notice if the machine
 * has no Chromium.
 */
import { after, before, describe } from 'node:test'
import { createWorld, WITHOUT_BROWSER, type World } from './world.ts'

/** Each journey adds its tests; the world may be read while they run. */
export function describeJourneys(
  name: string,
  ...journeys: readonly ((world: () => World) => void)[]
): void {
  if (WITHOUT_BROWSER) console.log(WITHOUT_BROWSER)
  describe(name, WITHOUT_BROWSER ? { skip: WITHOUT_BROWSER } : {}, () => {
    let running: World | null = null
    before(async () => {
      running = await createWorld()
    })
    after(() => running?.stop())
    for (const journey of journeys) {
      journey(() => {
        if (!running) throw new Error('bug: a journey before its world')
        return running
      })
    }
  })
}
