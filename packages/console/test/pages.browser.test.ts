/** Every page of the console, also without a pointer, and what typing costs, in a real browser. */

import { dialogs } from './journeys/dialogs.ts'
import { frames } from './journeys/frames.ts'
import { keyboard } from './journeys/keyboard.ts'
import { pages } from './journeys/pages.ts'
import { describeJourneys } from './journeys.ts'

describeJourneys(import.meta.url, 'the pages', pages, keyboard, dialogs, frames)
