/** GET /v1/customers/{customerId}: one customer, active or not. */
import { findCustomer } from '../../../ledger/customers/find.ts'
import { refuseQuery } from '../../http/body.ts'
import type { Answered, Asked } from '../route.ts'
import { drawCustomer, ownerOf, readCustomerId } from './answer.ts'

export async function handleCustomerRead({ call, params, query }: Asked): Promise<Answered> {
  refuseQuery(query)
  const customerId = readCustomerId(params)
  return drawCustomer(await findCustomer(call.deps.pool, ownerOf(call), customerId))
}
