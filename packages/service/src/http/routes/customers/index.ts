/** The routes of stored customers. */
import { customerCreateRoute } from './create.ts'
import { customerDeleteRoute } from './delete.ts'
import { customersListRoute } from './list.ts'
import { customerReadRoute } from './read.ts'
import { customerUpdateRoute } from './update.ts'

export const CUSTOMER_ROUTES = [
  customersListRoute,
  customerCreateRoute,
  customerReadRoute,
  customerUpdateRoute,
  customerDeleteRoute,
] as const
