/** What the ministry asks of a company in its test service before it authorizes production. */
import type { TipoDte } from '@sello/contract'

/**
 * Sealed documents of each type that the company asked for. Source: Anexo I (MF) p. 76, and what issuers saw on their
 * screens in 2026 (docs/sources.md#certification). Screens have differed, so a run may be told other goals.
 */
// biome-ignore format: a table
const GOALS: Readonly<Partial<Record<TipoDte, number>>> = {
  '01': 90, '03': 75, '04': 50, '05': 50, '06': 25, '07': 50, '08': 75, '09': 50, '11': 90, '14': 25, '15': 25,
}

/** The types in an order in which each finds what it needs: notes correct a 03. */
export const ORDER = ['03', '01', '04', '07', '08', '09', '11', '14', '15', '05', '06'] as const

/** Events that are asked of each company, whatever its types. */
export const EVENTS = ['contingencia', 'retorno', 'invalidacion'] as const
export type Evento = (typeof EVENTS)[number]
const EVENTS_EACH = 5

/** A number for each of them; none: nothing of it is asked. */
export type Goals = ReadonlyMap<TipoDte | Evento, number>

export const ALL_GOALS: Goals = new Map([
  ...(Object.entries(GOALS) as [TipoDte, number][]),
  ...EVENTS.map((evento) => [evento, EVENTS_EACH] as const),
])

/**
 * Reads `01=10,03=5,retorno=2`, as the screen of the issuers' site may have it, for types and events; what is not named
 * is not asked, but for the events, which stay five. Null where it is no such list, with whole numbers up to a thousand.
 */
export function readGoals(text: string): Goals | null {
  const goals = new Map<TipoDte | Evento, number>(EVENTS.map((evento) => [evento, EVENTS_EACH]))
  const named = new Set<string>()
  for (const one of text.split(',')) {
    const [, what = '', count = ''] = /^(\d\d|[a-z]+)=(\d{1,4})$/.exec(one.trim()) ?? []
    if (!isGoal(what) || named.has(what) || Number(count) > 1_000) return null
    named.add(what)
    goals.set(what, Number(count))
  }
  return goals
}

const isGoal = (text: string): text is TipoDte | Evento =>
  Object.hasOwn(GOALS, text) || EVENTS.some((evento) => evento === text)
