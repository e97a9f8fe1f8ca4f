/** The data that a caller may log. No hook gets a header, a body, a key or a buyer's data. */
import type { RouteName } from './generated/wire.ts'

export interface CallFacts {
  readonly route: RouteName
  readonly method: string
  /** The address without its query, whose filters may name a buyer. */
  readonly path: string
  readonly idempotencyKey: string | null
  /** Counted from 1. */
  readonly attempt: number
}

export interface EndFacts extends CallFacts {
  /** Null if no answer arrived. */
  readonly status: number | null
  /** The refusal's code, or why no answer arrived; null for a successful answer. */
  readonly code: string | null
  readonly requestId: string | null
  readonly durationMs: number
}

/** Errors of a hook are ignored: a failing logger must not lose an answer. */
export interface Hooks {
  onRequest?(facts: CallFacts): void
  onAnswer?(facts: EndFacts): void
  /** Before a wait: why, and for how long. */
  onRetry?(facts: EndFacts & { readonly delayMs: number }): void
}

/** The same hooks, with their errors ignored. */
export function quiet(hooks: Hooks): Hooks {
  return {
    onRequest: (facts) => pass(() => hooks.onRequest?.(facts)),
    onAnswer: (facts) => pass(() => hooks.onAnswer?.(facts)),
    onRetry: (facts) => pass(() => hooks.onRetry?.(facts)),
  }
}

function pass(call: () => void): void {
  try {
    call()
  } catch {
    // The caller's own error: the document matters more than its log.
  }
}
