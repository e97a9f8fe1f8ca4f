/** What a run is told that the ministry asks, where its screen says other numbers than the contract's. */
import {
  EVENTOS_CERTIFICACION,
  EVENTOS_META,
  type EventoCertificacion,
  METAS_CERTIFICACION,
  type Metas,
  type TipoDte,
} from '@sello/contract'

/**
 * Reads `01=10,03=5,retorno=2`, as the screen of the issuers' site may have it, for types and events; what is not named
 * is not asked, but for the events, which stay five. Null where it is no such list, with whole numbers up to a thousand.
 */
export function readGoals(text: string): Metas | null {
  const goals = new Map<TipoDte | EventoCertificacion, number>(
    EVENTOS_CERTIFICACION.map((evento) => [evento, EVENTOS_META]),
  )
  const named = new Set<string>()
  for (const one of text.split(',')) {
    const [, what = '', count = ''] = /^(\d\d|[a-z]+)=(\d{1,4})$/.exec(one.trim()) ?? []
    if (!isGoal(what) || named.has(what) || Number(count) > 1_000) return null
    named.add(what)
    goals.set(what, Number(count))
  }
  return goals
}

const isGoal = (text: string): text is TipoDte | EventoCertificacion =>
  [...METAS_CERTIFICACION.keys()].some((goal) => goal === text)
