/**
 * Commit 1. Documents waiting for a number of one series are numbered, signed (or reserved, if only prepared)
 * and stored in one transaction. The series is serial from its counter's lock to the commit, so batching lets
 * many share the lock and one write to disk.
 */
import { Refused } from '@sello/contract'
import { numberDocumento, serialise } from '@sello/fiscal'
import type { Sign } from '@sello/vault'
import type { Ctx } from '../context.ts'
import { type Batches, createBatches } from '../db/batches.ts'
import { isLockTimeout, isUnavailable } from '../db/errors.ts'
import { type Tx, transaction } from '../db/tx.ts'
import { isReplacementTaken, lockDoubtful } from '../documents/doubtful.ts'
import { encryptPayload, insertNumerados, type Numerado } from '../documents/firmado.ts'
import { DIFERIDO } from '../documents/outcome.ts'
import { findByReferencia, isReferenciaTaken } from '../documents/referencia.ts'
import { leaseFrom } from '../filings/lease.ts'
import type { Claimant } from '../idempotency/claims.ts'
import { readerOf } from '../keys/reader.ts'
import { assertStillUsable } from '../keys/usable.ts'
import type { Series } from '../numbering/series.ts'
import { correctedMeanwhile } from './complete-corrected.ts'
import { takeCredits } from './credits.ts'
import type { Draft } from './draft.ts'
import { referenceInUse } from './reference-in-use.ts'
import { reservedUntil } from './reserved-until.ts'
import { type Named, takeNumbers, takeOverNumber } from './take-numbers.ts'
import { wireTotales } from './totales.ts'

/** A checked document, and what is needed to number, sign and store it. */
export interface Unsigned {
  readonly ctx: Ctx
  readonly draft: Draft
  /** The claim's code until the number is known; of a correction, the document's own. */
  readonly codigoGeneracion: string
  /** The vault stays open while the document waits, a few milliseconds. Null: only prepared. */
  readonly sign: Sign | null
  /** When it joined the queue: its call may have waited for copying before. */
  readonly since: Date
}

/** Null where another request holds the document's claim. */
export type FirmadoQueue = Batches<Unsigned, Numerado | null>

/**
 * The largest batch, in units of one signature (0.25 ms). Numbering, writing, encrypting and deflating a line
 * costs about a twentieth of a unit. At most about 5 ms, so the process stays responsive.
 */
const WEIGHT_MAX = 20
const weightOf = ({ draft }: Unsigned) =>
  runsAlone(draft) ? WEIGHT_MAX : 1 + draft.documento.cuerpoDocumento.length / 20

/** Commit 1 may refuse these, so each runs alone in its transaction. */
const runsAlone = ({ ajustados, corrected, sustituye }: Draft) =>
  ajustados.length > 0 || corrected !== null || sustituye !== null

/** How long a caller waits for a number with the vault open while another transaction holds the series. */
const WAIT_MS_MAX = 10_000

export function createFirmadoQueue(): FirmadoQueue {
  return createBatches({
    weightMax: WEIGHT_MAX,
    weightOf,
    lateness: ({ ctx, since }) =>
      ctx.clock.now().getTime() - since.getTime() > WAIT_MS_MAX ? busy() : null,
    identityOf: ({ ctx: { key, claim } }) => `${key.keyId}\n${claim.idempotencyKey}`,
    run: commitFirmados,
    // Do not retry item by item after an unknown commit or a lock timeout: the first may have succeeded, the
    // second concerns the whole series. Any other refusal belongs to an item that ran alone.
    isOneItems: (error) => !isUnavailable(error) && !(error instanceof Refused),
  })
}

/** Documents of one series may share a transaction. */
export function laneOf({ ctx, draft }: Unsigned): string {
  return Object.values(seriesOf(ctx, draft)).join('/')
}

/**
 * Afterwards each document's claim is taken, its number is spent and its bytes are stored; or none of these.
 * Signing is computation, so it may run inside the transaction: no crash leaves a number without a signature.
 */
async function commitFirmados(batch: readonly Unsigned[]): Promise<(Numerado | null)[]> {
  const [first] = batch
  if (!first) return []
  const series = seriesOf(first.ctx, first.draft)
  try {
    return await transaction(first.ctx.pool, async (tx) => {
      await assertSpenders(tx, batch)
      const { corrected, sustituye } = first.draft
      if (sustituye !== null && !(await lockDoubtful(tx, series.companyId, sustituye))) {
        throw replacementTaken(first.draft, sustituye)
      }
      const { dataKey } = readerOf(first.ctx)
      const names = corrected
        ? await takeOverNumber(tx, corrected, claimantOf(first))
        : await takeNumbers(tx, { series, dataKey }, batch.map(claimantOf))
      const numbered: (ReturnType<typeof numberOne> | null)[] = []
      for (const unsigned of batch) {
        const name = names.get(unsigned.codigoGeneracion)
        if (!name) {
          numbered.push(null)
          continue
        }
        const { companyId } = unsigned.ctx.key
        const nota = { companyId, nota: name.codigoGeneracion }
        numbered.push(numberOne(unsigned, name, await takeCredits(tx, nota, unsigned.draft)))
      }
      await insertNumerados(
        tx,
        numbered.filter((one) => one !== null),
      )
      return numbered.map((one) => one?.numerado ?? null)
    })
  } catch (cause) {
    const { sustituye } = first.draft
    if (sustituye !== null && isReplacementTaken(cause))
      throw replacementTaken(first.draft, sustituye)
    if (isReferenciaTaken(cause) && batch.length === 1) throw await takenOrBusy(first, cause)
    if (!isLockTimeout(cause)) throw cause
    throw busy(cause)
  }
}

/** By the member that asked to replace it. */
const replacementTaken = ({ corrects }: Draft, sustituye: string) =>
  corrects ? correctedMeanwhile(sustituye) : referenceInUse(sustituye)

/** Retries a batch item by item, so that a refusal reaches only its own caller. */
async function assertSpenders(tx: Tx, batch: readonly Unsigned[]): Promise<void> {
  const [first] = batch
  if (!first) return
  const spenders = batch.map(({ ctx: { key, now }, sign }) => {
    return { companyId: key.companyId, keyId: key.keyId, now, signs: sign !== null }
  })
  try {
    await assertStillUsable(tx, first.ctx.fence, spenders)
  } catch (error) {
    if (!(error instanceof Refused) || batch.length === 1) throw error
    throw new Error('the key of one of several callers may not issue any more', { cause: error })
  }
}

/**
 * The document that had the reference may have been rejected by now: then the reference is free, and a retry
 * gets it.
 */
async function takenOrBusy({ ctx, draft }: Unsigned, cause: unknown) {
  const holder = await findByReferencia(ctx.pool, ctx.key, draft.referencia ?? '')
  return holder === null ? busy(cause) : referenceInUse(holder)
}

function busy(cause?: unknown) {
  return new Refused(
    'correlative_unavailable',
    'La serie de numeración está ocupada. No se hizo nada: repita con la misma Idempotency-Key.',
    {},
    { cause },
  )
}

function seriesOf({ key }: Ctx, { tipoDte, year, codEstable, codPuntoVenta }: Draft): Series {
  const { companyId, ambiente } = key
  return { companyId, ambiente, tipoDte, codEstable, codPuntoVenta, year }
}

/** Reservations and deferred documents settle their claim in this commit; others when the ministry decides. */
function claimantOf(unsigned: Unsigned): Claimant {
  const { ctx, codigoGeneracion } = unsigned
  const { idempotencyKey, bodyHash } = ctx.claim
  const venceEn = venceEnOf(unsigned)
  const reserved = venceEn && ({ estado: 'reservado', venceEn: venceEn.toISOString() } as const)
  const outcome = reserved ?? (unsigned.draft.outage ? DIFERIDO : null)
  return { keyId: ctx.key.keyId, idempotencyKey, bodyHash, codigoGeneracion, now: ctx.now, outcome }
}

function venceEnOf({ ctx, sign }: Unsigned): Date | null {
  return sign === null ? reservedUntil(ctx.now) : null
}

/** `draft` may carry other cent adjustments than the document's own. */
function numberOne(unsigned: Unsigned, { numeroControl, codigoGeneracion }: Named, draft: Draft) {
  const { ctx } = unsigned
  const documento = numberDocumento(draft.documento, { codigoGeneracion, numeroControl })
  const payload = serialise(documento)
  const numerado: Numerado = {
    kind: 'documento',
    companyId: ctx.key.companyId,
    codigoGeneracion,
    numeroControl,
    tipoDte: draft.tipoDte,
    version: documento.identificacion.version,
    ambiente: ctx.key.ambiente,
    nit: ctx.key.emisor.nit,
    fecEmi: draft.fecEmi,
    horEmi: draft.horEmi,
    totales: wireTotales(draft.totales),
    payload,
    signature: unsigned.sign?.(payload).signature ?? null,
  }
  const encryption = { dataKey: readerOf(ctx).dataKey, random: ctx.random }
  return {
    numerado,
    provenance: provenanceOf(unsigned, draft),
    encryptedPayload: encryptPayload(numerado, encryption),
  }
}

function provenanceOf(unsigned: Unsigned, draft: Draft) {
  const { ctx, sign, since } = unsigned
  const { documento, year, referencia, corrected, sustituye } = draft
  const { receptor } = documento
  const numDocumento = receptor && ('nit' in receptor ? receptor.nit : receptor.numDocumento)
  return {
    keyId: ctx.key.keyId,
    idempotencyKey: ctx.claim.idempotencyKey,
    year,
    receptorNombre: receptor?.nombre ?? null,
    receptorDocumento: numDocumento ?? null,
    now: ctx.now,
    leaseUntil: sign === null || draft.outage ? null : leaseFrom(since),
    outageId: sign === null ? null : (draft.outage?.outageId ?? null),
    venceEn: venceEnOf(unsigned),
    referencia,
    sustituye,
    before: corrected?.historial ?? [],
  }
}
