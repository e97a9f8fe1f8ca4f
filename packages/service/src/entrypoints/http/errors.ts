/** Refusals as responses of the wire. */
import { type AnyRefusalCode, Refused, refusalOf } from '@sello/contract'

export const JSON_TYPE = 'application/json; charset=utf-8'

export const statusOf = (code: AnyRefusalCode) => refusalOf(code).status

export function errorBody({ code, message, details }: Refused): string {
  return JSON.stringify({ error: { code, message, details } })
}

/** Seconds before the same request may be retried; null: never. */
export function retryAfterOf({ code, details }: Refused): number | null {
  if ('retryAfterSeconds' in details) return details.retryAfterSeconds
  if ('segundos' in details) return details.segundos
  return refusalOf(code).retry === 'safe' ? RETRY_AFTER_SECONDS : null
}

/** Long enough for a lock or a restart to pass, and usually for a running issue call to end. */
const RETRY_AFTER_SECONDS = 2

/** 400 about the body as a whole. */
export function bodyRefusal(message: string): Refused<'invalid_request'> {
  return new Refused('invalid_request', message, { field: 'body' })
}
