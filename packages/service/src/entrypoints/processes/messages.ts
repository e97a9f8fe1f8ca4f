/** What the first process and those that serve tell each other, over the channel of node:cluster. */
import type { Figures } from '../../base/telemetry/figures.ts'
import type { Facts } from '../operator/facts.ts'

/** What a process says of itself once it serves. */
export interface Ready {
  readonly url: string
  readonly clockUrl: string | null
  readonly console: 'served' | 'off' | 'unbuilt'
}

/** Why a process could not start, as its command would have said it. */
export interface Failure {
  readonly ending: string
  readonly message: string
}

/** To a process that serves. `lingerMs`: how long callers have to end their connections themselves. */
export type Order =
  | { readonly kind: 'ask'; readonly id: number; readonly what: keyof Facts }
  | { readonly kind: 'stop'; readonly lingerMs: number }

/** From a process that serves. */
export type Report =
  | { readonly kind: 'ready'; readonly ready: Ready }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'unanswered'; readonly id: number; readonly why: string }
  /** Its last figures, before it ends. */
  | { readonly kind: 'counted'; readonly figures: Figures }
