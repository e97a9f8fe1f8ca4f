/** The console without a pointer, in a real browser. */

import { keyboard } from './journeys/keyboard.ts'
import { describeJourneys } from './journeys.ts'

describeJourneys('the keyboard', keyboard)
