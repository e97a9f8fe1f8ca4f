/** From an empty service to a sealed document on a phone, in a real browser. */
import { setup } from './journeys/setup.ts'
import { describeEmptyService } from './journeys.ts'
import { PHONE } from './world.ts'

describeEmptyService(import.meta.url, (running) => setup(PHONE, running))
