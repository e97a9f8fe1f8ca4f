/**
 * A seal older than its document belongs to another document: one that the database lost, and whose number and code
 * were issued again (ADR 0071).
 */

import type { FilingRef } from '../filings/filing.ts'
import { MINUTE_MS } from '../time/durations.ts'

const PROCESADO = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2}:\d{2})$/
const EMITIDO = /"fecEmi":"(\d{4}-\d{2}-\d{2})","horEmi":"(\d{2}:\d{2}:\d{2})"/
/** Issuing stops when the clocks differ by more (ADR 0040). */
const SKEW_MS = MINUTE_MS

/** False if either time is unknown, or the filing is not a document. */
export function sealPredates(
  filing: FilingRef & { readonly payload?: string },
  fhProcesamiento: string | null,
): boolean {
  const [, day, month, year, time] = PROCESADO.exec(fhProcesamiento ?? '') ?? []
  const [, fecEmi, horEmi] = EMITIDO.exec(filing.payload ?? '') ?? []
  if (filing.kind !== 'documento' || !time || !horEmi) return false
  const processed = Date.parse(`${year}-${month}-${day}T${time}-06:00`)
  return processed < Date.parse(`${fecEmi}T${horEmi}-06:00`) - SKEW_MS
}
