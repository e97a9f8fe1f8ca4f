/** The frames of a file of journeys: one demonstration, or an empty service, and one browser for all. */
import { after, afterEach, before, describe } from 'node:test'
import { without } from '../../../scripts/test-tools.ts'
import { PLAYED } from './browsers.ts'
import { createWorld, openBrowser, type World } from './world.ts'

/** Each journey adds its tests; the world may be read while they run. `testFile` is the caller's `import.meta.url`. */
export function describeJourneys(
  testFile: string,
  name: string,
  ...journeys: readonly ((world: () => World) => void)[]
): void {
  describe(name, { skip: without(testFile, PLAYED.tool) }, () => {
    let running: World | null = null
    before(async () => {
      running = await createWorld()
    })
    afterEach(() => running?.closePages())
    after(() => running?.stop())
    for (const journey of journeys) {
      journey(() => {
        if (!running) throw new Error('bug: a journey before its world')
        return running
      })
    }
  })
}

type Opened = Awaited<ReturnType<typeof openBrowser>>

/** The journey begins its own service; the browser may be read while it runs. */
export function describeEmptyService(
  testFile: string,
  journey: (running: () => Opened) => void,
): void {
  describe('an empty service', { skip: without(testFile, PLAYED.tool) }, () => {
    let running: Opened | null = null
    before(async () => {
      running = await openBrowser()
    })
    after(() => running?.browser.close())

    journey(() => {
      if (!running) throw new Error('bug: a journey before its browser')
      return running
    })
  })
}
