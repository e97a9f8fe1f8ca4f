/** When the ministry sealed a contingency event: from then on its documents have 72 hours. */
import { MINUTE_MS } from '../../base/time/durations.ts'
import { ministryInstant } from '../../base/time/ministry-instant.ts'

/** The columns of an event `e` that `eventSealedAt` reads. */
export const EVENT_SEAL = `e.created_at as event_signed_at, e.sello_recibido, e.fh_procesamiento,
  (select min((h ->> 'fecha')::timestamptz) from jsonb_array_elements(e.historial) h
    where h ->> 'estado' = 'sellado') as event_recorded_at`

export interface EventSealRow {
  readonly event_signed_at: Date | null
  readonly sello_recibido: string | null
  readonly fh_procesamiento: string | null
  readonly event_recorded_at: Date | null
}

/** The clocks differ by less, or nothing is issued (ADR 0040). */
const SKEW_MS = MINUTE_MS

/**
 * Null: it has no seal. The ministry's own instant, since we may have heard of it hours later. Where its answer
 * was lost for good, or its date cannot be, the earliest that it may have been: a deadline told late is missed.
 */
export function eventSealedAt(row: EventSealRow): Date | null {
  const { event_signed_at: signedAt, event_recorded_at: recordedAt } = row
  if (!signedAt || !recordedAt) return null
  if (row.sello_recibido === null) return signedAt
  const stated = ministryInstant(row.fh_procesamiento)
  if (!stated || stated.getTime() < signedAt.getTime() - SKEW_MS) return recordedAt
  return stated < recordedAt ? stated : recordedAt
}
