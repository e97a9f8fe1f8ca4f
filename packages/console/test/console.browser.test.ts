/**
 * The console as people meet it, in a real browser. One world for all: starting it takes more than most journeys. The
 * journeys of every change are those of smoke.test.ts.
 */

import { books } from './journeys/books.ts'
import { certification } from './journeys/certification.ts'
import { corrections } from './journeys/corrections.ts'
import { counter } from './journeys/counter.ts'
import { doubt } from './journeys/doubt.ts'
import { exports } from './journeys/exports.ts'
import { faults } from './journeys/faults.ts'
import { issuing } from './journeys/issuing.ts'
import { keys } from './journeys/keys.ts'
import { liquidaciones } from './journeys/liquidaciones.ts'
import { lists } from './journeys/lists.ts'
import { moreData } from './journeys/more-data.ts'
import { notices } from './journeys/notices.ts'
import { office } from './journeys/office.ts'
import { operaciones } from './journeys/operaciones.ts'
import { outside } from './journeys/outside.ts'
import { people } from './journeys/people.ts'
import { policy } from './journeys/policy.ts'
import { printing } from './journeys/printing.ts'
import { rejected } from './journeys/rejected.ts'
import { remisiones } from './journeys/remisiones.ts'
import { security } from './journeys/security.ts'
import { sessions } from './journeys/sessions.ts'
import { storedScript } from './journeys/stored-script.ts'
import { totals } from './journeys/totals.ts'
import { types } from './journeys/types.ts'
import { describeJourneys } from './journeys.ts'

describeJourneys(
  import.meta.url,
  'the console',
  ...[
    issuing,
    keys,
    printing,
    policy,
    types,
    liquidaciones,
    remisiones,
    moreData,
    people,
    security,
  ],
  certification,
  operaciones,
  ...[corrections, notices, doubt, rejected, exports, sessions],
  ...[lists, office, outside, books, counter, faults, totals],
  storedScript, // last: it renames the company and its owner
)
