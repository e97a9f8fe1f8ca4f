/**
 * Asks a simulator what the ministry was asked, in the same order and at the same time of its clock, and compares the
 * answers. What depends on an earlier difference, or on what the recording does not have, is asked and not compared.
 */
import { hadArrived } from './arrived.ts'
import { compareAnswers, compareVerdicts, type Difference, sealOf, summaryOf } from './compare.ts'
import { type Paper, papersOf, queriedCode } from './mentions.ts'
import { type Answer, type Exchange, type Members, membersOf, textOf } from './read.ts'
import type { Rule, SimulatorCalls } from './simulator.ts'
import { createState, markDiffering, type State, whyUnclear } from './state.ts'

/** Why an exchange was not compared. */
export type Skipped = 'sinRespuesta' | 'sesion' | 'firma' | 'anterior' | 'derivado' | 'enProceso'

export interface Found {
  readonly exchange: Exchange
  readonly paper: Paper | null
  /** The simulator's check that refused it; null: it is not about one. */
  readonly rule: Rule | null
  readonly hacienda: string
  readonly simulador: string
  readonly differences: readonly Difference[]
}

/** What came of one exchange: everything equal is an empty list. */
type Outcome = readonly Found[] | Skipped

export interface Replayed {
  readonly compared: number
  readonly skipped: ReadonlyMap<Skipped, number>
  readonly found: readonly Found[]
}

const SERVICES = {
  auth: '/seguridad/auth',
  query: '/fesv/recepcion/consultadte',
  lotQuery: '/fesv/recepcion/consultadtelote',
  contingencia: '/fesv/contingencia',
} as const

const trimmed = (path: string) => path.replace(/\/$/, '')

export async function replay(
  exchanges: readonly Exchange[],
  simulator: SimulatorCalls,
  isStopped: () => boolean,
): Promise<Replayed> {
  const state = createState()
  const skipped = new Map<Skipped, number>()
  const found: Found[] = []
  let compared = 0
  for (const [i, exchange] of exchanges.entries()) {
    if (isStopped()) break
    await simulator.at(exchange.askedAt)
    const outcome = await repeat({
      exchange,
      later: () => exchanges.slice(i + 1),
      state,
      simulator,
    })
    if (typeof outcome === 'string') {
      skipped.set(outcome, (skipped.get(outcome) ?? 0) + 1)
      continue
    }
    compared += 1
    found.push(...outcome)
  }
  return { compared, skipped, found }
}

interface Step {
  readonly exchange: Exchange
  readonly later: () => readonly Exchange[]
  readonly state: State
  readonly simulator: SimulatorCalls
}

async function repeat(step: Step): Promise<Outcome> {
  const { exchange } = step
  const nit = taxpayerOf(exchange)
  if (nit === null || exchange.answer?.status === 401) return 'sesion'
  const path = trimmed(exchange.path)
  if (path === SERVICES.auth) return repeatLogin(step, nit)
  if (path === SERVICES.query) return repeatQuery(step, nit)
  if (path === SERVICES.lotQuery) return repeatLotQuery(step, nit)
  return repeatSending(step, nit)
}

const NIT = /^(?:\d{9}|\d{14})$/

function taxpayerOf(exchange: Exchange): string | null {
  const { user, nit, nitEmisor } = exchange.request ?? {}
  const [paper] = papersOf(exchange)
  const all = [exchange.nit, user, nitEmisor, nit, paper?.nit].map(textOf)
  return all.find((one) => one !== null && NIT.test(one)) ?? null
}

/** Null where the ministry itself did not answer. */
function answerOf({ answer }: Exchange): Answer | null {
  return answer && answer.status < 500 && membersOf(answer.json) ? answer : null
}

/** Why a password was refused is not in the recording. */
async function repeatLogin({ exchange, simulator }: Step, nit: string): Promise<Outcome> {
  const answer = answerOf(exchange)
  if (!answer) return 'sinRespuesta'
  const said = membersOf(answer.json)
  if (said?.status !== 'OK') return 'sesion'
  const own = await simulator.login(nit)
  const status = [answer.status, own.status] as const
  if (status[0] === status[1]) return []
  const differences = [{ campo: 'HTTP', hacienda: status[0], simulador: status[1] }]
  return [{ exchange, paper: null, rule: null, hacienda: 'OK', simulador: 'OK', differences }]
}

async function repeatQuery({ exchange, state, simulator }: Step, nit: string): Promise<Outcome> {
  const answer = answerOf(exchange)
  if (!answer) return 'sinRespuesta'
  const own = await simulator.ask(nit, { path: exchange.path, body: exchange.request ?? {} })
  const code = queriedCode(exchange) ?? ''
  noteSeal(state, code, answer, own)
  if (state.differing.has(code)) return 'derivado'
  if (!state.sent.has(code) && sealOf(membersOf(answer.json) ?? {}) !== null) return 'anterior'
  return foundIn(exchange, null, null, answer, own)
}

async function repeatLotQuery({ exchange, state, simulator }: Step, nit: string): Promise<Outcome> {
  const answer = answerOf(exchange)
  if (!answer) return 'sinRespuesta'
  const lot = state.lots.get(exchange.code ?? '')
  if (lot === undefined) return 'anterior'
  const path = `${trimmed(exchange.path)}/${lot}`
  const own = verdictsOf(await simulator.ask(nit, { path, body: null }))
  const theirs = verdictsOf(answer)
  if (theirs.size === 0) return 'enProceso'
  const found: Found[] = []
  for (const [code, verdict] of theirs) {
    const ours = own.get(code) ?? {}
    state.noteSeals(code, { ministry: sealOf(verdict), own: sealOf(ours) })
    if (state.differing.has(code)) continue
    const differences = compareVerdicts(verdict, ours)
    if (differences.length === 0) continue
    state.differing.add(code)
    const rule = await simulator.ruleOf(nit, code)
    const said = { hacienda: summaryOf(verdict), simulador: summaryOf(ours) }
    found.push({ exchange, paper: null, rule, ...said, differences })
  }
  return found
}

/** The answers about a lot's documents, by their codes. */
function verdictsOf({ json }: Answer): ReadonlyMap<string, Members> {
  const { procesados, rechazados } = membersOf(json) ?? {}
  const all = [procesados, rechazados].flatMap((list) => (Array.isArray(list) ? list : []))
  return new Map(
    all.flatMap((one) => {
      const verdict = membersOf(one)
      const code = textOf(verdict?.codigoGeneracion)
      return verdict && code ? [[code, verdict] as const] : []
    }),
  )
}

/** One document, one event, or a lot. */
async function repeatSending(step: Step, nit: string): Promise<Outcome> {
  const { exchange, later, state, simulator } = step
  const papers = papersOf(exchange)
  const answer = answerOf(exchange)
  if (papers.length === 0) return 'anterior'
  if (!answer && !papers.some((paper) => hadArrived(paper, later()))) return 'sinRespuesta'
  const isContingencia = trimmed(exchange.path) === SERVICES.contingencia
  const whys = papers.map((paper) => whyUnclear(state, paper, isContingencia))
  const body = bodyOf(step, papers)
  const own = await simulator.ask(nit, { path: exchange.path, body })
  for (const { codigoGeneracion } of papers) state.sent.add(codigoGeneracion ?? '')
  const isLot = Array.isArray(exchange.request?.documentos)
  const [paper] = papers
  if (!isLot) noteSeal(state, paper?.codigoGeneracion ?? '', answer, own)
  if (!answer) return 'sinRespuesta'
  if (isLot) return lotAnswer(step, answer, own, papers, whys)
  const why = whys[0] ?? (isOfSignature(answer) ? 'firma' : null)
  if (!paper || why) return why ?? 'anterior'
  if (isSealed(answer) !== isSealed(own)) markDiffering(state, paper)
  const isRefused = membersOf(own.json)?.estado === 'RECHAZADO'
  const rule = isRefused ? await simulator.ruleOf(nit, paper.codigoGeneracion ?? '') : null
  return foundIn(exchange, paper, rule, answer, own)
}

const isSealed = ({ json }: Answer) => sealOf(membersOf(json) ?? {}) !== null

function bodyOf({ exchange, state, simulator }: Step, papers: readonly Paper[]): object {
  const { documento: _, documentos, ...envelope } = exchange.request ?? {}
  const signed = papers.map(({ text }) => simulator.sign(state.withOwnSeals(text)))
  return documentos === undefined
    ? { ...envelope, documento: signed[0] }
    : { ...envelope, documentos: signed }
}

/** The lot itself; what came of its documents is queried afterwards. */
function lotAnswer(
  { exchange, state }: Step,
  answer: Answer,
  own: Answer,
  papers: readonly Paper[],
  whys: readonly (Skipped | null)[],
): Outcome {
  const [theirs, ours] = [answer, own].map(({ json }) => textOf(membersOf(json)?.codigoLote))
  if (theirs && ours) state.lots.set(theirs, ours)
  const isOnlyOnes = (theirs === null) !== (ours === null)
  for (const [i, paper] of papers.entries()) {
    if (isOnlyOnes || whys[i]) markDiffering(state, paper)
  }
  return foundIn(exchange, null, null, answer, own)
}

/** The recording has no signature: what the ministry said of one cannot be repeated. */
const isOfSignature = ({ json }: Answer) => /^8\d\d$/.test(textOf(membersOf(json)?.codigoMsg) ?? '')

function noteSeal(state: State, code: string, ministry: Answer | null, own: Answer): void {
  const seal = (answer: Answer | null) => sealOf(membersOf(answer?.json) ?? {})
  state.noteSeals(code, { ministry: seal(ministry), own: seal(own) })
}

function foundIn(
  exchange: Exchange,
  paper: Paper | null,
  rule: Rule | null,
  answer: Answer,
  own: Answer,
): readonly Found[] {
  const differences = compareAnswers(answer, own)
  if (differences.length === 0) return []
  const [hacienda, simulador] = [answer, own].map(({ json }) => summaryOf(membersOf(json) ?? {}))
  return [
    { exchange, paper, rule, hacienda: hacienda ?? '', simulador: simulador ?? '', differences },
  ]
}
