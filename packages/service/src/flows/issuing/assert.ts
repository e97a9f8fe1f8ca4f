/** Refusals of the issuing page that need one comparison. */
import { type DteRequest, Refused, type TipoDte } from '@sello/contract'
import { serialise, tipoOf, toNumber } from '@sello/fiscal'
import { isVerified } from '../../ledger/destinations/verified.ts'
import type { Admitted } from '../../ledger/keys/admit.ts'
import type { Outage } from '../../ledger/outages/outages.ts'
import type { Ctx } from '../context.ts'
import type { Draft } from './draft.ts'

/** Refuses (422) a company without a verified storage destination. */
export function assertStorageDestination(ctx: Ctx): void {
  if (isVerified(ctx.key.storageVerifiedAt, ctx.now)) return
  throw new Refused(
    'no_storage_destination',
    'La empresa no tiene un destino de almacenamiento verificado en los últimos 30 días. Conecte o verifique uno antes de emitir; esta petición no gastó número.',
    {},
  )
}

/**
 * Refuses (503), before a number is spent, a type that may not be issued in contingency while the ministry is away:
 * the same call may be repeated when it answers.
 */
export function assertDeferrable({ tipoDte }: DteRequest, outage: Outage | null): void {
  const { contingencia, nombre } = tipoOf(tipoDte)
  if (contingencia || outage === null) return
  throw new Refused(
    'service_unavailable',
    `Hacienda no responde, y este tipo (${tipoDte}, ${nombre}) no se emite en contingencia; no se gastó número. Repita la llamada con la misma Idempotency-Key cuando responda.`,
    {},
  )
}

/**
 * Refuses a document above the key's maximum (429). Such a document is valid; callers may rely on that. Credits
 * outside the tax base lower what is paid but not what is sold, so the larger of the two amounts counts.
 */
export function assertAmountLimit(key: Admitted, { tipoDte, totales }: Draft): void {
  const maximo = Number(key.amountMax)
  const { montoTotalOperacion, totalPagar } = totales
  const monto = Math.max(toNumber(montoTotalOperacion), toNumber(totalPagar))
  if (monto <= maximo) return
  throw new Refused(
    'amount_limit',
    `El documento suma ${monto} y esta llave emite hasta ${maximo}. Use una llave con un máximo mayor; no se gastó número.`,
    { field: linesOf(tipoDte), window: 'documento', maximo, monto },
  )
}

/** A body is at most 1 MB (docs/wire.md#requests); the rest of it is for the token. */
const DOCUMENTO_BYTES_MAX = 1024 * 1024 - 1024

/** Refuses (422) to prepare a document that is too large to be sent back to sign. */
export function assertFitsSign({ documento, tipoDte }: Draft): void {
  const bytes = Buffer.byteLength(serialise(documento))
  if (bytes <= DOCUMENTO_BYTES_MAX) return
  const message = `El documento ocupa ${bytes} bytes y la petición de sign lleva hasta 1 MB. Emítalo en un paso con POST /v1/dte, o pártalo.`
  throw new Refused('validation_failed', `${message} No se gastó número.`, {
    issues: [{ field: linesOf(tipoDte), documento: 'cuerpoDocumento', rule: 'maxBytes', message }],
  })
}

const LINES = ['retencion', 'liquidacion', 'liquidacionContable'] as const

/** The member of the request that its amounts come from. */
function linesOf(tipoDte: TipoDte): string {
  const { members } = tipoOf(tipoDte)
  return LINES.find((member) => members[member] === 'required') ?? 'items'
}
