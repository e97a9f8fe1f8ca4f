/** What was lost, rejected or stopped half-way, in a real browser. */

import { doubt } from './journeys/doubt.ts'
import { exports } from './journeys/exports.ts'
import { rejected } from './journeys/rejected.ts'
import { describeJourneys } from './journeys.ts'

describeJourneys('doubt', doubt, rejected, exports)
