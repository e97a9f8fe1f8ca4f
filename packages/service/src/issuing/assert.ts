/** The refusals of the issuing page that are one comparison each. */
import { Refused } from '@sello/contract'
import { serialise, toNumber } from '@sello/fiscal'
import type { Ctx } from '../context.ts'
import type { Admitted } from '../keys/admit.ts'
import { isVerified } from '../storage/verified.ts'
import type { Draft } from './build.ts'

/** Refuses a company that would have nowhere to keep what it issues (422). */
export function assertStorageDestination(ctx: Ctx): void {
  if (isVerified(ctx.key.storageVerifiedAt, ctx.now)) return
  throw new Refused(
    'no_storage_destination',
    'La empresa no tiene un destino de almacenamiento verificado en los últimos 30 días. Conecte o verifique uno antes de emitir; esta petición no gastó número.',
    {},
  )
}

/**
 * Refuses a document above the key's maximum (429). It is valid: callers may lean on that. A credit outside
 * the tax base lowers what is paid, not what is sold, so the larger of the two counts.
 */
export function assertAmountLimit(key: Admitted, { totales }: Draft): void {
  const maximo = Number(key.amountMax)
  const { montoTotalOperacion, totalPagar } = totales
  const monto = Math.max(toNumber(montoTotalOperacion), toNumber(totalPagar))
  if (monto <= maximo) return
  throw new Refused(
    'amount_limit',
    `El documento suma ${monto} y esta llave emite hasta ${maximo}. Use una llave con un máximo mayor; no se gastó número.`,
    { field: 'items', window: 'documento', maximo, monto },
  )
}

/** A body is at most 1 MB (docs/wire.md#requests); the token takes the rest. */
const DOCUMENTO_BYTES_MAX = 1024 * 1024 - 1024

/** Refuses to prepare a document that the body of sign could not carry (422): it is larger than its request was. */
export function assertFitsSign({ documento }: Draft): void {
  const bytes = Buffer.byteLength(serialise(documento))
  if (bytes <= DOCUMENTO_BYTES_MAX) return
  const message = `El documento ocupa ${bytes} bytes y la petición de sign lleva hasta 1 MB. Emítalo en un paso con POST /v1/dte, o pártalo.`
  throw new Refused('validation_failed', `${message} No se gastó número.`, {
    issues: [{ field: 'items', documento: 'cuerpoDocumento', rule: 'maxBytes', message }],
  })
}
