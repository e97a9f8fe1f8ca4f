/** What a replay knows along the way: the simulator's own seals and lots, and what can no longer be compared. */
import type { Paper } from './mentions.ts'

export interface State {
  /** The recorded text with the simulator's seals in place of the ministry's. */
  withOwnSeals(text: string): string
  noteSeals(
    codigoGeneracion: string,
    seals: { ministry?: string | null; own?: string | null },
  ): void
  readonly lots: Map<string, string>
  /** Codes that this recording has sent. */
  readonly sent: Set<string>
  /** Codes and numbers of which the ministry and the simulator hold different things since a difference. */
  readonly differing: Set<string>
}

const SEAL = /\b[0-9A-Z]{40}\b/g

export function createState(): State {
  const ownSeals = new Map<string, string>()
  const sealedCodes = new Map<string, string>()
  return {
    withOwnSeals: (text) =>
      text.replaceAll(SEAL, (seal) => ownSeals.get(sealedCodes.get(seal) ?? '') ?? seal),
    noteSeals(code, { ministry, own }) {
      if (ministry) sealedCodes.set(ministry, code)
      if (own) ownSeals.set(code, own)
    },
    lots: new Map(),
    sent: new Set(),
    differing: new Set(),
  }
}

/** Why a document's answer says nothing by itself; null: it does. */
export function whyUnclear(
  { sent, differing }: State,
  { codigoGeneracion, numeroControl, named }: Paper,
  isContingencia: boolean,
): 'derivado' | 'anterior' | null {
  const all = [codigoGeneracion, numeroControl, ...named]
  if (all.some((one) => one !== null && differing.has(one))) return 'derivado'
  // A contingency event names what is sent after it.
  return !isContingencia && named.some((one) => !sent.has(one)) ? 'anterior' : null
}

/** Whatever it names has other notes, returns and balances now. */
export function markDiffering({ differing }: State, paper: Paper): void {
  const { codigoGeneracion, numeroControl, named } = paper
  for (const one of [codigoGeneracion, numeroControl, ...named])
    if (one !== null) differing.add(one)
}
