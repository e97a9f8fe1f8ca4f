/**
 * The documents of a certification, each under a `referencia` of its own. The service has at most one live document for
 * each, so a run that was stopped anywhere finds what exists and makes the rest, and nothing twice. No file remembers
 * anything.
 */
import type { ListRow, Sello } from '@sello/client'
import type { TipoDte } from '@sello/contract'

/** What a document is made for: to be counted for its type, or to carry an event. */
export type Serie = TipoDte | 'contingencia' | 'invalidacion'

export interface Slot {
  readonly serie: Serie
  /** From 1. */
  readonly n: number
}

/** Lower case letters and digits. */
export const CAMPAIGN = /^[a-z0-9]{1,20}$/

export const referenciaOf = (campaign: string, { serie, n }: Slot): string =>
  `certificacion-${campaign}-${serie}-${String(n).padStart(4, '0')}`

/** Null: it is not of this certification. */
export function slotOf(campaign: string, referencia: string | null): Slot | null {
  const [, of, serie, n] =
    /^certificacion-([a-z0-9]+)-(\d\d|contingencia|invalidacion)-(\d{4})$/.exec(referencia ?? '') ??
    []
  return of === campaign ? { serie: serie as Serie, n: Number(n) } : null
}

export type Row = Pick<
  ListRow,
  'estado' | 'codigoGeneracion' | 'numeroControl' | 'tipoDte' | 'selloRecibido' | 'referencia'
>

export interface Inventory {
  /** The documents of this certification, each in its place. */
  readonly made: Map<string, Row>
  /** Sealed documents besides, by type: made by hand, or by another certification. */
  readonly others: ReadonlyMap<TipoDte, number>
}

const LIVE: ReadonlySet<string> = new Set(['firmado', 'contingencia', 'sellado', 'invalidado'])

/** Every document of these types in the key's environment. */
export async function takeInventory(
  sello: Sello,
  campaign: string,
  types: readonly TipoDte[],
  signal: AbortSignal,
): Promise<Inventory> {
  const made = new Map<string, Row>()
  const others = new Map<TipoDte, number>()
  for (const tipoDte of types) {
    for await (const row of sello.list({ tipoDte, limit: 100 }, { signal })) {
      const isOurs = slotOf(campaign, row.referencia) !== null
      if (isOurs && LIVE.has(row.estado)) made.set(row.referencia ?? '', row)
      if (!isOurs && row.estado === 'sellado') others.set(tipoDte, (others.get(tipoDte) ?? 0) + 1)
    }
  }
  return { made, others }
}

/** The documents of one series, in their order. */
export function seriesOf({ made }: Inventory, campaign: string, serie: Serie): readonly Row[] {
  return [...made.values()]
    .filter((row) => slotOf(campaign, row.referencia)?.serie === serie)
    .toSorted((a, b) => ((a.referencia ?? '') < (b.referencia ?? '') ? -1 : 1))
}
