/**
 * Every route of the wire. The OpenAPI document is printed from this table, and every response in a test is
 * checked against it.
 */
import type { RouteSpec } from './route.ts'
import { books, booksFile } from './routes-books.ts'
import { certificates } from './routes-certificates.ts'
import { contingencyClose, contingencyList } from './routes-contingencia.ts'
import {
  customerCreate,
  customerDelete,
  customerRead,
  customersList,
  customerUpdate,
} from './routes-customers.ts'
import { file, holding, issue, list, prepare, query, sign } from './routes-dte.ts'
import { deliver, pageRevoke } from './routes-entregas.ts'
import { EVENT_ROUTES } from './routes-events.ts'
import { events } from './routes-feed.ts'
import { OPERACIONES_ROUTES } from './routes-operaciones.ts'
import {
  productCreate,
  productDelete,
  productRead,
  productsList,
  productUpdate,
} from './routes-products.ts'
import {
  proposalCreate,
  proposalDiscard,
  proposalRead,
  proposalsList,
  validate,
} from './routes-propuestas.ts'
import { openapi, status } from './routes-service.ts'
import {
  copyReport,
  destinationDelete,
  destinationPut,
  destinations,
  destinationVerification,
  storageStatus,
} from './routes-storage.ts'
import {
  webhookCreate,
  webhookDelete,
  webhookDeliveries,
  webhookRetry,
  webhookRotate,
  webhooksList,
  webhookTest,
  webhookUpdate,
} from './routes-webhooks.ts'

export const ROUTE_SPECS = {
  prepare,
  issue,
  sign,
  validate,
  list,
  holding,
  query,
  file,
  deliver,
  page_revoke: pageRevoke,
  ...EVENT_ROUTES,
  ...OPERACIONES_ROUTES,
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
  proposals_list: proposalsList,
  proposal_create: proposalCreate,
  proposal_read: proposalRead,
  proposal_discard: proposalDiscard,
  events,
  webhooks_list: webhooksList,
  webhook_create: webhookCreate,
  webhook_update: webhookUpdate,
  webhook_delete: webhookDelete,
  webhook_rotate: webhookRotate,
  webhook_test: webhookTest,
  webhook_deliveries: webhookDeliveries,
  webhook_retry: webhookRetry,
  books,
  books_file: booksFile,
  certificates,
  openapi,
  status,
} as const satisfies Readonly<Record<string, RouteSpec>>
export type RouteName = keyof typeof ROUTE_SPECS

/** The routes of a path (without the base path), fixed paths before those with parameters; empty: none. */
export function routesOf(path: string): readonly RouteSpec[] {
  const all: readonly RouteSpec[] = Object.values(ROUTE_SPECS)
  const fixed = all.filter((route) => route.path === path)
  return fixed.length > 0 ? fixed : all.filter((route) => patternOf(route.path).test(path))
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]*')}$`)
