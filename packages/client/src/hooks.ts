/** What a caller may log. No hook sees a header, a body, a key or anything of a buyer. */
import type { RouteName } from './generated/wire.ts'

export interface CallFacts {
  readonly route: RouteName
  readonly method: string
  /** The address without its query, whose filters may name a buyer. */
  readonly path: string
  readonly idempotencyKey: string | null
  /** From 1. */
  readonly attempt: number
}

export interface EndFacts extends CallFacts {
  /** Null where no answer came. */
  readonly status: number | null
  /** The refusal's code, or why no answer came; null of a good answer. */
  readonly code: string | null
  readonly requestId: string | null
  readonly durationMs: number
}

export interface Hooks {
  onRequest?(facts: CallFacts): void
  onAnswer?(facts: EndFacts): void
  /** Before a wait: why, and for how long. */
  onRetry?(facts: EndFacts & { readonly delayMs: number }): void
}
