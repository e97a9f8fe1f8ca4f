/**
 * The state machine of documents. Only this table names a transition. The column is written by `advance` for the
 * ministry's answers, by the two moves of a reservation (reservado.ts), and by the seal of an invalidation
 * (filings/cancel.ts).
 */
import type { Estado } from '@sello/contract'

/** The initial states, and what creates them. */
export const BEGINNINGS = [
  ['reservado', 'prepare'],
  ['firmado', 'issue'],
  ['contingencia', 'issue_deferred'],
] as const satisfies readonly (readonly [Estado, string])[]

// biome-ignore format: a table
export const TRANSITIONS = [
  // from            trigger        to
  ['reservado',     'signed',      'firmado'],
  ['reservado',     'expired',     'liberado'],
  ['firmado',       'sealed',      'sellado'],
  ['firmado',       'rejected',    'rechazado'],
  ['firmado',       'unanswered',  'contingencia'],
  ['contingencia',  'sealed',      'sellado'],
  ['contingencia',  'rejected',    'rechazado'],
  ['contingencia',  'unanswered',  'contingencia'],
  ['rechazado',     'sealed',      'sellado'], // the seal of a sending without an answer that came before the rejection
  ['sellado',       'invalidated', 'invalidado'],
] as const satisfies readonly (readonly [Estado, string, Estado])[]

/**
 * Live states: the document counts, or may yet. It keeps its reference, and as a note it counts against other
 * documents.
 */
export const ESTADOS_VIVOS: readonly Estado[] = ['reservado', 'firmado', 'contingencia', 'sellado']

type Trigger = (typeof TRANSITIONS)[number][1]

/** Where a trigger that moves from one state alone leads from, and to. */
export function stepOf(trigger: Trigger): { readonly from: Estado; readonly to: Estado } {
  const [step, ...others] = TRANSITIONS.filter(([, one]) => one === trigger)
  if (!step || others.length > 0) throw new Error(`bug: ${trigger} has no one state to move from`)
  const [from, , to] = step
  return { from, to }
}
