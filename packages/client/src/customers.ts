/** Stored customers: `receptor: {customerId}` then fills in all their members. */
import type { Answered } from './answer.ts'
import type { Caller, CallOptions } from './caller.ts'
import type {
  Customer,
  CustomerPage,
  CustomerPatch,
  CustomerRequest,
  CustomerRow,
  Operations,
} from './generated/wire.ts'
import { type Listing, listing } from './listing.ts'

export type CustomersQuery = Operations['customers_list']['query']

export interface Customers {
  /** All that match, newest first. */
  list(query?: CustomersQuery, options?: CallOptions): Listing<CustomerRow>
  page(query?: CustomersQuery, options?: CallOptions): Promise<Answered<CustomerPage>>
  /** A repeat with the same data returns the existing customer. */
  create(customer: CustomerRequest, options?: CallOptions): Promise<Answered<Customer>>
  read(customerId: string, options?: CallOptions): Promise<Answered<Customer>>
  /** Absent members stay; null removes. */
  update(
    customerId: string,
    patch: CustomerPatch,
    options?: CallOptions,
  ): Promise<Answered<Customer>>
  /** Deactivates it; issued documents keep its data. */
  delete(customerId: string, options?: CallOptions): Promise<Answered<Customer>>
}

export function createCustomers({ call }: Caller): Customers {
  const page: Customers['page'] = (query, options) =>
    call({ route: 'customers_list', query, options })
  return {
    page,
    list: (query, options) =>
      listing(async (cursor) => {
        const from = cursor === undefined ? query : { ...query, cursor }
        const { customers, siguiente } = await page(from, options)
        return { rows: customers, siguiente }
      }),
    create: (body, options) => call({ route: 'customer_create', body, options }),
    read: (customerId, options) =>
      call({ route: 'customer_read', params: { customerId }, options }),
    update: (customerId, body, options) =>
      call({ route: 'customer_update', params: { customerId }, body, options }),
    delete: (customerId, options) =>
      call({ route: 'customer_delete', params: { customerId }, options }),
  }
}
