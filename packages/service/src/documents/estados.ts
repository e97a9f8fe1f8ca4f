/**
 * The life of a document. This table is the only place that names a transition, and `advance` the
 * only function that writes the column.
 */
import type { Estado } from '@sello/contract'

// biome-ignore format: a table
export const TRANSITIONS = [
  // from            trigger        to
  ['firmado',       'sealed',      'sellado'],
  ['firmado',       'rejected',    'rechazado'],
  ['firmado',       'unanswered',  'contingencia'],
  ['contingencia',  'sealed',      'sellado'],
  ['contingencia',  'rejected',    'rechazado'],
  ['contingencia',  'unanswered',  'contingencia'],
] as const satisfies readonly (readonly [Estado, string, Estado])[]

export type Trigger = (typeof TRANSITIONS)[number][1]
