/** What is corrected, and what the form says of it, in a real browser. */

import { corrections } from './journeys/corrections.ts'
import { notices } from './journeys/notices.ts'
import { describeJourneys } from './journeys.ts'

describeJourneys('corrections', corrections, notices)
