/** The background jobs: each repeats in its process, one pass at a time, until the service stops. */
import { setMaxListeners } from 'node:events'
import { describeError } from '../../base/log.ts'
import { noteFullDisk } from '../../base/telemetry/full-disk.ts'
import { ownTimeIsSound } from '../../base/time/assert.ts'
import { HOUR_MS, MINUTE_MS } from '../../base/time/durations.ts'
import type { Deps } from '../../flows/context.ts'
import { deliverDue } from '../../flows/delivering/deliver.ts'
import { sendOwnerMails } from '../../flows/delivering/owner-mails.ts'
import { copyDue } from '../../flows/keeping/copy.ts'
import type { Hanging } from '../../flows/keeping/copy-store.ts'
import { notifyDue } from '../../flows/notifying/notify.ts'
import { tellExpiring } from '../../ledger/companies/certificates.ts'
import { expireHolding } from '../../ledger/holding/holding.ts'
import { forgetOldCalls } from '../../ledger/keys/quota.ts'
import { keepPartitions } from '../../ledger/keys/request-log.ts'
import { forgetOld } from '../../ledger/outbox/forget.ts'
import { relay } from '../../ledger/outbox/relay.ts'
import { forgetOwnerMails } from '../../ledger/owner-mails/due.ts'
import { sweepPeople } from '../../ledger/people/expired.ts'
import { forgetDeliveries } from '../../ledger/webhooks/forget.ts'
import { sweepClaims } from './claims.ts'
import { warnOfDeadlines } from './deadlines.ts'
import { transmitLots } from './lots.ts'
import { compareMinistryDates } from './ministry-date.ts'
import { watchOutages } from './outages.ts'
import { releaseExpired } from './reservations.ts'
import { indexSearchWords } from './search-words.ts'
import { readTerceros } from './terceros.ts'
import { transmitDue } from './transmit.ts'
import { verifyDue } from './verify.ts'

export interface Jobs {
  /** Waits for running jobs. */
  stop(): Promise<void>
}

interface Job {
  readonly name: string
  readonly everyMs: number
  run(deps: Deps, stopping: AbortSignal): Promise<unknown>
  /** Safe before a restored database is reconciled. */
  readonly whileFenced?: true
  /** Keeps state of its own process, so it runs in every process, even when workers exist. */
  readonly everywhere?: true
}

const JOBS: readonly Job[] = [
  {
    name: 'fence',
    everyMs: 1_000,
    run: ({ fence }) => fence.check(),
    whileFenced: true,
    everywhere: true,
  },
  { name: 'outages', everyMs: 1_000, run: watchOutages, whileFenced: true, everywhere: true },
  { name: 'feed', everyMs: 500, run: relay },
  { name: 'feed_age', everyMs: HOUR_MS, run: forgetOld },
  { name: 'webhooks', everyMs: 500, run: notifyDue },
  { name: 'webhook_age', everyMs: HOUR_MS, run: forgetDeliveries },
  { name: 'mail', everyMs: 1_000, run: deliverDue },
  { name: 'owner_mails', everyMs: 5_000, run: sendOwnerMails },
  { name: 'owner_mail_age', everyMs: HOUR_MS, run: forgetOwnerMails },
  { name: 'lots', everyMs: 2_000, run: transmitLots },
  { name: 'transmit', everyMs: 2_000, run: transmitDue },
  { name: 'reservations', everyMs: 15_000, run: releaseExpired },
  { name: 'claims', everyMs: 5 * MINUTE_MS, run: sweepClaims },
  { name: 'holding', everyMs: MINUTE_MS, run: expireHolding },
  { name: 'verify', everyMs: 10 * MINUTE_MS, run: verifyDue },
  { name: 'rate_calls', everyMs: 5 * MINUTE_MS, run: forgetOldCalls },
  { name: 'search_words', everyMs: HOUR_MS, run: indexSearchWords },
  { name: 'terceros', everyMs: HOUR_MS, run: readTerceros },
  { name: 'people', everyMs: 10 * MINUTE_MS, run: sweepPeople },
  {
    name: 'security_events',
    everyMs: 5_000,
    // over the console's connections: what people and strangers cause there takes none of those that issue
    run: ({ security, consolePool }) => security.record(consolePool, 'due'),
    whileFenced: true,
    everywhere: true,
  },
  { name: 'ministry_date', everyMs: 30_000, run: compareMinistryDates, whileFenced: true },
  { name: 'deadlines', everyMs: 10 * MINUTE_MS, run: warnOfDeadlines, whileFenced: true },
  { name: 'certificates', everyMs: HOUR_MS, run: tellExpiring },
  { name: 'request_log', everyMs: HOUR_MS, run: keepPartitions, whileFenced: true },
]

/** Remembers from pass to pass which folders hang. */
function copyJob(): Job {
  const hanging: Hanging = new Set()
  return { name: 'copy', everyMs: 500, run: (deps, signal) => copyDue(deps, signal, hanging) }
}

/** `own`: only the jobs that each process needs for itself; a worker runs the others. */
export function startJobs(deps: Deps, which: 'all' | 'own' = 'all'): Jobs {
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal) // each job listens to it
  const jobs = [...JOBS, copyJob()].filter(({ everywhere }) => which === 'all' || everywhere)
  const running = jobs.map((job) => loop(deps, job, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/**
 * A failed pass is logged and retried at the next interval, since its rows are still due. Passes are skipped while
 * this machine's clock is a minute off (base/time/shared-time.ts logs that). Most are also skipped while the database
 * waits to be reconciled, since a job could release the number of a lost document.
 */
async function loop(deps: Deps, job: Job, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const isFenced = !deps.fence.isOpen && !job.whileFenced
      if (ownTimeIsSound(deps.time) && !isFenced) await job.run(deps, signal)
    } catch (error) {
      noteFullDisk(deps, error)
      deps.log.error({ job: job.name, error: describeError(error) }, 'a job failed')
    }
    await deps.clock.sleep(job.everyMs, signal)
  }
}
