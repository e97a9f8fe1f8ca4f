/** The state of a company's contingencies: for GET /v1/contingencia, the status and a document's query. */
import type { Ambiente, ContingenciaConsultada, Contingencias } from '@sello/contract'
import { limiteDeLosDocumentos, limiteDelEvento } from '@sello/fiscal'
import { findRunningOf, type Running } from '../../ledger/outages/deadlines.ts'
import { findStanding } from '../../ledger/outages/deferred.ts'
import { findPeriods, type Period, type PeriodEvent } from '../../ledger/outages/periods.ts'
import { TIPO_CONTINGENCIA } from '../../ledger/transmission/outcome.ts'
import type { Caller, Deps } from '../context.ts'
import { type Espera, queHacer } from './que-hacer.ts'

/** Enough for some days of a ministry that comes and goes. */
const PERIODS_MAX = 50

export async function readPeriods(ctx: Caller): Promise<Contingencias> {
  const { companyId, ambiente } = ctx.key
  const periods = await findPeriods(ctx.pool, { companyId, ambiente, limit: PERIODS_MAX })
  const abierta = ctx.breaker.openIn(ambiente) !== null
  return { ambiente, abierta, periodos: periods.map(toPeriodo) }
}

function toPeriodo(period: Period): Contingencias['periodos'][number] {
  return {
    desde: period.openedAt.toISOString(),
    hasta: period.closedAt?.toISOString() ?? null,
    tipo: TIPO_CONTINGENCIA,
    documentos: period.documentos,
    pendientes: period.pendientes,
    sinEvento: period.sinEvento,
    limiteEvento: limiteEvento(period)?.toISOString() ?? null,
    eventos: period.eventos.map(toEvento),
  }
}

function toEvento(event: PeriodEvent) {
  const { codigoGeneracion, estado, selloRecibido, documentos, motivo, sealedAt } = event
  const limiteDocumentos = sealedAt && limiteDeLosDocumentos(sealedAt).toISOString()
  return { codigoGeneracion, estado, selloRecibido, documentos, motivo, limiteDocumentos }
}

/** The deadline for the event of a period; null when none is owed, or the outage is still open. */
function limiteEvento({ closedAt, sinEvento }: Pick<Period, 'closedAt' | 'sinEvento'>) {
  return closedAt && sinEvento > 0 ? limiteDelEvento(closedAt) : null
}

/** The nearest deadlines of a company's contingencies; null when it has none. */
export interface Deadlines {
  readonly abierta: boolean
  readonly limiteEvento: Date | null
  /** The same where no event is signed yet: somebody of the company must sign one. */
  readonly limiteFirma: Date | null
  /** For documents whose event is sealed and that have no verdict. */
  readonly limiteDocumentos: Date | null
}

/** `waiting` is the number of the company's documents in contingency; if 0, nothing is read. */
export async function readDeadlines(
  { pool, breaker }: Pick<Deps, 'pool' | 'breaker'>,
  { companyId, ambiente }: { readonly companyId: string; readonly ambiente: Ambiente },
  waiting: number,
): Promise<Deadlines> {
  const abierta = breaker.openIn(ambiente) !== null
  const running = waiting === 0 ? NOTHING : await findRunningOf(pool, { companyId, ambiente })
  return deadlinesOf(abierta, running)
}

const NOTHING = { closedAt: null, unsignedClosedAt: null, eventSealedAt: null }

function deadlinesOf(
  abierta: boolean,
  { closedAt, unsignedClosedAt, eventSealedAt }: Omit<Running, 'ambiente'>,
): Deadlines {
  return {
    abierta,
    limiteEvento: closedAt && limiteDelEvento(closedAt),
    limiteFirma: unsignedClosedAt && limiteDelEvento(unsignedClosedAt),
    limiteDocumentos: eventSealedAt && limiteDeLosDocumentos(eventSealedAt),
  }
}

/** What the company's documents wait for; if for several things, what somebody must do first. */
export function esperaDe(deadlines: Deadlines, loginRefused: boolean): Espera {
  const { abierta, limiteEvento, limiteFirma, limiteDocumentos } = deadlines
  if (limiteFirma) return { kind: 'firma', limite: limiteFirma }
  if (abierta) return { kind: 'regreso' }
  if (limiteEvento) return { kind: 'evento', limite: limiteEvento, loginRefused }
  if (limiteDocumentos) return { kind: 'sello', limite: limiteDocumentos, loginRefused }
  return { kind: 'transmision', loginRefused }
}

/** The deadlines of a document in contingency, and who must do what; one signed in the normal model has none. */
export async function contingenciaOf(
  { pool, clock }: Pick<Deps, 'pool' | 'clock'>,
  document: { readonly companyId: string; readonly codigoGeneracion: string },
): Promise<ContingenciaConsultada> {
  const standing = await findStanding(pool, document)
  const { outageId, closedAt, isListed, eventSealedAt, loginRefused } = standing
  const owedSince = eventSealedAt ? null : closedAt
  const deadlines = deadlinesOf(outageId !== null && closedAt === null, {
    closedAt: owedSince,
    unsignedClosedAt: isListed ? null : owedSince,
    eventSealedAt,
  })
  return {
    tipo: TIPO_CONTINGENCIA,
    limiteEvento: deadlines.limiteEvento?.toISOString() ?? null,
    limiteDocumento: deadlines.limiteDocumentos?.toISOString() ?? null,
    queHacer: queHacer(esperaDe(deadlines, loginRefused), clock.now()),
  }
}
