/** The ministry's absence, and dialogs without a pointer, in a real browser. */

import { contingency } from './journeys/contingency.ts'
import { dialogs } from './journeys/dialogs.ts'
import { describeJourneys } from './journeys.ts'

describeJourneys('contingency', dialogs, contingency)
