/**
 * The ministry, as the rest of the service knows it: `send` a signed document and get an `Answer`.
 * Nothing outside this folder knows its addresses, its envelopes or its retries.
 */
import type { Ambiente } from '@sello/contract'
import type { Logger } from 'pino'
import type { Account, Accounts } from '../companies/ministry-account.ts'
import type { Clock } from '../context.ts'
import { type Firmado, jwsOf } from '../documents/firmado.ts'
import { jsonObject, rawJson } from '../json.ts'
import type { Exchanged } from '../operator/metrics.ts'
import { othersFirst } from '../others-first.ts'
import type { Answer, Reply } from './answer.ts'
import { readQuery, readReception } from './envelope.ts'
import { createExchange, type Exchange, type Hosts, type Raw } from './exchange.ts'
import { createHealthBook, type Health } from './health.ts'
import { createSessions, type Sessions } from './session.ts'

export interface MinistrySettings {
  readonly hosts: Hosts
  /** One exchange (docs/sources.md#retries: 8 seconds). */
  readonly timeoutMs: number
  /** One whole sending, with its questions and repeats. */
  readonly budgetMs: number
  readonly connections: number
}

export interface Ministry {
  /** Transmits by the ministry's retry policy. Never throws for silence. */
  send(firmado: Firmado): Promise<Answer>
  /** For a document that may have been sent before: asks first, then sends the same bytes. */
  resume(firmado: Firmado): Promise<Answer>
  /** How it has been answering this process. */
  health(ambiente: Ambiente): Health
  close(): Promise<void>
}

/** docs/sources.md#retries: after 8 seconds ask, and send again at most twice. */
const RESENDS_MAX = 2
/** The code of "a record with that value already exists": what was sent before did arrive. */
const ALREADY_EXISTS = '004'

interface Parts {
  readonly settings: MinistrySettings
  readonly clock: Clock
  readonly exchangeOf: (ambiente: Ambiente) => Exchange
  readonly sessions: Sessions
  readonly log: Logger
}

/** A reply that says something of the document. */
type Told = Exclude<Reply, { kind: 'token_refused' }>

/** One document on its way, with the instant at which the caller stops waiting. */
interface Trip {
  readonly firmado: Firmado
  readonly deadline: Date
}

export interface MinistryParts {
  readonly settings: MinistrySettings
  readonly clock: Clock
  readonly accounts: Accounts
  readonly log: Logger
  /** Told of every exchange, for the metrics. */
  readonly onExchange: (exchanged: Exchanged) => void
}

export function createMinistry(given: MinistryParts): Ministry {
  const { settings, clock, accounts, log, onExchange } = given
  const health = createHealthBook(clock)
  const open = (ambiente: Ambiente) =>
    watched(createExchange(settings.hosts[ambiente], settings.connections), clock, (seen) => {
      health.note(ambiente, seen.outcome === 'answered')
      onExchange({ ambiente, ...seen })
    })
  const exchanges: Readonly<Record<Ambiente, Exchange>> = { '00': open('00'), '01': open('01') }
  const exchangeOf = (ambiente: Ambiente) => exchanges[ambiente]
  const { timeoutMs } = settings
  const sessions = createSessions({ accounts, clock, exchangeOf, timeoutMs, log })
  const parts = { settings, clock, exchangeOf, sessions, log }
  const trip = (firmado: Firmado) => ({
    firmado,
    deadline: new Date(clock.now().getTime() + settings.budgetMs),
  })
  return {
    send: (firmado) => send(parts, trip(firmado)),
    resume: (firmado) => resume(parts, trip(firmado)),
    health: health.of,
    async close() {
      await Promise.all(Object.values(exchanges).map((exchange) => exchange.close()))
    },
  }
}

/** The same exchange; what comes of each is told. */
function watched(
  exchange: Exchange,
  clock: Clock,
  tell: (seen: Omit<Exchanged, 'ambiente'>) => void,
): Exchange {
  return {
    async post(post) {
      const began = clock.now().getTime()
      const raw = await exchange.post(post)
      const seconds = (clock.now().getTime() - began) / 1_000
      tell({ service: post.path, outcome: isAnswer(raw) ? 'answered' : 'silent', seconds })
      return raw
    },
    close: () => exchange.close(),
  }
}

/** Whether the ministry itself spoke, whatever it said. */
const isAnswer = (raw: Raw) => raw.kind === 'response' && raw.status < 500 && raw.json !== undefined

/** Sends; after silence asks, and sends the same bytes again at most twice. */
async function send(parts: Parts, trip: Trip): Promise<Answer> {
  let last: Answer = { kind: 'unanswered', why: 'timeout' }
  for (let sent = 0; sent <= RESENDS_MAX && timeLeft(parts, trip) > 0; sent++) {
    const reply = await transmit(parts, trip, { mayHaveArrived: sent > 0 })
    if (reply.kind !== 'unanswered') return reply
    last = reply
    if (reply.why === 'unauthorized') return last // repeating does not change credentials

    const held = await query(parts, trip)
    if (held.kind === 'sealed') return held
  }
  return last
}

/** Asks; sends only what the ministry says that it does not hold. */
async function resume(parts: Parts, trip: Trip): Promise<Answer> {
  const held = await query(parts, trip)
  return held.kind === 'not_held' ? transmit(parts, trip, { mayHaveArrived: true }) : held
}

/** Whether the same bytes were sent before, here or by a process that died. */
interface Before {
  readonly mayHaveArrived: boolean
}

async function transmit(parts: Parts, trip: Trip, { mayHaveArrived }: Before): Promise<Answer> {
  const { firmado } = trip
  const jws = jwsOf(firmado)
  await othersFirst({ text: jws })
  const body = jsonObject({
    ambiente: firmado.ambiente,
    idEnvio: 1, // free; a document goes alone, so there is nothing to count
    version: firmado.version,
    tipoDte: firmado.tipoDte,
    documento: rawJson(`"${jws}"`), // nothing in it needs an escape
    codigoGeneracion: firmado.codigoGeneracion,
  })
  const reply = await inSession(parts, trip, '/fesv/recepciondte', body, readReception)
  if (reply.kind === 'not_held') throw new Error('bug: only a question is answered "not held"')
  if (reply.kind !== 'rejected' || reply.codigoMsg !== ALREADY_EXISTS) return reply

  // It may be this very document, sealed by a sending whose answer was lost. Only of a first sending, and
  // only where the ministry says that it does not hold it, is "already exists" a rejection.
  const held = await query(parts, trip)
  if (held.kind !== 'not_held') return held
  return mayHaveArrived ? { kind: 'unanswered', why: 'without_seal', denied: reply } : reply
}

/** What a question can tell: the seal, that there is none, or nothing. */
type Held = Exclude<Told, { kind: 'rejected' }>

async function query(parts: Parts, trip: Trip): Promise<Held> {
  const { nit, tipoDte, codigoGeneracion } = trip.firmado
  const body = JSON.stringify({ nitEmisor: nit, tdte: tipoDte, codigoGeneracion })
  const reply = await inSession(parts, trip, '/fesv/recepcion/consultadte/', body, readQuery)
  if (reply.kind === 'rejected') throw new Error('bug: a question is never a verdict of rejection')
  return reply
}

/** One exchange with a token; a refused token is renewed once. */
async function inSession(
  parts: Parts,
  trip: Trip,
  path: string,
  body: string,
  read: (raw: Raw, codigoGeneracion: string) => Reply,
): Promise<Told> {
  const account = accountOf(trip.firmado)
  for (let tries = 0; tries < 2; tries++) {
    const session = await parts.sessions.open(account, trip.deadline)
    if (session.kind === 'closed') return { kind: 'unanswered', why: session.why }
    const timeoutMs = Math.min(parts.settings.timeoutMs, timeLeft(parts, trip))
    if (timeoutMs <= 0) return { kind: 'unanswered', why: 'timeout' }
    const exchange = parts.exchangeOf(account.ambiente)
    const { token } = session
    const raw = await exchange.post({
      path,
      body,
      contentType: 'application/json',
      token,
      timeoutMs,
    })
    logExchange(parts, path, trip, raw)
    const reply = read(raw, trip.firmado.codigoGeneracion)
    if (reply.kind !== 'token_refused') return reply
    await parts.sessions.forget(account, token)
  }
  return { kind: 'unanswered', why: 'unauthorized' }
}

/** What went wrong on the way, for the operator: a wrong host, an expired certificate, a page of a proxy. */
function logExchange({ log }: Parts, path: string, { firmado }: Trip, raw: Raw): void {
  const { codigoGeneracion, ambiente } = firmado
  const fault =
    raw.kind === 'silence'
      ? { why: raw.why, code: raw.code }
      : { status: raw.status, json: raw.json !== undefined }
  if (isAnswer(raw)) return
  log.warn({ path, ambiente, codigoGeneracion, ...fault }, 'the ministry did not answer')
}

function accountOf(firmado: Firmado): Account {
  return { companyId: firmado.companyId, ambiente: firmado.ambiente }
}

function timeLeft(parts: Parts, trip: Trip): number {
  return trip.deadline.getTime() - parts.clock.now().getTime()
}
