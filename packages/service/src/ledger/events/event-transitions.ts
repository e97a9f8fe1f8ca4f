/** The state machine of events. Only this table names a transition; settle-event.ts and cancel.ts apply them. */
import type { EstadoEvento } from '@sello/contract'

/** `invalidated`: the seal of its own invalidation cancels a return event, or one of special operations. */
// biome-ignore format: a table
const EVENT_TRANSITIONS = [
  // from          trigger        to
  ['firmado',     'sealed',      'sellado'],
  ['firmado',     'held',        'sellado'],
  ['firmado',     'rejected',    'rechazado'],
  ['firmado',     'unanswered',  'firmado'],
  ['firmado',     'abandoned',   'abandonado'],
  ['rechazado',   'sealed',      'sellado'], // an earlier sending without an answer was sealed after all
  ['abandonado',  'sealed',      'sellado'], // the same, for a sending before it was abandoned
  ['sellado',     'invalidated', 'invalidado'],
] as const satisfies readonly (readonly [EstadoEvento, string, EstadoEvento])[]

type Trigger = (typeof EVENT_TRANSITIONS)[number][1]

export function stepsOf(trigger: Trigger): { from: readonly EstadoEvento[]; to: EstadoEvento } {
  const steps = EVENT_TRANSITIONS.filter(([, one]) => one === trigger)
  const [first] = steps
  if (!first) throw new Error(`bug: no event is ${trigger}`)
  return { from: steps.map(([from]) => from), to: first[2] }
}

/** Decided, but the ministry may still seal an earlier unanswered sending, so these are queried for a day. */
export const IN_DOUBT: ReadonlySet<EstadoEvento> = new Set(['rechazado', 'abandonado'])
