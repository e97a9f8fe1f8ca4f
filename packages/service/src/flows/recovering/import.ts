/** Restores a lost document from its signed bytes, then queries the ministry's verdict. */

import type { Estado } from '@sello/contract'
import { isUniqueViolation } from '../../base/db/errors.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { restorePointOfSale } from '../../ledger/companies/points-of-sale.ts'
import { findCodes } from '../../ledger/documents/codes.ts'
import { moveRejected } from '../../ledger/documents/corrected.ts'
import { findDocument, type Reader, type Stored } from '../../ledger/documents/find.ts'
import { type Firmado, firmadoOf, insertNumerados } from '../../ledger/documents/firmado.ts'
import { takeListed } from '../../ledger/documents/liquidated.ts'
import { findByReferencia } from '../../ledger/documents/referencia.ts'
import { type Ajuste, insertAjustes } from '../../ledger/documents/related.ts'
import { signLost } from '../../ledger/documents/reservado.ts'
import { terceroOf } from '../../ledger/documents/tercero.ts'
import { openSeries } from '../../ledger/numbering/reconciled.ts'
import { readNumeroControl, type Series } from '../../ledger/numbering/series.ts'
import { otherSealed, type SealedAnswer } from '../../ledger/transmission/answer.ts'
import type { FilingRef } from '../../ledger/transmission/filing.ts'
import type { Deps } from '../context.ts'
import { settleVerdict } from '../issuing/document-store.ts'
import { buyerOf, numeradoOf } from '../issuing/numerado.ts'
import { ajustesOf } from './ajustes.ts'
import { listedBy } from './listed.ts'
import { instantOf, type LostDocument } from './lost-document.ts'

export type RecoveryDeps = Pick<
  Deps,
  'pool' | 'outcomePool' | 'mh' | 'secrets' | 'clock' | 'random' | 'log'
>

/** `known`: it exists here. `deferred`: it is in the contingency model and the ministry does not hold it. */
export type Imported = 'imported' | 'known' | 'deferred'

/** The name of the issuing key was lost with the database; no API key has this name. */
export const KEY_ID = 'recuperado'
const DEFERRED = 2

/**
 * Stores the document as it was signed, with its seal if the ministry holds it; otherwise the transmission job
 * queries and sends it. A correction replaces the rejected attempt.
 */
export async function importLost(
  deps: RecoveryDeps,
  reader: Reader,
  lost: LostDocument,
  referencia: string | null = null,
): Promise<Imported> {
  const stored = await findDocument(deps.pool, reader, lost.codigoGeneracion)
  if (stored && DECIDED.has(stored.estado)) return 'known'
  if (stored?.signature?.equals(lost.signature)) return 'known'
  const firmado = numeradoOf(lost.documento, { companyId: reader.companyId, ...lost })
  const held = await askSeal(deps, firmado)
  if (stored && WAITING.has(stored.estado)) {
    if (held === null || held.selloRecibido !== lost.selloRecibido) return 'known'
    // The seal is that of the file's bytes: another copy of the database issued them under the same code.
    await settleVerdict(deps, firmadoOf(stored), otherSealed(held))
  }
  if (held === null && lost.documento.identificacion.tipoModelo === DEFERRED) {
    await transaction(deps.pool, (tx) => openPlace(deps, tx, { companyId: reader.companyId, lost }))
    return 'deferred'
  }
  const ajustes = await ajustesOf(deps.pool, reader, lost.documento)
  const holder = referencia && (await findByReferencia(deps.pool, reader, referencia))
  const own = holder ? null : referencia // another sale has the reference by now
  await store(deps, { firmado, lost, reader, ajustes, stored, referencia: own })
  if (held) await settleVerdict(deps, firmado, held)
  return 'imported'
}

const DECIDED: ReadonlySet<Estado> = new Set(['sellado', 'invalidado', 'liberado'])
const WAITING: ReadonlySet<Estado> = new Set(['firmado', 'contingencia'])

/** The ministry does not answer, so its records cannot be read now. */
export class MinistrySilent extends Error {
  override readonly name = 'MinistrySilent'
}

/** The seal that the ministry holds of it; null: none. */
export async function askSeal(
  { mh }: Pick<RecoveryDeps, 'mh'>,
  filing: FilingRef,
): Promise<SealedAnswer | null> {
  const held = await mh.ask(filing)
  if (held.kind === 'unanswered') throw new MinistrySilent()
  return held.kind === 'sealed' ? held : null
}

interface Storing {
  readonly firmado: Firmado
  readonly lost: LostDocument
  readonly reader: Reader
  readonly ajustes: readonly Ajuste[]
  /** The row with its code: a reservation, or the attempt that it corrects. */
  readonly stored: Stored | null
  readonly referencia: string | null
}

function store(
  deps: RecoveryDeps,
  { firmado, lost, reader, ajustes, stored, referencia }: Storing,
): Promise<void> {
  const { companyId, codigoGeneracion } = firmado
  const now = deps.clock.now()
  const storing = { dataKey: reader.dataKey, random: deps.random, rowFormat: 0 } as const // rare, and read by all
  const provenance = { ...provenanceOf(lost, now), referencia, addresses: [] }
  const { beginning } = provenance
  return transaction(deps.pool, async (tx) => {
    await openPlace(deps, tx, { companyId, lost })
    const signature = stored?.signature
    if (stored?.estado === 'reservado')
      return signLost(tx, firmado, { now: instantOf(lost), leaseUntil: now })
    if (signature)
      await moveRejected(tx, { companyId, codigoGeneracion, signature }, { beginning, now })
    // Most documents adjust and list nothing, and a restore imports very many.
    if (ajustes.length > 0) await insertAjustes(tx, { companyId, nota: codigoGeneracion }, ajustes)
    const { ambiente } = lost
    const listed = listedBy(lost.documento)
    // What another lists already was listed by it first.
    if (listed.length > 0)
      await takeListed(tx, { companyId, ambiente, liquidacion: codigoGeneracion }, listed)
    const numerados = [{ numerado: firmado, provenance }]
    await tx.commitWith(...insertNumerados(numerados, storing, deps.pool.options))
  }).catch(async (error) => {
    if (!isUniqueViolation(error)) throw error
    const there = await findCodes(deps.pool, companyId, [codigoGeneracion])
    if (there.size === 0) throw error // otherwise another reconciliation stored it a moment ago
  })
}

/** The point of sale as the document states it; a type that states no address gives none. */
function pointOfSaleOf({ documento: { emisor } }: LostDocument) {
  return {
    direccion: 'direccion' in emisor ? emisor.direccion : null,
    telefono: 'telefono' in emisor ? emisor.telefono : null,
  }
}

/** Creates its point of sale and its series where they are missing. */
async function openPlace(
  deps: RecoveryDeps,
  tx: Tx,
  { companyId, lost }: { readonly companyId: string; readonly lost: LostDocument },
): Promise<void> {
  const { correlativo: _, ...series } = spentBy(companyId, lost)
  const { codEstable, codPuntoVenta } = series
  const place = { companyId, codEstable, codPuntoVenta, pointOfSaleId: deps.random.uuid() }
  await restorePointOfSale(tx, { ...pointOfSaleOf(lost), ...place, now: deps.clock.now() })
  await openSeries(tx, series)
}

/** A number printed on a document, and its series. */
export interface SpentNumber extends Series {
  readonly correlativo: bigint
}

export function spentBy(companyId: string, lost: LostDocument): SpentNumber {
  const { ambiente, tipoDte, fecEmi, numeroControl } = lost
  return { companyId, ambiente, tipoDte, ...readNumeroControl(numeroControl), year: yearOf(fecEmi) }
}

const yearOf = (fecEmi: string) => Number(fecEmi.slice(0, 4))

function provenanceOf(lost: LostDocument, now: Date) {
  return {
    beginning: 'issue' as const,
    keyId: KEY_ID,
    idempotencyKey: '',
    year: yearOf(lost.fecEmi),
    ...buyerOf(lost.documento),
    tercero: terceroOf(lost.documento),
    now: instantOf(lost),
    leaseUntil: now,
    venceEn: null,
    referencia: null,
    sustituye: null,
    outageId: null,
    before: [],
    addresses: [],
  }
}
