/**
 * Commit 1. The documents that wait for a number of one series are numbered, signed and stored in one
 * transaction: the series is serial from its counter's lock to the commit, so the more wait, the more
 * share the lock and the disk's one write.
 */
import { Refused } from '@sello/contract'
import { formatNumeroControl, numberDocumento, serialise } from '@sello/fiscal'
import type { Sign } from '@sello/vault'
import { type Batches, createBatches } from '../batches.ts'
import type { Ctx } from '../context.ts'
import { isLockTimeout, isUnavailable } from '../db/errors.ts'
import { transaction } from '../db/tx.ts'
import { type Firmado, insertFirmados, sealPayload } from '../documents/firmado.ts'
import { type Claimant, takeClaimsAndNumbers } from '../idempotency/claims-and-numbers.ts'
import { readerOf } from '../keys/reader.ts'
import type { Series } from '../numbering/series.ts'
import type { Draft } from './build.ts'
import { LEASE_MS } from './lease.ts'
import { wireTotales } from './totales.ts'

/** A checked document, and what it takes to number, sign and store it. */
export interface Unsigned {
  readonly ctx: Ctx
  readonly draft: Draft
  readonly codigoGeneracion: string
  /** The vault is open for as long as the document waits: some milliseconds. */
  readonly sign: Sign
}

/** Null where another request holds the document's claim. */
export type Firmados = Batches<Unsigned, Firmado | null>

/**
 * How much one commit takes, in units of a signature (0.25 ms): numbering, writing, sealing and deflating
 * a line costs about a twentieth of one. Some 5 ms: nobody else in the process waits longer than that.
 */
const WEIGHT_MAX = 20
const weightOf = ({ draft }: Unsigned) => 1 + draft.documento.cuerpoDocumento.length / 20

/** A caller is not kept waiting for a number with the vault open while something holds the series. */
const WAIT_MS_MAX = 10_000

export function createFirmados(): Firmados {
  return createBatches({
    weightMax: WEIGHT_MAX,
    weightOf,
    lateness: ({ ctx }) =>
      ctx.clock.now().getTime() - ctx.now.getTime() > WAIT_MS_MAX ? busy() : null,
    identityOf: ({ ctx: { key, claim } }) => `${key.keyId}\n${claim.idempotencyKey}`,
    run: commitFirmados,
    // An unseen commit may stand, and a lock (the one refusal) is the whole series': repeating item by
    // item mends neither.
    isOneItems: (error) => !isUnavailable(error) && !(error instanceof Refused),
  })
}

/** Which documents may share a transaction: those of one series. */
export function laneOf({ ctx, draft }: Unsigned): string {
  return Object.values(seriesOf(ctx, draft)).join('/')
}

/**
 * Afterwards each document's claim is taken, its number is spent and its signed bytes are safe; or none
 * of the three. Signing is computation, not waiting: inside the transaction it leaves no moment with a
 * number and no signature.
 */
async function commitFirmados(batch: readonly Unsigned[]): Promise<(Firmado | null)[]> {
  const [first] = batch
  if (!first) return []
  const series = seriesOf(first.ctx, first.draft)
  try {
    return await transaction(first.ctx.pool, async (tx) => {
      const correlativos = await takeClaimsAndNumbers(tx, series, batch.map(claimantOf))
      const signed = batch.map((unsigned) => {
        const correlativo = correlativos.get(unsigned.codigoGeneracion)
        return correlativo === undefined ? null : signOne(unsigned, correlativo)
      })
      await insertFirmados(
        tx,
        signed.filter((one) => one !== null),
      )
      return signed.map((one) => one?.firmado ?? null)
    })
  } catch (cause) {
    if (!isLockTimeout(cause)) throw cause
    throw busy(cause)
  }
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

function claimantOf({ ctx, codigoGeneracion }: Unsigned): Claimant {
  const { idempotencyKey, bodyHash } = ctx.claim
  return { keyId: ctx.key.keyId, idempotencyKey, bodyHash, codigoGeneracion, now: ctx.now }
}

function signOne(unsigned: Unsigned, correlativo: bigint) {
  const { ctx, draft, codigoGeneracion } = unsigned
  const { tipoDte, codEstable, codPuntoVenta } = draft
  const numeroControl = formatNumeroControl({ tipoDte, codEstable, codPuntoVenta, correlativo })
  const documento = numberDocumento(draft.documento, { codigoGeneracion, numeroControl })
  const payload = serialise(documento)
  const firmado: Firmado = {
    companyId: ctx.key.companyId,
    codigoGeneracion,
    numeroControl,
    tipoDte,
    version: documento.identificacion.version,
    ambiente: ctx.key.ambiente,
    nit: ctx.key.emisor.nit,
    fecEmi: draft.fecEmi,
    horEmi: draft.horEmi,
    totales: wireTotales(draft.totales),
    payload,
    signature: unsigned.sign(payload).signature,
  }
  const sealing = { dataKey: readerOf(ctx).dataKey, random: ctx.random }
  return {
    firmado,
    provenance: provenanceOf(unsigned),
    sealedPayload: sealPayload(firmado, sealing),
  }
}

function provenanceOf({ ctx, draft: { documento, year } }: Unsigned) {
  const { receptor } = documento
  const numDocumento = receptor && ('nit' in receptor ? receptor.nit : receptor.numDocumento)
  return {
    keyId: ctx.key.keyId,
    idempotencyKey: ctx.claim.idempotencyKey,
    year,
    receptorNombre: receptor?.nombre ?? null,
    receptorDocumento: numDocumento ?? null,
    now: ctx.now,
    leaseUntil: new Date(ctx.now.getTime() + LEASE_MS),
  }
}
