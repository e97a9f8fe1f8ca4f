/** The office around issuing: lists, settings and books, in a real browser. */

import { books } from './journeys/books.ts'
import { lists } from './journeys/lists.ts'
import { office } from './journeys/office.ts'
import { describeJourneys } from './journeys.ts'

describeJourneys('the office', lists, office, books)
