/** Signs an event about a document, for the call that asks for it. */
import type { Sign } from '@sello/vault'
import type { Evento, Signed } from '../../ledger/events/event.ts'
import type { Ctx } from '../context.ts'

/** A checked event, without what its call adds. */
export type UnsignedEvento = Omit<Evento, 'companyId' | 'ambiente' | 'nit' | 'signature'>

export function signEvento(ctx: Ctx, evento: UnsignedEvento, sign: Sign): Evento & Signed {
  const { companyId, keyId, ambiente, emisor } = ctx.key
  const { idempotencyKey, bodyHash: intencion } = ctx.claim
  const { signature } = sign(evento.payload)
  const of = { companyId, ambiente, nit: emisor.nit, keyId, idempotencyKey, intencion }
  return { signature, createdAt: ctx.now, ...of, ...evento }
}
