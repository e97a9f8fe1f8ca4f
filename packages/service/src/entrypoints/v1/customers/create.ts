/** POST /v1/customers: stores a customer, or returns the one already stored. */
import { CustomerRequest } from '@sello/contract'
import { assertCustomer } from '../../../ledger/customers/check.ts'
import { createCustomer } from '../../../ledger/customers/store.ts'
import { refuseQuery, textBodyOf } from '../../http/body.ts'
import { bodyRefusal } from '../../http/errors.ts'
import { answerOnce } from '../once.ts'
import type { Answered, Asked } from '../route.ts'
import { drawCustomer, ownerOf } from './answer.ts'

const readCustomer = textBodyOf(CustomerRequest, () => null)

export async function handleCustomerCreate({ call, body, query }: Asked): Promise<Answered> {
  refuseQuery(query)
  if (body === undefined) throw bodyRefusal('Falta el cuerpo: el cliente en JSON.')
  const request = readCustomer(body) as CustomerRequest
  const customer = assertCustomer(request)
  return answerOnce(call, request, async (tx) => {
    const { stored, created } = await createCustomer(tx, call.deps, ownerOf(call), customer)
    return drawCustomer(stored, created ? 201 : 200)
  })
}
