/** Refusals of the issuing page that need one comparison. */
import { Refused } from '@sello/contract'
import { serialise, toNumber } from '@sello/fiscal'
import { isVerified } from '../../ledger/destinations/verified.ts'
import type { Admitted } from '../../ledger/keys/admit.ts'
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
 * Refuses a document above the key's maximum (429). Such a document is valid; callers may rely on that. Credits
 * outside the tax base lower what is paid but not what is sold, so the larger of the two amounts counts.
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

/** A body is at most 1 MB (docs/wire.md#requests); the rest of it is for the token. */
const DOCUMENTO_BYTES_MAX = 1024 * 1024 - 1024

/** Refuses (422) to prepare a document that is too large to be sent back to sign. */
export function assertFitsSign({ documento }: Draft): void {
  const bytes = Buffer.byteLength(serialise(documento))
  if (bytes <= DOCUMENTO_BYTES_MAX) return
  const message = `El documento ocupa ${bytes} bytes y la petición de sign lleva hasta 1 MB. Emítalo en un paso con POST /v1/dte, o pártalo.`
  throw new Refused('validation_failed', `${message} No se gastó número.`, {
    issues: [{ field: 'items', documento: 'cuerpoDocumento', rule: 'maxBytes', message }],
  })
}
