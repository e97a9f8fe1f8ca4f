/** Refusals as responses of the wire. */
import { REFUSALS, type RefusalCode, Refused } from '@sello/contract'

export const JSON_TYPE = 'application/json; charset=utf-8'

export const statusOf = (code: RefusalCode) => REFUSALS[code].status

export function errorBody({ code, message, details }: Refused<RefusalCode>): string {
  return JSON.stringify({ error: { code, message, details } })
}

/** Seconds before the same request may be retried; null: never. */
export function retryAfterOf(refused: Refused<RefusalCode>): number | null {
  if (isRateLimited(refused)) return refused.details.retryAfterSeconds
  return REFUSALS[refused.code].retry === 'safe' ? RETRY_AFTER_SECONDS : null
}

const isRateLimited = (refused: Refused<RefusalCode>): refused is Refused<'rate_limited'> =>
  refused.code === 'rate_limited'

/** Long enough for a lock or a restart to pass, and usually for a running issue call to end. */
const RETRY_AFTER_SECONDS = 2

/** 400 about the body as a whole. */
export function bodyRefusal(message: string): Refused<'invalid_request'> {
  return new Refused('invalid_request', message, { field: 'body' })
}
