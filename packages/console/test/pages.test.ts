/** Every page of the console, in a real browser. */

import { pages } from './journeys/pages.ts'
import { describeJourneys } from './journeys.ts'

describeJourneys('the pages', pages)
