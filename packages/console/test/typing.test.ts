/** What typing costs, in a real browser. */

import { frames } from './journeys/frames.ts'
import { describeJourneys } from './journeys.ts'

describeJourneys('typing', frames)
