/** The receptor of a request that names a stored customer. */
import { type DteRequest, Refused, receptorMembersOf } from '@sello/contract'
import { findCustomer } from '../../ledger/customers/find.ts'
import { withoutOldWords } from '../../ledger/customers/patch.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import type { Caller } from '../context.ts'

/**
 * The request with its complete receptor: its own members, and for the rest the stored ones that its type has.
 * Refuses (404) an unknown, foreign or deactivated customer, all alike.
 */
export async function completeReceptor(ctx: Caller, request: DteRequest): Promise<DteRequest> {
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
