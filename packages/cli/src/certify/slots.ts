/**
 * The documents of a certification, each under a `referencia` of its own. The service has at most one live document for
 * each, so a run that was stopped anywhere finds what exists and makes the rest, and nothing twice. No file remembers
 * anything.
 */
import type { ListRow, Sello } from '@sello/client'
import {
  referenciaOfSerie,
  type SerieCertificacion,
  seriePattern,
  type TipoDte,
} from '@sello/contract'

export type Serie = SerieCertificacion

export interface Slot {
  readonly serie: Serie
  /** From 1. */
  readonly n: number
}

export const referenciaOf = (campaign: string, { serie, n }: Slot): string =>
  referenciaOfSerie(campaign, serie, n)

/** Null: it is not of this certification. */
export function slotOf(campaign: string, referencia: string | null): Slot | null {
  const found = new RegExp(seriePattern(campaign)).exec(referencia ?? '')
  return found ? { serie: found[1] as Serie, n: Number(found[2]) } : null
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
