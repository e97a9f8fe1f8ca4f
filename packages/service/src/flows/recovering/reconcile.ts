/**
 * After a restore to an earlier moment: searches the ministry and the companies' storage for every number that
 * may have been issued since, and takes such numbers out of their series. Nothing is issued until it completes.
 * Safe to repeat (ADR 0071).
 */
import type { Ambiente, TipoDte } from '@sello/contract'
import { formatNumeroControl } from '@sello/fiscal'
import { concurrently, WIDTH } from '../../base/concurrently.ts'
import { analyze } from '../../base/db/analyze.ts'
import { transaction } from '../../base/db/tx.ts'
import { decryptDataKey } from '../../base/secrets/secrets.ts'
import { DAY_MS } from '../../base/time/durations.ts'
import { listCertificates } from '../../ledger/companies/certificates.ts'
import { findCompany } from '../../ledger/companies/data-key.ts'
import { listPointsOfSale, type PointOfSaleCodes } from '../../ledger/companies/points-of-sale.ts'
import type { Reader } from '../../ledger/documents/find.ts'
import { burnReservados } from '../../ledger/documents/reservado.ts'
import { listUndecided, recordRecovered, type Undecided } from '../../ledger/marks/found.ts'
import {
  closeFenceFirst,
  haveEnded,
  openFence,
  readIdentity,
  readMark,
  readSnapshot,
} from '../../ledger/marks/marks.ts'
import { TURNS_MAX } from '../../ledger/numbering/codigo.ts'
import {
  listBeyond,
  listReleased,
  listSeries,
  raiseSeries,
  recentInstants,
  type SeriesState,
  skipNumbers,
} from '../../ledger/numbering/reconciled.ts'
import { readNumeroControl } from '../../ledger/numbering/series.ts'
import { beginEpoch } from '../../ledger/outbox/epochs.ts'
import { type EventsReport, importEvents } from './events.ts'
import { askSeal, importLost, type RecoveryDeps, type SpentNumber } from './import.ts'
import { type FilesReport, importFiles } from './import-files.ts'
import { LOST_FOR_GOOD, type LostForGood } from './lost-for-good.ts'
import { marginOf } from './margin.ts'
import { monthsOf, yearsOf } from './months.ts'
import { type CandidateNumber, type Found, type Searched, search, type WhereOf } from './search.ts'
import { importStored } from './stored.ts'
import { settleWithoutVerdict } from './without-verdict.ts'

export interface Options {
  /** Documents that companies or their callers kept, in any form that Sello writes. */
  readonly files?: AsyncIterable<Buffer>
  /** Skips the companies' storage: its documents are then known only by code and seal. */
  readonly withoutStorage?: boolean
  /** Consecutive unknown numbers after which a series is taken to have ended; absent: derived from its pace. */
  readonly margin?: number
  /**
   * The operator asserts that the ministry answered every call of the lost time. Then no document was deferred, and
   * a series continues after its last known number.
   */
  readonly withoutContingency?: boolean
}

export interface SeriesReport {
  readonly nit: string
  readonly ambiente: Ambiente
  readonly tipoDte: TipoDte
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly year: number
  /** The last number before and after. */
  readonly before: number
  readonly after: number
  readonly found: readonly FoundReport[]
  /** Unknown numbers, which are never issued. */
  readonly skipped: number
}

export interface FoundReport {
  readonly numeroControl: string
  readonly codigoGeneracion: string
  /** `archivo`: complete again. `hacienda`: the ministry holds it, but its bytes are lost. */
  readonly origen: 'archivo' | 'hacienda'
}

export interface Reconciled {
  readonly files: FilesReport
  /** The restore point, as far as the database knows it. */
  readonly desde: Date
  /** Documents found by listing the companies' storage, and restored. */
  readonly listados: number
  /** Destinations whose files cannot be listed: events and points of sale are not searched there. */
  readonly sinLista: readonly string[]
  /** Documents that waited for the ministry's verdict and got it. */
  readonly decididos: number
  /** Points of sale restored with their documents. */
  readonly puntosDeVenta: readonly PointOfSaleCodes[]
  readonly series: readonly SeriesReport[]
  readonly eventos: EventsReport
  /** What no file and no answer can restore, and what to do about it. */
  readonly noVuelve: readonly LostForGood[]
}

const REASON = 'Se está conciliando con Hacienda (sello reconcile).'
const POLL_MS = 200

/** Issuing resumes afterwards. If this throws, nothing is issued until it is repeated. */
export async function reconcile(deps: RecoveryDeps, options: Options): Promise<Reconciled> {
  const { pool, clock } = deps
  const before = await readMark(pool)
  const identity = await readIdentity(pool)
  await closeFenceFirst(pool, { identity, reason: REASON })
  await othersEnded(deps)
  await analyze(pool)
  const now = clock.now()
  const desde = before?.aliveAt ?? now
  const months = options.withoutStorage ? [] : monthsOf(desde, now)
  const world = searchesOf(deps, months)

  const { files, eventos, spent } = await importFiles(deps, options.files)
  const eventMonths = options.withoutStorage ? [] : monthsOf(daysBefore(desde, EVENT_DAYS), now)
  const stored = await importStored(deps, world, { months, eventMonths })
  await reconcileUndecided(deps, world, desde)
  const decididos = await settleWithoutVerdict(deps, world)
  const reports: SeriesReport[] = []
  for (const series of await listSeries(pool, yearsOf(desde, now))) {
    const lostMs = now.getTime() - desde.getTime()
    const margin = options.margin ?? marginOf(await recentInstants(pool, series), lostMs)
    const { withoutContingency = false } = options
    const where = await world(series)
    const scanning = {
      series,
      margin,
      withoutContingency,
      where,
      spent: spent.filter(isIn(series)),
    }
    reports.push(await reconcileSeries(deps, scanning))
  }
  const events = await importEvents(deps, desde, [...stored.eventos, ...eventos])
  await transaction(pool, async (tx) => {
    await beginEpoch(tx, clock.now()) // receivers hear that what they were told since may not be true
    await openFence(tx, identity)
  })
  return {
    desde,
    files,
    listados: stored.documentos,
    sinLista: stored.sinLista,
    decididos,
    puntosDeVenta: await listPointsOfSale(pool, now),
    series: reports,
    eventos: events,
    noVuelve: LOST_FOR_GOOD,
  }
}

/** Medicines may be returned for two years (docs/sources.md#retorno), and such a return invalidated after that. */
const EVENT_DAYS = 2 * 366 + 62
const daysBefore = (at: Date, days: number) => new Date(at.getTime() - days * DAY_MS)

/** Waits for commits that were in flight when the fence closed, so that the counters are final. */
async function othersEnded({ pool, clock }: RecoveryDeps): Promise<void> {
  const snapshot = await readSnapshot(pool)
  while (!(await haveEnded(pool, snapshot))) await clock.sleep(POLL_MS)
}

/** The search, by company and environment. */
function searchesOf({ pool, secrets }: RecoveryDeps, months: readonly string[]): WhereOf {
  const known = new Map<string, Promise<Searched>>()
  const read: WhereOf = async ({ companyId, ambiente }) => {
    const { nit, dataKey: sealed, prepares } = await findCompany(pool, companyId)
    const certificates = await listCertificates(pool, nit)
    const dataKey = decryptDataKey(secrets, companyId, sealed)
    const reader: Reader = { companyId, ambiente, nit, dataKey }
    const publicKeys = certificates.map(({ public_key }) => public_key)
    return { reader, publicKeys, months, turns: prepares ? TURNS_MAX : 1 }
  }
  return (of) => {
    const name = `${of.companyId}/${of.ambiente}`
    const reading = known.get(name) ?? read(of)
    known.set(name, reading)
    return reading
  }
}

/** Reservations may have been signed since, and rejected documents corrected: only the ministry knows. */
async function reconcileUndecided(
  deps: RecoveryDeps,
  whereOf: WhereOf,
  desde: Date,
): Promise<void> {
  const undecided = await listUndecided(deps.pool, new Date(desde.getTime() - DAY_MS))
  await concurrently(undecided, async (one) => {
    const candidate = candidateOf(one)
    const where = await whereOf(one)
    const file = await search(deps, candidate, { ...where, turns: 0 })
    const best = file ?? (await askOwn(deps, one)) ?? (await search(deps, candidate, where))
    if (best) await keep(deps, { candidate, where }, best)
    if (one.estado === 'reservado') await burn(deps, one)
  })
}

/** Queries its own code: another document may have got its number since. */
async function askOwn(deps: RecoveryDeps, one: Undecided): Promise<Found | null> {
  const held = await askSeal(deps, { kind: 'documento', ...one })
  return held && { kind: 'held', codigoGeneracion: one.codigoGeneracion, held }
}

const candidateOf = ({ ambiente, tipoDte, year, numeroControl }: Undecided): CandidateNumber => ({
  ambiente,
  tipoDte: tipoDte as TipoDte,
  year,
  numeroControl,
})

/** A reservation's number is never issued again: whether it was signed since is unknown. */
function burn({ pool, clock }: RecoveryDeps, one: Undecided): Promise<void> {
  const now = clock.now()
  const { companyId, codigoGeneracion, ambiente, year, numeroControl } = one
  const { correlativo, ...codes } = readNumeroControl(numeroControl)
  const tipoDte = one.tipoDte as TipoDte
  return transaction(pool, async (tx) => {
    const isBurnt = await burnReservados(tx, companyId, [codigoGeneracion], now)
    if (!isBurnt) return // it was signed, and is restored as signed
    const series = { companyId, ambiente, tipoDte, ...codes, year }
    await skipNumbers(tx, series, { skipped: [correlativo], now })
  })
}

interface Scanning {
  readonly series: SeriesState
  readonly margin: number
  readonly withoutContingency: boolean
  readonly where: Searched
  /** Numbers of deferred documents whose files were imported. */
  readonly spent: readonly SpentNumber[]
}

async function reconcileSeries(deps: RecoveryDeps, scanning: Scanning): Promise<SeriesReport> {
  const { series, where } = scanning
  const { found, skipped, last } = await scan(deps, scanning)
  const now = deps.clock.now()
  await transaction(deps.pool, async (tx) => {
    await raiseSeries(tx, series, last)
    await skipNumbers(tx, series, { skipped, now })
  })
  const { ambiente, tipoDte, codEstable, codPuntoVenta, year } = series
  const of = { nit: where.reader.nit, ambiente, tipoDte, codEstable, codPuntoVenta, year }
  const counts = { before: Number(series.last), after: Number(last), skipped: skipped.length }
  return { ...of, ...counts, found }
}

interface Scan {
  readonly found: readonly FoundReport[]
  readonly skipped: readonly bigint[]
  readonly last: bigint
}

/** Searches released numbers, then those after the last one, until `margin` consecutive ones are unknown. */
async function scan(deps: RecoveryDeps, scanning: Scanning): Promise<Scan> {
  const { series, margin, withoutContingency, where, spent } = scanning
  const found: FoundReport[] = []
  const skipped: bigint[] = []
  let last = series.last
  const look = async (correlativos: readonly bigint[]) => {
    for (const [correlativo, report] of await searchNumbers(
      deps,
      { series, where },
      correlativos,
    )) {
      if (report) found.push(report)
      else skipped.push(correlativo)
      if (report) last = latest(last, correlativo)
    }
  }
  await look(await listReleased(deps.pool, series))
  const beyond = await listBeyond(deps.pool, series)
  for (const [numeroControl, codigoGeneracion] of beyond) {
    found.push({ numeroControl, codigoGeneracion, origen: 'archivo' })
    const { correlativo } = readNumeroControl(numeroControl)
    last = latest(last, correlativo)
  }
  for (const { correlativo } of spent) last = latest(last, correlativo)
  let at = series.last
  while (at < last + BigInt(margin)) {
    const end = last + BigInt(margin)
    const size = Number(end - at < BigInt(WIDTH) ? end - at : BigInt(WIDTH))
    const next = Array.from({ length: size }, (_, i) => at + BigInt(i) + 1n)
    await look(
      next.filter((one) => !beyond.has(formatNumeroControl({ ...series, correlativo: one }))),
    )
    at += BigInt(size)
  }
  // A series without any number issued or found starts at 1.
  if (last === 0n) return { found, skipped: [], last: 0n }
  if (withoutContingency) return { found, skipped: skipped.filter((one) => one <= last), last }
  return { found, skipped, last: at }
}

const latest = (a: bigint, b: bigint) => (a > b ? a : b)

async function searchNumbers(
  deps: RecoveryDeps,
  { series, where }: Pick<Scanning, 'series' | 'where'>,
  correlativos: readonly bigint[],
): Promise<readonly (readonly [bigint, FoundReport | null])[]> {
  return concurrently(correlativos, async (correlativo) => {
    const { ambiente, tipoDte, year } = series
    const numeroControl = formatNumeroControl({ ...series, correlativo })
    const candidate: CandidateNumber = { ambiente, tipoDte, year, numeroControl }
    const found = await search(deps, candidate, where)
    return [correlativo, found && (await keep(deps, { candidate, where }, found))] as const
  })
}

/** Records what was found: the whole document, or its code and seal. */
async function keep(
  deps: RecoveryDeps,
  { candidate, where }: { readonly candidate: CandidateNumber; readonly where: Searched },
  found: Found,
): Promise<FoundReport> {
  const { numeroControl } = candidate
  const { companyId } = where.reader
  if (found.kind === 'file') {
    await importLost(deps, where.reader, found.lost, found.referencia)
    const { codigoGeneracion } = found.lost
    return { numeroControl, codigoGeneracion, origen: 'archivo' }
  }
  const { codigoGeneracion, held } = found
  const recovered = { companyId, codigoGeneracion, ...candidate }
  await recordRecovered(deps.pool, recovered, { held, now: deps.clock.now() })
  return { numeroControl, codigoGeneracion, origen: 'hacienda' }
}

export const isIn = (series: SeriesState) => (one: SpentNumber) =>
  SERIES_MEMBERS.every((member) => one[member] === series[member])

// biome-ignore format: one line
const SERIES_MEMBERS = ['companyId', 'ambiente', 'tipoDte', 'codEstable', 'codPuntoVenta', 'year'] as const
