/** Whether a customer may be stored: its shape, and the rules that a document applies to its data. */
import { CustomerRequest, Refused } from '@sello/contract'
import { checkReceptor, type Problem, toReceptor } from '@sello/fiscal'
import { shapeOf } from '../../base/json/shape.ts'
import type { NewCustomer } from './customer.ts'

export const shapeOfCustomer = shapeOf(CustomerRequest)

/** The customer in its stored form, and all its problems. The shape of `request` is already checked. */
export function readCustomer(request: CustomerRequest): {
  readonly customer: NewCustomer
  readonly problems: readonly Problem[]
} {
  const { externalId = null, ...members } = request
  const receptor = toReceptor(members)
  return { customer: { externalId, receptor }, problems: checkReceptor(receptor) }
}

/** Refuses (422) with every problem, each by its path in the customer. */
export function assertCustomer(request: CustomerRequest): NewCustomer {
  const { customer, problems } = readCustomer(request)
  const [first] = problems
  if (!first) return customer
  const count = problems.length === 1 ? 'un problema' : `${problems.length} problemas`
  throw new Refused(
    'validation_failed',
    `El cliente tiene ${count}; no se guardó. ${first.message}`,
    { issues: problems },
  )
}
