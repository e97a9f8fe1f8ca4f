/** PATCH /v1/customers/{customerId}: a JSON merge patch; the result is checked as a whole. */
import { CustomerPatch } from '@sello/contract'
import { updateCustomer } from '../../../ledger/customers/store.ts'
import { patchBodyOf, refuseQuery } from '../../http/body.ts'
import { bodyRefusal } from '../../http/errors.ts'
import type { Answered, Asked } from '../route.ts'
import { drawCustomer, ownerOf, readCustomerId } from './answer.ts'

const readPatch = patchBodyOf(CustomerPatch)

export async function handleCustomerUpdate({
  call,
  body,
  params,
  query,
}: Asked): Promise<Answered> {
  refuseQuery(query)
  const customerId = readCustomerId(params)
  if (body === undefined) throw bodyRefusal('Falta el cuerpo: lo que cambia, en JSON.')
  const patch = readPatch(body) as CustomerPatch
  return drawCustomer(await updateCustomer(call.deps, ownerOf(call), { customerId, patch }))
}
