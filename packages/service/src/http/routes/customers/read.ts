/** GET /v1/customers/{customerId}: one customer, active or not. */
import { findCustomer } from '../../../customers/find.ts'
import { refuseQuery } from '../../body.ts'
import type { Asked, Route } from '../index.ts'
import { drawCustomer, ownerOf, readCustomerId } from './answer.ts'

export const customerReadRoute: Route = {
  name: 'customer_read',
  method: 'GET',
  path: '/v1/customers/:customerId',
  async handle({ call, params, query }: Asked) {
    refuseQuery(query)
    const customerId = readCustomerId(params)
    return drawCustomer(await findCustomer(call.deps.pool, ownerOf(call), customerId))
  },
}
