/** What a refused signing call says about its action: whether it may be sent again as another request. */

/** The contract's `afterKey`: an earlier call with the same key did nothing either. */
const AFTER_THE_KEY: ReadonlySet<string> = new Set([
  ...['reference_in_use', 'validation_failed', 'mh_rejected', 'amount_limit', 'has_return_events'],
  ...['return_exceeds_available', 'return_window_closed', 'return_type_not_allowed'],
])
const IN_DOUBT: ReadonlySet<string> = new Set(['idempotency_in_flight'])

/**
 * `nada`: nothing was spent, the next call is another request and takes a new key. `llego`: an earlier call with
 * this key and another content was taken. `duda`: it is not known; only the same key may ask. `sinRespuesta` says
 * that an earlier call with this key got no answer.
 */
export function meaningOf(
  refusal: { readonly code: string; readonly status: number },
  sinRespuesta: boolean,
): 'nada' | 'llego' | 'duda' {
  if (refusal.code === 'idempotency_key_reuse') return 'llego'
  if (refusal.status >= 500 || IN_DOUBT.has(refusal.code)) return 'duda'
  return sinRespuesta && !AFTER_THE_KEY.has(refusal.code) ? 'duda' : 'nada'
}
