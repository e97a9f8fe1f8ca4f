/** What an example sends, for all languages alike. */
import type { RouteSpec } from '../../../packages/contract/src/index.ts'
import type { Example, Json } from '../../../packages/contract/src/openapi/example.ts'

export interface Sent {
  readonly method: string
  /** With its parameters and its query. */
  readonly address: string
  readonly signs: boolean
  readonly hasKey: boolean
  readonly idempotency: boolean
  readonly body: Json | null
}

export function sentBy(route: RouteSpec, { params = {}, query = {}, body }: Example): Sent {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? `{${name}}`)
  const search = new URLSearchParams(query).toString()
  return {
    method: route.method,
    address: search === '' ? path : `${path}?${search}`,
    signs: route.sign,
    hasKey: route.scope !== null,
    idempotency: route.idem !== null,
    body: body ?? null,
  }
}
