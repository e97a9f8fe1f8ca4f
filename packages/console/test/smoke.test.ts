/**
 * The journeys that every change plays, in a real browser: a company is set up and its people sign in, issue, correct,
 * invalidate, look for what is stored, and go on while the ministry is away. The others are those of `*.browser.test.ts`.
 */
import { contingency } from './journeys/contingency.ts'
import { invalidation } from './journeys/corrections.ts'
import { firstInvoice } from './journeys/issuing.ts'
import { listed, newCustomer, newProduct } from './journeys/lists.ts'
import { setup } from './journeys/setup.ts'
import { creditNote } from './journeys/types.ts'
import { describeEmptyService, describeJourneys } from './journeys.ts'
import { WIDE } from './world.ts'

describeEmptyService(import.meta.url, (running) => setup(WIDE, running))

describeJourneys(
  import.meta.url,
  'the console, in short',
  ...[firstInvoice, creditNote, invalidation],
  ...[newProduct, newCustomer, listed, contingency],
)
