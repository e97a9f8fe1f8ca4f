/** The receptor of a request that names a stored customer. */
import { type DteRequest, Refused, receptorMembersOf } from '@sello/contract'
import type { Ctx } from '../context.ts'
import { readerOf } from '../keys/reader.ts'
import { findCustomer } from './find.ts'
import { withoutOldWords } from './patch.ts'

/**
 * The request with its receptor in full: what it says itself, and of the rest what is stored and its type
 * takes. Refuses (404) a customer that is not there, of another company, or deactivated: all alike.
 */
export async function completeReceptor(ctx: Ctx, request: DteRequest): Promise<DteRequest> {
  const { customerId, ...said } = request.receptor ?? {}
  if (customerId === undefined) return request
  const customer = await findCustomer(ctx.pool, readerOf(ctx), customerId)
  if (!customer?.activo) {
    throw new Refused(
      'not_found',
      'receptor.customerId: no hay un cliente activo con ese customerId en esta empresa.',
      { field: 'receptor.customerId' },
    )
  }
  const taken = receptorMembersOf(request.tipoDte)
  const stored = Object.entries(withoutOldWords(customer.receptor, said)).filter(
    ([name, value]) => value !== null && taken.includes(name),
  )
  return { ...request, receptor: { ...Object.fromEntries(stored), ...said } }
}
