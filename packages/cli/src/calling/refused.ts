/** Refusals of one request among many: the others go on. */
import { isSelloError, type SelloError } from '@sello/client'

const OF_THE_REQUEST: ReadonlySet<string> = new Set([
  'invalid_request',
  'validation_failed',
  'mh_rejected',
  'not_found',
  'amount_limit',
  'reference_in_use',
])

/** False for whatever would refuse or befall the others too, and where the outcome is not known. */
export const isOfTheRequest = ({ outcome, code }: SelloError): boolean =>
  outcome !== 'unknown' && OF_THE_REQUEST.has(code)

/** Why, with the field of each problem and the ministry's observations. */
export function reasonOf(error: SelloError): string {
  if (isSelloError(error, 'mh_rejected')) {
    return [error.message, ...error.details.observaciones].join(' ')
  }
  const { issues = [] } = error.details as {
    issues?: readonly { field: string; message: string }[]
  }
  const all = issues.map(({ field, message }) => `${field}: ${message}`)
  return all.length > 0 ? all.join(' ') : error.message
}
