/**
 * A circuit breaker over the ministry, as this process sees it. Sendings that exhaust the retry policy without
 * an answer open an outage, shared through the database. While one is open nothing is sent, documents are signed
 * in the deferred model, and one process at a time probes the ministry. Source: docs/sources.md#contingency; ADR
 * 0070.
 */
import { AMBIENTES, type Ambiente } from '@sello/contract'
import type { Logger } from 'pino'
import type { Clock, Random } from '../clock.ts'
import type { Pool } from '../db/pool.ts'
import type { Found } from '../mh/answer.ts'
import { describeError } from '../operator/log.ts'
import type { MaintenanceWindow } from '../outages/maintenance.ts'
import {
  closeOutage,
  findProbe,
  hastenWaiting,
  type Outage,
  type OutageView,
  openOutage,
  type Probe,
  readOutages,
  takeProbe,
} from '../outages/outages.ts'
import { HOUR_MS } from '../time/durations.ts'

export interface Breaker {
  /** The outage that a document signed now belongs to; null: none is open. */
  openIn(ambiente: Ambiente): Outage | null
  /** The environments with an open outage. */
  awayIn(): readonly Ambiente[]
  /** The announced maintenance window in effect; null: none. */
  maintenanceIn(ambiente: Ambiente): MaintenanceWindow | null
  /** Whether some company may have a contingency event to sign. */
  isEventOwed(ambiente: Ambiente): boolean
  /** Called for every exchange: an answer resets the count. */
  noteExchange(ambiente: Ambiente, answered: boolean): void
  /** Called when a sending got no answer, queries and retries included. */
  noteSilence(ambiente: Ambiente, began: Date): Promise<void>
  /** Reads the state that other processes wrote. */
  refresh(): Promise<void>
  /** If it is this process's turn, probes whether the ministry is back, and then ends the outage. */
  probe(ask: (ambiente: Ambiente, probe: Probe) => Promise<Found>): Promise<void>
}

export interface BreakerParts {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** How many sendings in a row must get no answer to open an outage, each with its retries; absent, two. */
  readonly silencesMax?: number
}

/** One transmission may fail by chance; two in a row mean an outage. */
const SILENCES_MAX = 2
/**
 * Two unanswered sendings further apart than this are not one outage: during an outage the job retries far more
 * often.
 */
const SUSPICION_MS_MAX = 2 * HOUR_MS
/** State older than this is ignored: a process that was suspended must not defer documents for a past outage. */
const VIEW_MS_MAX = 10_000
const PROBE_EVERY_MS = 10_000
/** Jitter, so that processes that failed together do not probe together. */
const PROBE_JITTER_MS = 2_000

interface Suspicion {
  readonly silences: number
  /** When the first unanswered sending began. */
  readonly since: Date | null
}

const NONE: Suspicion = { silences: 0, since: null }

export function createBreaker(parts: BreakerParts): Breaker {
  const { pool, clock, random, log, silencesMax = SILENCES_MAX } = parts
  const suspicions: Record<Ambiente, Suspicion> = { '00': NONE, '01': NONE }
  let view: OutageView = { open: [], owed: [], windows: [] }
  let readAt = clock.now()

  const isFresh = () => clock.now().getTime() - readAt.getTime() <= VIEW_MS_MAX
  const openIn = (ambiente: Ambiente) =>
    (isFresh() && view.open.find((one) => one.ambiente === ambiente)) || null

  const maintenanceIn = (ambiente: Ambiente) => {
    const now = clock.now()
    const lasts = (one: MaintenanceWindow) => one.since <= now && now < one.until
    return view.windows.find((one) => one.ambiente === ambiente && lasts(one)) ?? null
  }

  async function refresh(): Promise<void> {
    const before = view
    view = await readOutages(pool, clock.now())
    readAt = clock.now()
    for (const { ambiente, outageId } of before.open) {
      const isOver = view.open.every((one) => one.outageId !== outageId)
      if (isOver) suspicions[ambiente] = NONE
    }
    await openAnnounced()
    tellChanges(log, before, view)
  }

  /** Opens the outage that the ministry announced, without waiting for a failed transmission. */
  async function openAnnounced(): Promise<void> {
    for (const ambiente of AMBIENTES) {
      if (!maintenanceIn(ambiente) || view.open.some((one) => one.ambiente === ambiente)) continue
      const openedAt = clock.now()
      await openOutage(pool, { outageId: random.uuid(), ambiente, openedAt, probeAt: openedAt })
      view = await readOutages(pool, openedAt)
    }
  }

  const probeAfter = (now: Date) =>
    new Date(now.getTime() + PROBE_EVERY_MS + (random.bytes(2).readUInt16BE() % PROBE_JITTER_MS))

  return {
    openIn,
    awayIn: () => AMBIENTES.filter((ambiente) => openIn(ambiente) !== null),
    maintenanceIn,
    isEventOwed: (ambiente) => view.owed.includes(ambiente),
    noteExchange(ambiente, answered) {
      if (answered) suspicions[ambiente] = NONE
    },
    async noteSilence(ambiente, began) {
      const known = suspicions[ambiente]
      const isOld = known.since && began.getTime() - known.since.getTime() > SUSPICION_MS_MAX
      const { silences, since } = isOld ? NONE : known
      const next = { silences: silences + 1, since: since && since < began ? since : began }
      suspicions[ambiente] = next
      if (next.silences < silencesMax || openIn(ambiente)) return
      const outageId = random.uuid()
      const probeAt = probeAfter(clock.now())
      try {
        await openOutage(pool, { outageId, ambiente, openedAt: next.since, probeAt })
        await refresh()
      } catch (error) {
        // The document is signed and stored, so its call is answered anyway.
        log.error({ ambiente, error: describeError(error) }, 'an outage could not be opened')
      }
    },
    refresh,
    async probe(ask) {
      for (const outage of view.open) {
        if (maintenanceIn(outage.ambiente)) continue
        const now = clock.now()
        const turn = { now, nextAt: probeAfter(now) }
        if (outage.probeAt > now || !(await takeProbe(pool, outage.outageId, turn))) continue
        if (await isBack(outage, ask)) await end(outage)
        await refresh()
      }
    },
  }

  /** Waiting filings become due by themselves anyway, so only ending the outage must succeed. */
  async function end(outage: Outage): Promise<void> {
    await closeOutage(pool, outage, clock.now())
    try {
      await hastenWaiting(pool, outage.ambiente, clock.now())
    } catch (error) {
      log.warn({ job: 'outages', error: describeError(error) }, 'what waits was not hastened')
    }
  }

  async function isBack(outage: Outage, ask: Parameters<Breaker['probe']>[0]): Promise<boolean> {
    const drawn = { draw: random.uuid(), now: clock.now() }
    const probe = await findProbe(pool, outage.ambiente, drawn)
    if (probe === null) return true // nothing waits: the next document is the probe
    try {
      const found = await ask(outage.ambiente, probe)
      // If the ministry accepts nobody's credentials, documents wait for credentials, not for the ministry.
      return found === 'answers' || (found === 'refused' && !probe.hasCredentials)
    } catch (error) {
      log.error({ job: 'outages', error: describeError(error) }, 'the ministry could not be asked')
      return false
    }
  }
}

function tellChanges(log: Logger, before: OutageView, after: OutageView): void {
  for (const ambiente of AMBIENTES) {
    const [was, is] = [before, after].map(({ open }) =>
      open.find((one) => one.ambiente === ambiente),
    )
    if (is && was?.outageId !== is.outageId) {
      log.warn({ ambiente, since: is.openedAt }, 'the ministry is away: documents are deferred')
    }
    if (was && !is) log.info({ ambiente, since: was.openedAt }, 'the ministry is back')
  }
}
