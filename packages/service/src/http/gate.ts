/** What a gate is: it refuses, or lets the call pass and says what it learned. */
import type { Deps } from '../context.ts'
import type { ClaimRow } from '../idempotency/earlier.ts'
import type { Admitted } from '../keys/admit.ts'

export type RouteName =
  | 'issue'
  | 'prepare'
  | 'sign'
  | 'list'
  | 'query'
  | 'file'
  | 'holding'
  | 'status'
  | 'openapi'
  | 'customers_list'
  | 'customer_create'
  | 'customer_read'
  | 'customer_update'
  | 'customer_delete'

/** A call on its way through the gates. Each sees what those above it learned. */
export interface Call {
  readonly deps: Deps
  readonly route: RouteName
  readonly requestId: string
  readonly at: Date
  readonly peer: string | null
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly admitted?: Admitted | null
  readonly found?: ClaimRow | null
}

export type Learned = Partial<Pick<Call, 'admitted' | 'found'>>

export type Gate = (call: Call) => Learned | undefined | Promise<Learned | undefined>

/** A header that was sent once, else undefined. */
export function header(call: Call, name: string): string | undefined {
  const value = call.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
