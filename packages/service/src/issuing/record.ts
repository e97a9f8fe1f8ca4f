/** The two commits of issuing, and reading what they left. */
import type { Totales } from '@sello/contract'
import { Refused } from '@sello/contract'
import { formatNumeroControl, numberDocumento, serialise, toNumber } from '@sello/fiscal'
import type { Sign } from '@sello/vault'
import type { Ctx } from '../context.ts'
import { isLockTimeout } from '../db/errors.ts'
import { transaction } from '../db/tx.ts'
import { advance } from '../documents/advance.ts'
import { findDocument } from '../documents/find.ts'
import { type Firmado, insertFirmado, sealPayload } from '../documents/firmado.ts'
import { takeClaimAndNumber } from '../idempotency/claim-and-number.ts'
import { type Earlier, findClaim } from '../idempotency/earlier.ts'
import { readerOf } from '../keys/reader.ts'
import type { Answer } from '../mh/answer.ts'
import { type Draft, seriesCodes } from './build.ts'
import { LEASE_MS, RETRY_MS } from './lease.ts'
import { type Outcome, toOutcome } from './outcome.ts'

/** A document with how its issuing ended, and whether this is a repeat of an earlier answer. */
export interface Issued {
  readonly firmado: Firmado
  readonly outcome: Outcome
  readonly replayed: boolean
}

/**
 * Commit 1. Afterwards the claim is taken, the number is spent and the signed bytes are safe; or none
 * of the three. Null where another request holds the claim. Signing is computation, not waiting: inside
 * the transaction it leaves no moment with a number and no signature.
 */
export async function recordFirmado(ctx: Ctx, draft: Draft, sign: Sign): Promise<Firmado | null> {
  const { key, claim, now } = ctx
  const codes = seriesCodes(ctx)
  const { tipoDte, year } = draft
  const codigoGeneracion = ctx.random.uuid().toUpperCase()
  const series = { companyId: key.companyId, ambiente: key.ambiente, tipoDte, ...codes, year }
  const sealing = { dataKey: readerOf(ctx).dataKey, random: ctx.random }
  const claimant = { keyId: key.keyId, claim, codigoGeneracion, now }
  try {
    return await transaction(ctx.pool, async (tx) => {
      const correlativo = await takeClaimAndNumber(tx, series, claimant)
      if (correlativo === null) return null
      const numeroControl = formatNumeroControl({ tipoDte, ...codes, correlativo })
      const firmado = signDraft(ctx, draft, { codigoGeneracion, numeroControl }, sign)
      await insertFirmado(tx, firmado, provenanceOf(ctx, draft), sealPayload(firmado, sealing))
      return firmado
    })
  } catch (cause) {
    if (!isLockTimeout(cause)) throw cause
    throw new Refused(
      'correlative_unavailable',
      'La serie de numeración está ocupada. No se hizo nada: repita con la misma Idempotency-Key.',
      {},
      { cause },
    )
  }
}

type Numbers = { readonly codigoGeneracion: string; readonly numeroControl: string }

function signDraft(ctx: Ctx, draft: Draft, numbers: Numbers, sign: Sign): Firmado {
  const { key } = ctx
  const documento = numberDocumento(draft.documento, numbers)
  const payload = serialise(documento)
  return {
    companyId: key.companyId,
    ...numbers,
    tipoDte: draft.tipoDte,
    version: documento.identificacion.version,
    ambiente: key.ambiente,
    nit: key.emisor.nit,
    fecEmi: draft.fecEmi,
    horEmi: draft.horEmi,
    totales: wireTotales(draft),
    payload,
    signature: sign(payload).signature,
  }
}

function wireTotales({ totales: t }: Draft): Totales {
  return {
    totalNoSuj: toNumber(t.totalNoSuj),
    totalExenta: toNumber(t.totalExenta),
    totalGravada: toNumber(t.totalGravada),
    totalDescu: toNumber(t.totalDescu),
    totalIva: toNumber(t.totalIva),
    montoTotalOperacion: toNumber(t.montoTotalOperacion),
    totalPagar: toNumber(t.totalPagar),
    totalLetras: t.totalLetras,
  }
}

function provenanceOf(ctx: Ctx, { documento, year }: Draft) {
  const { receptor } = documento
  const numDocumento = receptor && ('nit' in receptor ? receptor.nit : receptor.numDocumento)
  return {
    keyId: ctx.key.keyId,
    idempotencyKey: ctx.claim.idempotencyKey,
    year,
    receptor: receptor && { nombre: receptor.nombre, numDocumento: numDocumento ?? null },
    now: ctx.now,
    leaseUntil: new Date(ctx.now.getTime() + LEASE_MS),
  }
}

/** Commit 2. Afterwards the answer stands, for repeats too. Where the job was first, its answer stands. */
export async function recordAnswer(ctx: Ctx, firmado: Firmado, answer: Answer): Promise<Issued> {
  const now = ctx.clock.now()
  const outcome = toOutcome(answer)
  const leaseUntil = answer.kind === 'unanswered' ? new Date(now.getTime() + RETRY_MS) : null
  const estado = await advance(ctx.pool, firmado, {
    trigger: answer.kind,
    outcome,
    now,
    leaseUntil,
  })
  if (estado) return { firmado, outcome, replayed: false }

  const settled = await findClaim(ctx)
  if (!settled?.outcome) throw new Error('bug: a document moved and its claim was not settled')
  return { firmado, outcome: settled.outcome, replayed: false }
}

/** The first answer of a claim, with its document read again. */
export async function readIssued(ctx: Ctx, earlier: Earlier): Promise<Issued> {
  const firmado = await findDocument(ctx.pool, readerOf(ctx), earlier.codigoGeneracion)
  if (!firmado) throw new Error('bug: a settled claim names a document that is not there')
  return { firmado, outcome: earlier.outcome, replayed: true }
}
