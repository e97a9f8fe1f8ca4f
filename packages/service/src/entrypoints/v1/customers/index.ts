/** The routes of stored customers. */
import { handleCustomerCreate } from './create.ts'
import { handleCustomerDelete } from './delete.ts'
import { handleCustomersList } from './list.ts'
import { handleCustomerRead } from './read.ts'
import { handleCustomerUpdate } from './update.ts'

export const CUSTOMER_HANDLERS = {
  customers_list: handleCustomersList,
  customer_create: handleCustomerCreate,
  customer_read: handleCustomerRead,
  customer_update: handleCustomerUpdate,
  customer_delete: handleCustomerDelete,
}
