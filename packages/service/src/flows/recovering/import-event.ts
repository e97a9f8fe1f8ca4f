/** Restores a lost event from its signed bytes, then queries the ministry's verdict. */
import { TIPO_OPERACIONES, TIPO_RETORNO } from '@sello/contract'
import { comprobantesDelEvento, lineasDevueltas, type Retorno, toText } from '@sello/fiscal'
import { transaction } from '../../base/db/tx.ts'
import { settleClaim } from '../../ledger/claims/claims.ts'
import { lockCompany } from '../../ledger/companies/company.ts'
import { findCodes } from '../../ledger/documents/codes.ts'
import { findDocument, type Reader, type Stored } from '../../ledger/documents/find.ts'
import { lockDocuments } from '../../ledger/documents/related.ts'
import { abandonRivals } from '../../ledger/events/cancel.ts'
import type { Evento, Signed } from '../../ledger/events/event.ts'
import { findEvento, type ReturnLine } from '../../ledger/events/find-events.ts'
import { insertEvento, insertReturnLines } from '../../ledger/events/insert-event.ts'
import { settleEvento } from '../../ledger/events/settle-event.ts'
import { insertReported } from '../../ledger/events/vouchers.ts'
import type { SealedAnswer } from '../../ledger/transmission/answer.ts'
import type { EventOutcome } from '../../ledger/transmission/outcome.ts'
import { previosOf, readHistory, retornableOf } from '../correcting/balance.ts'
import { totalesOf as totalesDeOperaciones } from '../correcting/build-operaciones.ts'
import { totalesOf } from '../correcting/build-retorno.ts'
import { askSeal, KEY_ID, type RecoveryDeps } from './import.ts'
import { instantOf } from './lost-document.ts'
import { cancelledEvent, type LostEvent, voidedBy } from './lost-event.ts'

/**
 * `known`: it exists here. `waiting`: the ministry does not hold it, so the job continues with it.
 * `without_document`: its target is missing here, incomplete, or in the wrong state.
 */
export type ImportedEvent = 'imported' | 'known' | 'waiting' | 'without_document'

/** The event's owner, and the restore point. */
export interface EventOf {
  readonly reader: Reader
  readonly desde: Date
}

export async function importEvent(
  deps: RecoveryDeps,
  { reader, desde }: EventOf,
  lost: LostEvent,
): Promise<ImportedEvent> {
  if (await findEvento(deps.pool, reader, lost.codigoGeneracion)) return 'known'
  const target = await findTarget(deps, reader, lost)
  if (!target) return 'without_document'
  const evento = await eventoFrom(deps, { reader, desde, lost, target })
  const sealed = await askSeal(deps, evento)
  await store(deps, { reader, evento, sealed, lost, lines: target.lines })
  if (!sealed) return 'waiting'
  const settling = { verdict: sealed, now: deps.clock.now(), retryAt: null }
  await settleEvento(deps.outcomePool, evento, settling)
  return 'imported'
}

interface Target {
  /** The document, or for a return event the document that was returned; null: special operations. */
  readonly documento: string | null
  /** The event that it cancels; null: it cancels a document or nothing. */
  readonly evento: string | null
  /** The units that a return takes. */
  readonly lines: readonly ReturnLine[]
}

/**
 * Null unless its target is complete here and sealed and, for a return, has enough units left. Special operations need
 * the events that they void.
 */
async function findTarget(
  { pool }: RecoveryDeps,
  reader: Reader,
  lost: LostEvent,
): Promise<Target | null> {
  if (lost.kind === 'operaciones') {
    for (const code of voidedBy(lost.evento)) {
      const voided = await findEvento(pool, reader, code)
      if (voided?.kind !== 'operaciones' || voided.estado !== 'sellado') return null
    }
    return { documento: null, evento: null, lines: [] }
  }
  const cancelled = cancelledEvent(lost)
  const evento = cancelled === null ? null : await findEvento(pool, reader, cancelled)
  if (cancelled !== null && evento?.estado !== 'sellado') return null
  if (evento?.kind === 'operaciones') return { documento: null, evento: cancelled, lines: [] }
  const code = evento?.documento ?? (lost.kind === 'retorno' ? lost.documento : lost.cancela)
  const documento = await findDocument(pool, reader, code)
  if (documento?.estado !== 'sellado') return null
  const lines = lost.kind === 'retorno' ? await linesOf(pool, reader, documento, lost.evento) : []
  return lines && { documento: documento.codigoGeneracion, evento: cancelled, lines }
}

async function linesOf(
  db: RecoveryDeps['pool'],
  reader: Reader,
  documento: Stored,
  evento: Retorno,
): Promise<readonly ReturnLine[] | null> {
  const history = await readHistory(db, reader, documento.codigoGeneracion)
  const found = lineasDevueltas(evento, retornableOf(documento), previosOf(history))
  return (
    found?.map(({ linea, cantidad, noGravado }) => ({
      linea,
      cantidad: cantidad && toText(cantidad),
      noGravado: noGravado && toText(noGravado),
    })) ?? null
  )
}

interface Importing extends EventOf {
  readonly lost: LostEvent
  readonly target: Target
}

async function eventoFrom(
  deps: RecoveryDeps,
  { reader, desde, lost, target }: Importing,
): Promise<Evento & Signed> {
  const { companyId } = reader
  const { ambiente, nit, codigoGeneracion, version, payload, signature, fecEmi, horEmi } = lost
  const reemplazo = lost.kind === 'invalidacion' ? lost.reemplazo : null
  const known = await findCodes(deps.pool, companyId, reemplazo ? [reemplazo] : [])
  const stated = instantOf(lost)
  return {
    kind: lost.kind,
    companyId,
    ambiente,
    nit,
    codigoGeneracion,
    tipoDte: tipoOf(lost),
    version,
    payload,
    signature,
    documento: target.documento,
    evento: target.evento,
    reemplazo: reemplazo !== null && known.has(reemplazo) ? reemplazo : null,
    fecEmi,
    horEmi,
    totales: totalesDe(lost),
    keyId: KEY_ID,
    idempotencyKey: '',
    intencion: Buffer.alloc(0), // its request is lost, so no call is a repeat of it
    createdAt: stated > desde ? stated : desde, // an invalidation may state the date of its document
  }
}

function tipoOf(lost: LostEvent): string {
  if (lost.kind === 'invalidacion') return lost.tipoDte
  return lost.kind === 'retorno' ? TIPO_RETORNO : TIPO_OPERACIONES
}

function totalesDe(lost: LostEvent): Evento['totales'] {
  if (lost.kind === 'invalidacion') return null
  return lost.kind === 'retorno' ? totalesOf(lost.evento) : totalesDeOperaciones(lost.evento)
}

interface Storing {
  readonly reader: Reader
  readonly evento: Evento & Signed
  readonly sealed: SealedAnswer | null
  readonly lost: LostEvent
  readonly lines: readonly ReturnLine[]
}

function store(
  deps: RecoveryDeps,
  { reader, evento, sealed, lost, lines }: Storing,
): Promise<void> {
  const { companyId, documento, codigoGeneracion } = evento
  const { dataKey } = reader
  const now = deps.clock.now()
  const outcome = (code: string): EventOutcome => ({ estado: 'abandonado', evento: code })
  return transaction(deps.pool, async (tx) => {
    if (documento === null) await lockCompany(tx, companyId)
    else await lockDocuments(tx, companyId, [documento])
    if (await findEvento(tx, reader, codigoGeneracion)) return // another reconciliation was faster
    // Invalidations signed before the backup and abandoned for this one since.
    const isCancelling = sealed !== null && evento.kind === 'invalidacion'
    const others = isCancelling ? await abandonRivals(tx, evento, now) : []
    for (const other of others) await settleClaim(tx, companyId, other, outcome(other.evento))
    await insertEvento(tx, evento, { dataKey, random: deps.random, leaseUntil: now })
    if (evento.kind === 'retorno')
      await insertReturnLines(tx, { companyId, codigoGeneracion }, lines)
    if (lost.kind === 'operaciones')
      await insertReported(tx, evento, comprobantesDelEvento(lost.evento))
  })
}
