/**
 * A seal older than its document belongs to another document: one that the database lost, and whose number and code
 * were issued again (ADR 0071).
 */

import { MINUTE_MS } from '../../base/time/durations.ts'
import { ministryInstant } from '../../base/time/ministry-instant.ts'
import type { FilingRef } from '../../ledger/transmission/filing.ts'

const EMITIDO = /"fecEmi":"(\d{4}-\d{2}-\d{2})","horEmi":"(\d{2}:\d{2}:\d{2})"/
/** Issuing stops when the clocks differ by more (ADR 0040). */
const SKEW_MS = MINUTE_MS

/**
 * `behindMs` is how far the ministry's clock is behind, by the `Date` of its answer; 0: not known to be. False if
 * either time is unknown, or the filing is not a document.
 */
export function sealPredates(
  filing: FilingRef & { readonly payload?: string },
  fhProcesamiento: string | null,
  behindMs: number,
): boolean {
  const processed = ministryInstant(fhProcesamiento)
  const [, fecEmi, horEmi] = EMITIDO.exec(filing.payload ?? '') ?? []
  if (filing.kind !== 'documento' || !processed || !horEmi) return false
  return processed.getTime() + behindMs < Date.parse(`${fecEmi}T${horEmi}-06:00`) - SKEW_MS
}
