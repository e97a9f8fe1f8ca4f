/**
 * `corrige`: a rejected document, whose code and number the new one takes over. The ministry accepts both again
 * within 24 hours, since a rejected document never existed for it. Source: docs/sources.md#numero-control,
 * docs/sources.md#transmission.
 */
import { type DteRequest, type Issue, Refused } from '@sello/contract'
import { CORRECTABLE_MS } from '../../base/time/durations.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import type { Rejected } from '../../ledger/documents/corrected.ts'
import { findSubstitute } from '../../ledger/documents/doubtful.ts'
import { findDocument, type Stored } from '../../ledger/documents/find.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import { isRecovered } from '../../ledger/marks/found.ts'
import type { Caller } from '../context.ts'
import { findSealedAttempt } from './doubtful.ts'

/** A rejected attempt that may be corrected. */
export interface Corrected extends Rejected {
  readonly numeroControl: string
  readonly historial: Stored['historial']
}

export interface WithCorrected {
  readonly corrected: Corrected | null
  /** The doubtful attempt that the correction replaces (ADR 0041). */
  readonly sustituye: string | null
  /** The attempt's own reference: it is the same sale, even when the correction omits it. */
  readonly referencia: string | null
  readonly problems: readonly Issue[]
}

const NOTHING: WithCorrected = { corrected: null, sustituye: null, referencia: null, problems: [] }

/** The ministry's "a record with that value already exists": the code or the number is the reason. */
const ALREADY_EXISTS = '004'

/**
 * Refuses an unknown code (404). Asks the ministry first about a doubtful attempt, whose correction takes a new
 * code and number.
 */
export async function completeCorrected(ctx: Caller, request: DteRequest): Promise<WithCorrected> {
  const { corrige } = request
  if (corrige === undefined) return NOTHING
  const stored = await findDocument(ctx.pool, readerOf(ctx), corrige.toUpperCase())
  if (!stored) {
    const message = `corrige: esta empresa no tiene el documento ${corrige.toUpperCase()} en este ambiente; corrija el código.`
    throw new Refused('not_found', message, { field: 'corrige' })
  }
  const message =
    (await problemOfDoubt(ctx, stored)) ??
    (await problemOfLoss(ctx, stored)) ??
    problemOf(ctx, request, stored)
  if (message !== null) {
    const problems = [{ field: 'corrige', rule: 'N2-10', message }]
    return { corrected: null, sustituye: null, referencia: null, problems }
  }
  const { companyId, codigoGeneracion, numeroControl, historial, signature, referencia } = stored
  if (stored.dudoso) {
    return { corrected: null, sustituye: codigoGeneracion, referencia, problems: [] }
  }
  if (!signature) throw new Error('bug: the ministry rejected what was never signed')
  return {
    corrected: { companyId, codigoGeneracion, numeroControl, historial, signature },
    sustituye: stored.sustituye,
    referencia,
    problems: [],
  }
}

/** Why the sale must not be corrected: an earlier attempt was sealed. Null: none was. */
async function problemOfDoubt(ctx: Caller, stored: Stored): Promise<string | null> {
  const { codigoGeneracion, dudoso, sustituye, estado, companyId } = stored
  if (estado !== 'rechazado' || !(dudoso || sustituye)) return null
  const substitute = dudoso ? await findSubstitute(ctx.pool, companyId, codigoGeneracion) : null
  if (substitute !== null) {
    return `El documento ${codigoGeneracion} ya se corrigió con ${substitute}: consulte ese, y corríjalo si fue rechazado.`
  }
  const sealed = await findSealedAttempt(ctx, codigoGeneracion)
  return (
    sealed &&
    `Hacienda selló el documento ${sealed}: no hay nada que corregir. Consúltelo; si no es lo que quería, invalídelo.`
  )
}

/** After a restore the correction may be lost here while the ministry holds it under this code. */
async function problemOfLoss(ctx: Caller, stored: Stored): Promise<string | null> {
  if (stored.estado !== 'rechazado' || !(await isRecovered(ctx.pool, stored))) return null
  return `Hacienda ya selló una corrección del documento ${stored.codigoGeneracion}, cuyo contenido se perdió al restaurar la base de datos; emita uno nuevo sin corrige solo si la venta es otra.`
}

/** 422 for the second of two corrections: the attempt has changed since. */
export function correctedMeanwhile(codigoGeneracion: string): Refused<'validation_failed'> {
  const message = `El documento ${codigoGeneracion} ya se está corrigiendo con otra petición; consúltelo.`
  return new Refused('validation_failed', `${message} No se gastó número.`, {
    issues: [{ field: 'corrige', rule: 'N2-10', message }],
  })
}

/** Why this document cannot take over the rejected one's number, or null. */
export function problemOf(ctx: Caller, { tipoDte }: DteRequest, stored: Stored): string | null {
  const { codigoGeneracion, estado, rechazo, numeroControl } = stored
  if (estado !== 'rechazado') {
    return `El documento ${codigoGeneracion} está ${estado}: solo se corrige uno rechazado por Hacienda.`
  }
  if (stored.tipoDte !== tipoDte) {
    return `El documento rechazado es del tipo ${stored.tipoDte}; corríjalo con uno del mismo tipo, o emita uno nuevo sin corrige.`
  }
  if (stored.dudoso) return null // its code and number are not reused
  const { codEstable, codPuntoVenta } = ctx.key.emisor
  const year = String(civilTime(ctx.now).year)
  if (
    !numeroControl.includes(`-${codEstable}${codPuntoVenta}-`) ||
    !stored.fecEmi.startsWith(year)
  ) {
    return `El número ${numeroControl} es de otra serie (punto de venta o año); emita uno nuevo sin corrige.`
  }
  const since = Date.parse(stored.historial.at(-1)?.fecha ?? '')
  if (!(ctx.now.getTime() - since < CORRECTABLE_MS)) {
    return 'Pasaron más de 24 horas desde el rechazo; emita uno nuevo sin corrige.'
  }
  if (rechazo?.codigoMsg === ALREADY_EXISTS || rechazo?.ajeno) {
    return 'Hacienda lo rechazó porque su código o su número ya existe; emita uno nuevo sin corrige.'
  }
  return null
}
