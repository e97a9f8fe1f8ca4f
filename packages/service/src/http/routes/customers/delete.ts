/** DELETE /v1/customers/{customerId}: deactivates it. A repeat is answered the same. */
import { deactivateCustomer } from '../../../customers/store.ts'
import { refuseQuery } from '../../body.ts'
import { bodyRefusal } from '../../errors.ts'
import type { Asked, Route } from '../index.ts'
import { drawCustomer, ownerOf, readCustomerId } from './answer.ts'

export const customerDeleteRoute: Route = {
  name: 'customer_delete',
  method: 'DELETE',
  path: '/v1/customers/:customerId',
  async handle({ call, body, params, query }: Asked) {
    refuseQuery(query)
    const customerId = readCustomerId(params)
    if (body !== undefined) throw bodyRefusal('Esta ruta no lleva cuerpo; quítelo.')
    return drawCustomer(await deactivateCustomer(call.deps, ownerOf(call), customerId))
  },
}
