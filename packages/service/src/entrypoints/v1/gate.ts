/** A gate refuses a call, or passes it on with new facts about it. */
import {
  type Ambiente,
  ROUTE_SPECS,
  type RouteName,
  type RouteSpec,
  type Scope,
} from '@sello/contract'
import type { IssuingDeps } from '../../flows/issuing/context.ts'
import type { ClaimRow } from '../../ledger/claims/earlier.ts'
import type { Admission, Admitted } from '../../ledger/keys/admit.ts'
import type { RateWindow } from '../../ledger/keys/quota.ts'

/** A call passing the gates. Each gate sees what earlier ones learned. */
export interface Call {
  readonly deps: IssuingDeps
  readonly route: RouteName
  /** The base path of all routes; empty for none. */
  readonly basePath: string
  readonly requestId: string
  readonly at: Date
  readonly peer: string | null
  /** Calls `then` once the caller's connection is over, answered or not. */
  whenGone(then: () => void): void
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The parsed text of the key, whether or not the key exists. */
  readonly presented: Presented | null
  /** The row that logging returned; null: no such key, or a wrong secret. */
  readonly admission: Admission | null
  /** Known once the secret was verified: */
  readonly admitted: Admitted | null
  readonly found: ClaimRow | null
  readonly windows: readonly RateWindow[] | null
}

export interface Presented {
  readonly ambiente: Ambiente | null
  /** Hashes of its secret under each pepper, the newest first. */
  readonly hashes: readonly Buffer[]
}

export type Learned = Partial<
  Pick<Call, 'presented' | 'admission' | 'admitted' | 'found' | 'windows'>
>

export type Gate = (call: Call) => Learned | undefined | Promise<Learned | undefined>

/** A header that was sent exactly once, else undefined. */
export function header(call: Call, name: string): string | undefined {
  const value = call.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The scope that a route requires of its key; null: none. */
export function scopeOf(route: RouteName): Scope | null {
  const { scope }: RouteSpec = ROUTE_SPECS[route]
  return scope === 'any' ? null : scope
}
