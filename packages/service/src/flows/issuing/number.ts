/** Numbers a checked document in commit 1. Computation only. */
import { numberDocumento, serialise } from '@sello/fiscal'
import type { Sign } from '@sello/vault'
import { type Claimant, claimantOf as claimantWith } from '../../ledger/claims/claims.ts'
import type { Beginning } from '../../ledger/documents/estados.ts'
import type { NewNumerado } from '../../ledger/documents/firmado.ts'
import { terceroOf } from '../../ledger/documents/tercero.ts'
import type { Series } from '../../ledger/numbering/series.ts'
import { leaseFrom } from '../../ledger/transmission/lease.ts'
import { DIFERIDO } from '../../ledger/transmission/outcome.ts'
import type { Ctx } from '../context.ts'
import type { Draft } from './draft.ts'
import { buyerOf, numeradoOf } from './numerado.ts'
import { reservedUntil } from './reserved-until.ts'
import type { Named } from './take-numbers.ts'

/** A checked document, and what is needed to number, sign and store it. */
export interface Unsigned {
  readonly ctx: Ctx
  readonly draft: Draft
  /** The claim's code until the number is known; for a correction, the rejected document's code. */
  readonly codigoGeneracion: string
  /** The vault stays open while the document waits, a few milliseconds. Null: only prepared. */
  readonly sign: Sign | null
  /** When it joined the queue; its call may have asked the ministry before that. */
  readonly since: Date
}

/** A correction keeps the rejected document's code. */
export function unsignedOf(ctx: Ctx, draft: Draft, sign: Sign | null): Unsigned {
  const codigoGeneracion = draft.corrected?.codigoGeneracion ?? ctx.random.uuid().toUpperCase()
  return { ctx, draft, sign, codigoGeneracion, since: ctx.clock.now() }
}

/** Commit 1 may refuse these, so each runs alone in its transaction. */
export const runsAlone = ({ ajustados, liquidados, corrected, sustituye }: Draft) =>
  ajustados.length > 0 || liquidados.all.length > 0 || corrected !== null || sustituye !== null

export function seriesOf({ ctx: { key }, draft }: Unsigned): Series {
  const { tipoDte, year, codEstable, codPuntoVenta } = draft
  const { companyId, ambiente } = key
  return { companyId, ambiente, tipoDte, codEstable, codPuntoVenta, year }
}

export function beginningOf({ sign, draft }: Unsigned): Beginning {
  if (sign === null) return 'prepare'
  return draft.outage ? 'issue_deferred' : 'issue'
}

/** Reservations and deferred documents settle their claim in this commit; others when the ministry decides. */
export function claimantOf(unsigned: Unsigned): Claimant {
  const { ctx, codigoGeneracion } = unsigned
  const venceEn = venceEnOf(unsigned)
  const reserved = venceEn && ({ estado: 'reservado', venceEn: venceEn.toISOString() } as const)
  const outcome = reserved ?? (unsigned.draft.outage ? DIFERIDO : null)
  return claimantWith(ctx, codigoGeneracion, outcome)
}

function venceEnOf({ ctx, sign }: Unsigned): Date | null {
  return sign === null ? reservedUntil(ctx.now) : null
}

/** `draft` may have other cent adjustments than the document's own. */
export function numberOne(
  unsigned: Unsigned,
  { numeroControl, codigoGeneracion }: Named,
  draft: Draft,
): NewNumerado {
  const { companyId } = unsigned.ctx.key
  const documento = numberDocumento(draft.documento, { codigoGeneracion, numeroControl })
  const payload = serialise(documento)
  const signature = unsigned.sign?.(payload).signature ?? null
  return {
    numerado: numeradoOf(documento, { companyId, payload, signature }),
    provenance: provenanceOf(unsigned, draft),
  }
}

function provenanceOf(unsigned: Unsigned, draft: Draft) {
  const { ctx, sign, since } = unsigned
  const { documento, year, referencia, corrected, sustituye, addresses } = draft
  return {
    beginning: beginningOf(unsigned),
    keyId: ctx.key.keyId,
    idempotencyKey: ctx.claim.idempotencyKey,
    year,
    ...buyerOf(documento),
    tercero: terceroOf(documento),
    now: ctx.now,
    leaseUntil: sign === null || draft.outage ? null : leaseFrom(since),
    outageId: sign === null ? null : (draft.outage?.outageId ?? null),
    venceEn: venceEnOf(unsigned),
    referencia,
    sustituye,
    before: corrected?.historial ?? [],
    addresses,
  }
}
