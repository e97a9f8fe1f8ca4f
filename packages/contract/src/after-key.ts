import type { RefusalCode } from './refusals.ts'

/**
 * The refusals that every route decides after looking for an earlier request with the same Idempotency-Key, so that
 * request issued nothing either. Any other refusal of a repeat says nothing about earlier requests.
 */
const AFTER_KEY: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'reference_in_use',
  'has_return_events',
  'validation_failed',
  'mh_rejected',
  'idempotency_key_reuse',
  'return_exceeds_available',
  'return_window_closed',
  'return_type_not_allowed',
  'amount_limit',
])

export const isAfterKey = (code: RefusalCode): boolean => AFTER_KEY.has(code)
