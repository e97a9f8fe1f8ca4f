/**
 * The ministry as the rest of the service sees it: `send` a filing and get an `Answer`. Only this folder knows
 * its addresses, envelopes and retries.
 */
import type { Ambiente } from '@sello/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { Exchanged } from '../../base/telemetry/metrics.ts'
import { yieldIfLarge } from '../../base/time/event-loop.ts'
import type { DateReading } from '../../base/time/ministry-dates.ts'
import type { Stalls } from '../../base/time/stalls.ts'
import type { Account, Accounts } from '../../ledger/companies/ministry-account.ts'
import {
  type Answer,
  type Found,
  otherSealed,
  type RejectedAnswer,
  type Reply,
  type Unanswered,
} from '../../ledger/transmission/answer.ts'
import { type Filing, type FilingRef, jwsOf } from '../../ledger/transmission/filing.ts'
import type { Lot } from '../../ledger/transmission/lot.ts'
import type { LotReply, LotVerdicts } from './envelope.ts'
import { createExchange, type Exchange, type Raw } from './exchange.ts'
import { foreignOf, ofFirstSending } from './foreign.ts'
import { createHealthTracker, type Health } from './health.ts'
import {
  afterSending,
  type FilingRequest,
  inSession,
  isAnswer,
  type MinistrySettings,
  type SessionParts,
  timeLeft,
} from './in-session.ts'
import { sealPredates } from './seal-predates.ts'
import { LOT, LOT_QUERY, QUERY, SERVICES } from './services.ts'
import { createSessions } from './session.ts'

export interface Ministry {
  /** Sends by the ministry's retry policy. Never throws for a missing answer. */
  send(filing: Filing): Promise<Answer>
  /** For a filing that may have been sent before: queries first, then sends the same bytes. */
  resume(filing: Filing): Promise<Answer>
  /** Queries a filing without sending it. */
  ask(filing: FilingRef): Promise<QueryReply>
  /**
   * Whether the ministry answers a query about this filing, with any answer, within the limit of one exchange. Works
   * during an outage too.
   */
  probe(filing: FilingRef): Promise<Found>
  /** Sends a batch once; if the answer is lost its documents are sent one by one. */
  sendLot(lot: Lot): Promise<Exclude<LotReply, { kind: 'token_refused' }>>
  /** The ministry's verdicts so far on the documents of a lot. */
  askLot(
    lot: Omit<Lot, 'filings'>,
    codigoLote: string,
  ): Promise<Exclude<LotVerdicts, { kind: 'token_refused' }>>
  /** The health that this process has observed. */
  health(ambiente: Ambiente): Health
  /** Whether the ministry accepts the company's password, by logging in now; null: it does not answer. */
  tryPassword(account: Account): Promise<boolean | null>
  /** Sends a request only for the `Date` of its answer, and notes it. */
  askDate(ambiente: Ambiente): Promise<void>
  close(): Promise<void>
}

/** docs/sources.md#retries: query after 8 seconds, resend at most twice. */
const RESENDS_MAX = 2

/** A reply about the filing itself. */
type FilingReply = Exclude<Reply, { kind: 'token_refused' }>

/** A sending without an answer. */
export interface Silence {
  readonly began: Date
  /** Whether its caller has time for one more exchange. */
  readonly hasTime: boolean
}

export interface MinistryParts {
  readonly settings: MinistrySettings
  readonly clock: Clock
  /** Without an answer, an exchange in which this process stalled says nothing of the ministry. */
  readonly stalls: Stalls
  readonly accounts: Accounts
  readonly log: Logger
  /** How a host is reached; absent: over HTTP. */
  readonly openExchange?: typeof createExchange
  /** Sees what passes through an exchange of the test environment; absent: nobody does. */
  readonly keepTests?: (exchange: Exchange) => Exchange
  /** Called after every exchange, for the metrics. */
  readonly onExchange: (exchanged: Exchanged) => void
  /** While true nothing is sent. */
  readonly isAway: (ambiente: Ambiente) => boolean
  /**
   * Called when a sending exhausted the retry policy without an answer, unless this process stalled meanwhile or asked
   * the ministry nothing.
   */
  readonly onSilence: (ambiente: Ambiente, silence: Silence) => Promise<void>
  /** Called with the `Date` of each answer. */
  readonly noteDate: (ambiente: Ambiente, reading: DateReading) => void
}

export function createMinistry(given: MinistryParts): Ministry {
  const { settings, clock, stalls, accounts, log } = given
  const { onExchange, isAway, onSilence, noteDate } = given
  const { openExchange = createExchange, keepTests = (exchange) => exchange } = given
  const health = createHealthTracker(clock)
  /** When an exchange last ended without an answer. */
  const silentAt: Record<Ambiente, Date | null> = { '00': null, '01': null }
  const { connections } = settings
  const open = (ambiente: Ambiente) => {
    const reached = openExchange(settings.hosts[ambiente], { connections, clock, stalls })
    return watched(ambiente === '00' ? keepTests(reached) : reached, given, {
      exchanged(seen) {
        if (seen.outcome === 'silent') silentAt[ambiente] = clock.now()
        health.note(ambiente, seen.outcome === 'answered', seen.seconds)
        onExchange({ ambiente, ...seen })
      },
      dated: (reading) => noteDate(ambiente, reading),
    })
  }
  const exchanges: Readonly<Record<Ambiente, Exchange>> = { '00': open('00'), '01': open('01') }
  const exchangeOf = (ambiente: Ambiente) => exchanges[ambiente]
  const { timeoutMs } = settings
  const sessions = createSessions({ accounts, clock, exchangeOf, timeoutMs, log })
  const parts = { settings, clock, exchangeOf, sessions, log }
  const unlessAway = async (filing: Filing, bring: typeof send): Promise<Answer> => {
    if (isAway(filing.ambiente)) return AWAY
    const hasStalled = stalls.mark()
    const began = clock.now()
    const asked = request(filing)
    const answer = await bring(parts, asked)
    const lastSilence = silentAt[filing.ambiente]
    // Without an exchange the time went by elsewhere: in the database, or while another process logged in.
    const wasAsked = lastSilence !== null && lastSilence >= began
    if (isSilence(answer) && wasAsked && !hasStalled()) {
      const hasTime = timeLeft(parts, asked) >= timeoutMs
      await onSilence(filing.ambiente, { began, hasTime })
    }
    return answer
  }
  const request = <F extends FilingRef>(
    filing: F,
    limitMs = settings.budgetMs,
  ): FilingRequest<F> => ({
    filing,
    deadline: new Date(clock.now().getTime() + limitMs),
  })
  return {
    send: (filing) => unlessAway(filing, send),
    resume: (filing) => unlessAway(filing, resume),
    ask: async (filing) => {
      if (isAway(filing.ambiente)) return AWAY_ASKED
      const found = await query(parts, request(filing))
      return isBare(found) ? { kind: 'unanswered', why: 'unreadable' } : found
    },
    async probe(filing) {
      const hasStalled = stalls.mark()
      const found = await query(parts, request(filing, timeoutMs))
      if (hasStalled()) return 'stalled'
      if (found.kind === 'unanswered' && found.why === 'unauthorized') return 'refused'
      return isSilence(found) || isBare(found) ? 'silent' : 'answers'
    },
    async sendLot(lot) {
      if (isAway(lot.ambiente)) return AWAY
      await yieldIfLarge({ lines: lot.filings.length })
      const asked = request(askedOf(lot))
      return inSession(parts, asked, { path: LOT.path, body: LOT.body(lot), read: LOT.read })
    },
    async askLot(lot, codigoLote) {
      if (isAway(lot.ambiente)) return AWAY
      const { path: base, read } = LOT_QUERY
      const path = base + encodeURIComponent(codigoLote)
      const question = { path, body: null, read, service: base }
      const reply = await inSession(parts, request(askedOf(lot)), question)
      if (reply.kind !== 'processed') return reply
      return { ...reply, verdicts: ofFirstSending(reply.verdicts) }
    },
    health: health.of,
    async tryPassword(account) {
      const deadline = new Date(clock.now().getTime() + settings.timeoutMs * 2)
      const known = await sessions.open(account, deadline)
      if (known.kind === 'open') await sessions.forget(account, known.token)
      const session = known.kind === 'open' ? await sessions.open(account, deadline) : known
      if (session.kind === 'open') return true
      return session.why === 'unauthorized' ? false : null
    },
    async askDate(ambiente) {
      await exchangeOf(ambiente).post({ method: 'HEAD', path: '/', body: null, timeoutMs })
    },
    async close() {
      await Promise.all(Object.values(exchanges).map((exchange) => exchange.close()))
    },
  }
}

/** A batch in the form of a filing: the company's session, and our own code. */
const askedOf = ({ companyId, ambiente, nit, lote }: Omit<Lot, 'filings'>): FilingRef => {
  return { kind: 'documento', companyId, ambiente, nit, tipoDte: '', codigoGeneracion: lote }
}

const AWAY_ASKED: Unanswered = { kind: 'unanswered', why: 'away' }
const AWAY: Unanswered = { ...AWAY_ASKED, unsent: true }

const isBare = (reply: QueryReply) => reply.kind === 'not_found' && reply.isBare === true

/** No answer, as opposed to a wrong password or a late seal. */
const isSilence = (answer: Answer | QueryReply): boolean =>
  answer.kind === 'unanswered' && SILENCES.has(answer.why)
const SILENCES: ReadonlySet<Unanswered['why']> = new Set(['timeout', 'unreachable', 'unreadable'])

/** The same exchange, reporting each result; a silence only if this process did not stall meanwhile. */
function watched(
  exchange: Exchange,
  { clock, stalls }: Pick<MinistryParts, 'clock' | 'stalls'>,
  tell: Watcher,
): Exchange {
  return {
    async post(post) {
      const hasStalled = stalls.mark()
      const askedAt = clock.now()
      const raw = await exchange.post(post)
      const answeredAt = clock.now()
      const seconds = (answeredAt.getTime() - askedAt.getTime()) / 1_000
      const outcome = isAnswer(raw) ? 'answered' : 'silent'
      if (outcome === 'silent' && hasStalled()) return raw
      if (!post.method) tell.exchanged({ service: post.service ?? post.path, outcome, seconds })
      if (raw.kind === 'response' && raw.date) tell.dated({ date: raw.date, askedAt, answeredAt })
      return raw
    },
    close: () => exchange.close(),
  }
}

interface Watcher {
  exchanged(seen: Omit<Exchanged, 'ambiente'>): void
  dated(reading: DateReading): void
}

/** Sends; without an answer queries, and resends the same bytes at most twice. */
async function send(parts: SessionParts, request: FilingRequest): Promise<Answer> {
  let last: Unanswered = { kind: 'unanswered', why: 'timeout', unsent: true }
  for (let sent = 0; sent <= RESENDS_MAX && timeLeft(parts, request) > 0; sent++) {
    const mayHaveArrived = !last.unsent
    const reply = await transmit(parts, request, { mayHaveArrived })
    if (reply.kind === 'rejected' && mayHaveArrived) return askAgain(parts, request, reply)
    if (reply.kind !== 'unanswered') return reply
    last = last.unsent ? reply : afterSending(reply)
    if (reply.why === 'unauthorized') return last // a retry would use the same credentials

    const found = await query(parts, request)
    if (found.kind === 'sealed' && last.unsent) return { ...otherSealed(found), foreign: UNSENT }
    if (isDecided(found)) return found
  }
  return last
}

/** A seal, although no byte of the filing has left. */
const UNSENT = { isFirstSending: true, isHeld: true }

/** Whether a query tells how the filing ends: it is sealed, or its code is another's. */
const isDecided = (found: QueryReply) => found.kind === 'sealed' || found.kind === 'rejected'

/** Queries; sends only if the ministry does not hold it. */
async function resume(parts: SessionParts, request: FilingRequest): Promise<Answer> {
  const found = await query(parts, request)
  if (found.kind === 'unanswered' && found.why !== 'without_seal') return { ...found, unsent: true }
  if (found.kind !== 'not_found') return found
  const reply = await transmit(parts, request, { mayHaveArrived: true })
  if (reply.kind !== 'rejected') return reply
  const foundNow = await query(parts, request)
  return isDecided(foundNow) ? foundNow : { ...reply, doubtful: true }
}

/** In total a little longer than the ministry's own 8 s, in which most late seals arrive. */
const ASK_AGAIN_MS = [1_000, 2_000, 4_000, 8_000]

/**
 * Does not trust a rejection that follows an unanswered sending: that sending may be sealed although the resend was
 * refused. Queries as long as the caller waits; then the rejection is in doubt.
 */
async function askAgain(
  parts: SessionParts,
  request: FilingRequest,
  reply: RejectedAnswer,
): Promise<Answer> {
  for (const waitMs of ASK_AGAIN_MS) {
    const found = await query(parts, request)
    if (isDecided(found)) return found
    if (timeLeft(parts, request) <= waitMs) break
    await parts.clock.sleep(waitMs)
  }
  const found = await query(parts, request)
  return isDecided(found) ? found : { ...reply, doubtful: true }
}

/** Whether the same bytes were sent before, here or by a process that died. */
interface Before {
  readonly mayHaveArrived: boolean
}

async function transmit(
  parts: SessionParts,
  request: FilingRequest,
  { mayHaveArrived }: Before,
): Promise<Answer> {
  const { filing } = request
  const service = SERVICES[filing.kind]
  const jws = jwsOf(filing)
  await yieldIfLarge({ text: jws })
  const body = service.body(filing, jws)
  const reply = await inSession(parts, request, { path: service.path, body, read: service.read })
  if (reply.kind === 'not_found') throw new Error('bug: only a question is answered "not held"')
  if (reply.kind !== 'rejected' || !service.repeated.includes(reply.codigoMsg ?? '')) return reply
  const found = await query(parts, request)
  if (!mayHaveArrived) return { ...reply, foreign: foreignOf(reply, isDecided(found)) }
  // The existing record may be this filing, sealed by a sending whose answer was lost.
  if (found.kind !== 'not_found') return found
  return { kind: 'unanswered', why: 'without_seal', denied: reply }
}

/** What a query can return: the seal, another's seal, not found, or no answer. */
export type QueryReply = Exclude<FilingReply, { kind: 'rejected' }> | ReturnType<typeof otherSealed>

/** Kinds that cannot be queried are "not found". */
async function query(parts: SessionParts, request: FilingRequest<FilingRef>): Promise<QueryReply> {
  const { filing } = request
  const tdte = SERVICES[filing.kind].tdte(filing)
  if (tdte === null) return { kind: 'not_found' }
  const body = QUERY.body(filing.nit, tdte, filing.codigoGeneracion)
  const said: { date: Date | null } = { date: null }
  const read = (raw: Raw, codigoGeneracion: string) => {
    said.date = raw.kind === 'response' ? (raw.date ?? null) : null
    return QUERY.read(raw, codigoGeneracion)
  }
  const reply = await inSession(parts, request, { path: QUERY.path, body, read })
  if (reply.kind === 'rejected') throw new Error('bug: a question is never a verdict of rejection')
  // A question sends nothing of the filing, and unsends nothing.
  if (reply.kind !== 'sealed') return afterSending(reply)
  const behindMs = said.date ? Math.max(parts.clock.now().getTime() - said.date.getTime(), 0) : 0
  const isOlder = sealPredates(filing, reply.fhProcesamiento, behindMs)
  return isOlder ? otherSealed(reply) : { ...reply, isFound: true }
}
