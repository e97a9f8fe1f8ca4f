/** Every route, in the order of SPEC part 4. */
import type { Call, RouteName } from '../gate.ts'
import { CERTIFICATE_ROUTES } from './certificates/route.ts'
import { CONTINGENCY_ROUTES } from './contingencia/route.ts'
import { CUSTOMER_ROUTES } from './customers/index.ts'
import { fileRoute } from './file/route.ts'
import { holdingRoute } from './holding/route.ts'
import { invalidateRoute } from './invalidate/route.ts'
import { issueRoute } from './issue/route.ts'
import { listRoute } from './list/route.ts'
import { OPENAPI_ROUTES } from './openapi/route.ts'
import { prepareRoute } from './prepare/route.ts'
import { PRODUCT_ROUTES } from './products/index.ts'
import { queryRoute } from './query/route.ts'
import { returnAbandonRoute, returnRoute } from './return/route.ts'
import { signRoute } from './sign/route.ts'
import { statusRoute } from './status/route.ts'

/** What a handler gets once the gates have let the call pass. */
export interface Asked {
  readonly call: Call
  readonly body: unknown
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
}

export interface Answered {
  readonly status: number
  /** JSON text, or the bytes of a file. */
  readonly body: string | Buffer
  /** Of a file; absent, the body is JSON. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'

export interface Route {
  readonly name: RouteName
  readonly method: Method
  /** With Fastify's `:parameters`. */
  readonly path: string
  handle(asked: Asked): Promise<Answered>
}

export const ROUTES: readonly Route[] = [
  prepareRoute,
  issueRoute,
  signRoute,
  invalidateRoute,
  returnRoute,
  returnAbandonRoute,
  listRoute,
  queryRoute,
  fileRoute,
  holdingRoute,
  ...CONTINGENCY_ROUTES,
  ...CUSTOMER_ROUTES,
  ...PRODUCT_ROUTES,
  ...CERTIFICATE_ROUTES,
  ...OPENAPI_ROUTES,
  statusRoute,
]
