/** The handler of every route of the contract. */
import { ROUTE_SPECS, type RouteName, type RouteSpec } from '@sello/contract'
import { handleBooks, handleBooksFile } from './books/route.ts'
import { handleCertificates } from './certificates/route.ts'
import { CONTINGENCY_HANDLERS } from './contingencia/route.ts'
import { CUSTOMER_HANDLERS } from './customers/index.ts'
import { handleDeliver, handlePageRevoke } from './deliver/route.ts'
import { handleFeed } from './events/route.ts'
import { handleFile } from './file/route.ts'
import { handleHolding } from './holding/route.ts'
import { handleInvalidate } from './invalidate/route.ts'
import { handleIssue } from './issue/route.ts'
import { handleList } from './list/route.ts'
import { handleOpenapi } from './openapi/route.ts'
import { OPERACIONES_HANDLERS } from './operaciones/route.ts'
import { handlePrepare } from './prepare/route.ts'
import { PRODUCT_HANDLERS } from './products/index.ts'
import { PROPOSAL_HANDLERS } from './proposals/index.ts'
import { handleQuery } from './query/route.ts'
import { handleReturn, handleReturnAbandon } from './return/route.ts'
import type { Handler, Route } from './route.ts'
import { handleSign } from './sign/route.ts'
import { handleStatus } from './status/route.ts'
import { handleCopyReport } from './storage/copies.ts'
import { DESTINATION_HANDLERS } from './storage/destinations.ts'
import { handleStorageStatus } from './storage/status.ts'
import { handleValidate } from './validate/route.ts'
import { WEBHOOK_HANDLERS } from './webhooks/index.ts'

/** Neither a contract row without a handler nor a handler without a row compiles. */
const HANDLERS: Readonly<Record<RouteName, Handler>> = {
  prepare: handlePrepare,
  issue: handleIssue,
  sign: handleSign,
  invalidate: handleInvalidate,
  return: handleReturn,
  return_abandon: handleReturnAbandon,
  ...OPERACIONES_HANDLERS,
  list: handleList,
  query: handleQuery,
  file: handleFile,
  deliver: handleDeliver,
  page_revoke: handlePageRevoke,
  holding: handleHolding,
  ...CONTINGENCY_HANDLERS,
  ...CUSTOMER_HANDLERS,
  ...PRODUCT_HANDLERS,
  ...DESTINATION_HANDLERS,
  storage_status: handleStorageStatus,
  copy_report: handleCopyReport,
  ...PROPOSAL_HANDLERS,
  validate: handleValidate,
  events: handleFeed,
  ...WEBHOOK_HANDLERS,
  books: handleBooks,
  books_file: handleBooksFile,
  certificates: handleCertificates,
  openapi: handleOpenapi,
  status: handleStatus,
}

export const ROUTES: readonly Route[] = (
  Object.entries(ROUTE_SPECS) as [RouteName, RouteSpec][]
).flatMap(([name, { method, path, scope }]) => {
  const route = { name, path: path.replaceAll(/\{(\w+)\}/g, ':$1'), handle: HANDLERS[name] }
  // Browsers and caches read the routes without a key, and also request only their headers.
  return scope === null
    ? [
        { ...route, method },
        { ...route, method: 'HEAD' },
      ]
    : [{ ...route, method }]
})
