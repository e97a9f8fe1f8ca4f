/**
 * A circuit breaker over the ministry, as this process sees it. Sendings that exhaust the retry policy without
 * an answer, and then a probe without one, open an outage, shared through the database, unless other processes get
 * answers. While one is open nothing is sent, documents are signed in the deferred model, and one process at a time
 * probes the ministry. Source: docs/sources.md#contingency; ADR 0070.
 */
import { AMBIENTES, type Ambiente } from '@sello/contract'
import type { Logger } from 'pino'
import type { Clock, Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { describeError } from '../../base/log.ts'
import { HOUR_MS } from '../../base/time/durations.ts'
import { skippedInLog } from '../../ledger/cluster/due.ts'
import { lastAnswerOfOthers, publishAnswer } from '../../ledger/outages/answers.ts'
import type { MaintenanceWindow } from '../../ledger/outages/maintenance.ts'
import {
  closeOutage,
  hastenWaiting,
  type Outage,
  type OutageView,
  openOutage,
  readOutages,
  takeProbe,
} from '../../ledger/outages/outages.ts'
import { findProbe, type Probe } from '../../ledger/outages/probe.ts'
import type { Found } from '../../ledger/transmission/answer.ts'
import type { Silence } from './ministry.ts'

export interface Breaker {
  /** The outage that a document signed now belongs to; null: none is open. */
  openIn(ambiente: Ambiente): Outage | null
  /** The environments with an open outage. */
  awayIn(): readonly Ambiente[]
  /** The announced maintenance window in effect; null: none. */
  maintenanceIn(ambiente: Ambiente): MaintenanceWindow | null
  /** Whether some company may have a contingency event to sign. */
  isEventOwed(ambiente: Ambiente): boolean
  /** Called for every exchange: an answer ends every suspicion. */
  noteExchange(ambiente: Ambiente, answered: boolean): void
  /** Called when a sending got no answer, queries and retries included. */
  noteSilence(ambiente: Ambiente, silence: Silence): Promise<void>
  /** Reads the state that other processes wrote, and writes what they need to know of this one. */
  refresh(): Promise<void>
  /**
   * Opens the outages that this process suspects, if a probe confirms it. If it is this process's turn, probes whether
   * the ministry is back, and then ends the outage.
   */
  probe(): Promise<void>
}

export interface BreakerParts {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Asks the ministry about a document. */
  ask(ambiente: Ambiente, probe: Probe): Promise<Found>
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

/** A process with answers of the ministry tells the others this often. */
const PUBLISH_EVERY_MS = 5_000
/** Until another process's answer is visible: the interval, the job's own, and a slow statement. */
const PUBLISHED_WITHIN_MS = PUBLISH_EVERY_MS + 2_000

/** What this process alone knows of an environment. */
interface Own {
  /** When the unanswered sendings since the last answer began. */
  silences: readonly Date[]
  lastAnswer: Date | null
  published: Date | null
  isDeciding: boolean
}

const freshOwn = (): Own => ({
  silences: [],
  lastAnswer: null,
  published: null,
  isDeciding: false,
})

export function createBreaker(parts: BreakerParts): Breaker {
  const { pool, clock, random, log, ask, silencesMax = SILENCES_MAX } = parts
  const processId = random.uuid()
  const onSkipped = skippedInLog(log, 'outages')
  const own: Readonly<Record<Ambiente, Own>> = { '00': freshOwn(), '01': freshOwn() }
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
    view = await readOutages(pool, clock.now(), onSkipped)
    readAt = clock.now()
    for (const { ambiente, outageId } of before.open) {
      const isOver = view.open.every((one) => one.outageId !== outageId)
      if (isOver) own[ambiente].silences = []
    }
    await publish()
    await openAnnounced()
    tellChanges(log, before, view)
  }

  /** Tells the other processes that the ministry answers. */
  async function publish(): Promise<void> {
    for (const ambiente of AMBIENTES) {
      const { lastAnswer: answeredAt, published } = own[ambiente]
      const since = published?.getTime() ?? Number.NEGATIVE_INFINITY
      if (!answeredAt || answeredAt.getTime() - since < PUBLISH_EVERY_MS) continue
      await publishAnswer(pool, { ambiente, processId, answeredAt })
      own[ambiente].published = answeredAt
    }
  }

  /** Opens the outage that the ministry announced, without waiting for a failed transmission. */
  async function openAnnounced(): Promise<void> {
    for (const ambiente of AMBIENTES) {
      if (!maintenanceIn(ambiente) || view.open.some((one) => one.ambiente === ambiente)) continue
      const openedAt = clock.now()
      const outage = { outageId: random.uuid(), ambiente, openedAt, probeAt: openedAt }
      await openOutage(pool, { ...outage, processId })
      view = await readOutages(pool, openedAt, onSkipped)
    }
  }

  const probeAfter = (now: Date) => new Date(now.getTime() + PROBE_EVERY_MS)

  return {
    openIn,
    awayIn: () => AMBIENTES.filter((ambiente) => openIn(ambiente) !== null),
    maintenanceIn,
    isEventOwed: (ambiente) => view.owed.includes(ambiente),
    noteExchange(ambiente, answered) {
      if (!answered) return
      own[ambiente].silences = []
      own[ambiente].lastAnswer = clock.now()
    },
    async noteSilence(ambiente, { began, hasTime }) {
      const { silences, lastAnswer } = own[ambiente]
      if (lastAnswer && began < lastAnswer) return // the ministry answered another call meanwhile
      const isRecent = (at: Date) => began.getTime() - at.getTime() <= SUSPICION_MS_MAX
      own[ambiente].silences = [...silences.filter(isRecent), began]
      if (hasTime) await tryToDecide(ambiente) // otherwise the job decides
    },
    refresh,
    async probe() {
      for (const ambiente of AMBIENTES) await tryToDecide(ambiente)
      for (const outage of view.open) {
        if (maintenanceIn(outage.ambiente)) continue
        const now = clock.now()
        const turn = { now, nextAt: probeAfter(now) }
        if (outage.probeAt > now || !(await takeProbe(pool, outage.outageId, turn))) continue
        await tryToEnd(outage)
        await refresh()
      }
    },
  }

  /** After a failure the next pass decides. A document's call is answered, and the other environment probed. */
  async function tryToDecide(ambiente: Ambiente): Promise<void> {
    try {
      await decide(ambiente)
    } catch (error) {
      log.error({ ambiente, error: describeError(error) }, 'an outage could not be opened')
    }
  }

  /** Opens an outage if what this process suspects is true for all. */
  async function decide(ambiente: Ambiente): Promise<void> {
    const mine = own[ambiente]
    if (mine.silences.length < silencesMax || mine.isDeciding || openIn(ambiente)) return
    mine.isDeciding = true
    try {
      const others = await lastAnswerOfOthers(pool, { ambiente, processId })
      mine.silences = mine.silences.filter((began) => !others || began >= others)
      if (mine.silences.length < silencesMax) return
      const silentMs = clock.now().getTime() - (others?.getTime() ?? Number.NEGATIVE_INFINITY)
      if (silentMs < PUBLISHED_WITHIN_MS) return // a later answer of theirs may not be visible yet
      if ((await probeOnce(ambiente)) === 'silent') await openSuspected(ambiente)
    } finally {
      mine.isDeciding = false
    }
  }

  /** The probe's answer, if any, has ended the suspicion. */
  async function openSuspected(ambiente: Ambiente): Promise<void> {
    const { silences } = own[ambiente]
    const [openedAt] = silences.toSorted((a, b) => a.getTime() - b.getTime())
    if (!openedAt || silences.length < silencesMax) return
    const outage = { outageId: random.uuid(), ambiente, openedAt }
    await openOutage(pool, { ...outage, probeAt: probeAfter(clock.now()), processId })
    await refresh()
  }

  /** Null: nothing waits, so there is nothing to ask about. */
  async function probeOnce(ambiente: Ambiente): Promise<Found | 'no_credentials' | null> {
    const drawn = { draw: random.uuid(), now: clock.now() }
    const probe = await findProbe(pool, ambiente, drawn)
    if (probe === null) return null
    const found = await ask(ambiente, probe)
    return found === 'refused' && !probe.hasCredentials ? 'no_credentials' : found
  }

  /** Waiting filings become due by themselves anyway, so only ending the outage must succeed. */
  async function end(outage: Outage): Promise<void> {
    await closeOutage(pool, outage, clock.now())
    try {
      const { ambiente } = outage
      await hastenWaiting(pool, { ambiente, now: clock.now() }, onSkipped)
    } catch (error) {
      log.warn({ job: 'outages', error: describeError(error) }, 'what waits was not hastened')
    }
  }

  async function isBack({ ambiente }: Outage): Promise<boolean> {
    const found = await probeOnce(ambiente)
    // Nothing waits: the next document is the probe. If the ministry accepts nobody's credentials, documents wait
    // for credentials, not for the ministry.
    return found === null || found === 'answers' || found === 'no_credentials'
  }

  /** After a failure the next probe decides. The other environment is probed. */
  async function tryToEnd(outage: Outage): Promise<void> {
    try {
      if (await isBack(outage)) await end(outage)
    } catch (error) {
      const line = { job: 'outages', ambiente: outage.ambiente, error: describeError(error) }
      log.error(line, 'the ministry could not be asked, or the outage not be ended')
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
