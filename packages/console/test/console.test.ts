/** The console as people meet it: issuing, people and what must not happen, in a real browser. */

import { issuing } from './journeys/issuing.ts'
import { moreData } from './journeys/more-data.ts'
import { people } from './journeys/people.ts'
import { policy } from './journeys/policy.ts'
import { security } from './journeys/security.ts'
import { totals } from './journeys/totals.ts'
import { types } from './journeys/types.ts'
import { describeJourneys } from './journeys.ts'

describeJourneys('the console', issuing, policy, types, moreData, people, security, totals)
