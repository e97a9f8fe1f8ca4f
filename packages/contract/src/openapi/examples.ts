/** The examples of every route, by route and by their own names. */

import type { RouteName } from '../routes.ts'
import { books, booksFile } from './examples-books.ts'
import { contingencyClose, contingencyList } from './examples-contingencia.ts'
import {
  customerCreate,
  customerDelete,
  customerRead,
  customersList,
  customerUpdate,
} from './examples-customers.ts'
import { type Examples, file, holding, issue, list, prepare, query, sign } from './examples-dte.ts'
import { invalidate, returnAbandon, returnEvent } from './examples-events.ts'
import {
  productCreate,
  productDelete,
  productRead,
  productsList,
  productUpdate,
} from './examples-products.ts'
import { certificates, status } from './examples-status.ts'
import {
  copyReport,
  destinationDelete,
  destinationPut,
  destinations,
  destinationVerification,
  storageStatus,
} from './examples-storage.ts'

export const EXAMPLES: Readonly<Record<RouteName, Examples>> = {
  prepare,
  issue,
  sign,
  list,
  holding,
  query,
  file,
  invalidate,
  return: returnEvent,
  return_abandon: returnAbandon,
  contingency_list: contingencyList,
  contingency_close: contingencyClose,
  customers_list: customersList,
  customer_create: customerCreate,
  customer_read: customerRead,
  customer_update: customerUpdate,
  customer_delete: customerDelete,
  products_list: productsList,
  product_create: productCreate,
  product_read: productRead,
  product_update: productUpdate,
  product_delete: productDelete,
  destinations,
  destination_put: destinationPut,
  destination_delete: destinationDelete,
  destination_verification: destinationVerification,
  storage_status: storageStatus,
  copy_report: copyReport,
  books,
  books_file: booksFile,
  certificates,
  openapi: {},
  status,
}
