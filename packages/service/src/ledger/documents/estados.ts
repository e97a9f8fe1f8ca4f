/**
 * The state machine of documents. Only these tables name a state that a document begins in or moves to; every
 * writer of the column takes it from here: firmado.ts and corrected.ts for what is issued, advance.ts for the
 * ministry's answers, reservado.ts for the ends of a reservation, ledger/events/cancel.ts for a sealed invalidation.
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
  ['rechazado',     'sealed',      'sellado'], // an unanswered sending before the rejection was sealed after all
  ['sellado',       'invalidated', 'invalidado'],
  // A correction under the same code and number begins like a new document; the rejected attempt is archived.
  ['rechazado',     'prepare',        'reservado'],
  ['rechazado',     'issue',          'firmado'],
  ['rechazado',     'issue_deferred', 'contingencia'],
] as const satisfies readonly (readonly [Estado, string, Estado])[]

/**
 * Live states: the document counts, or may still count. It keeps its reference, and a note counts against the
 * documents that it adjusts.
 */
export const ESTADOS_VIVOS: readonly Estado[] = ['reservado', 'firmado', 'contingencia', 'sellado']

export type Beginning = (typeof BEGINNINGS)[number][1]
type Trigger = (typeof TRANSITIONS)[number][1]

/** The first state of a new document, by what creates it. */
export function firstEstado(beginning: Beginning): Estado {
  const row = BEGINNINGS.find(([, one]) => one === beginning)
  if (!row) throw new Error(`bug: no document begins by ${beginning}`)
  return row[0]
}

/** The states that a trigger with a single transition connects. */
export function stepOf(trigger: Trigger): { readonly from: Estado; readonly to: Estado } {
  const [step, ...others] = TRANSITIONS.filter(([, one]) => one === trigger)
  if (!step || others.length > 0) throw new Error(`bug: ${trigger} has no one state to move from`)
  const [from, , to] = step
  return { from, to }
}
