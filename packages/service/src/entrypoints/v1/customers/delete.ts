/** DELETE /v1/customers/{customerId}: deactivates it. A repeat gets the same answer. */
import { deactivateCustomer } from '../../../ledger/customers/store.ts'
import { refuseQuery } from '../../http/body.ts'
import { bodyRefusal } from '../../http/errors.ts'
import type { Answered, Asked } from '../route.ts'
import { drawCustomer, ownerOf, readCustomerId } from './answer.ts'

export async function handleCustomerDelete({
  call,
  body,
  params,
  query,
}: Asked): Promise<Answered> {
  refuseQuery(query)
  const customerId = readCustomerId(params)
  if (body !== undefined) throw bodyRefusal('Esta ruta no lleva cuerpo; quítelo.')
  return drawCustomer(await deactivateCustomer(call.deps, ownerOf(call), customerId))
}
