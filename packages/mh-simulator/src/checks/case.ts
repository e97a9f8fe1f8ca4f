import type { Message } from '../codes.ts'
import type { Documento, Venta } from '../documento.ts'
import { SCALE } from '../json/decimal.ts'
import type { Node } from '../structure/nodes.ts'
import type { Events } from '../world/events.ts'
import type { Ledger } from '../world/ledger.ts'
import type { Relations } from '../world/relations.ts'
import type { Taxpayer } from '../world/taxpayers.ts'
import type { Suma } from './suma.ts'

/** The properties of one type that the shared checks use. What only one type needs is a check of its own. */
export interface TipoDocumento<D extends Documento = Documento> {
  readonly estructura: Node<D>
  /** The published schema's file name. */
  readonly schema: string
  /** Whether prices include the IVA (01). */
  readonly ivaIncluido: boolean
  /** The kinds of sale of a line, besides a charge outside the base; a free line is of the last one. */
  readonly ventas: readonly Venta[]
  readonly tiposItem: ReadonlySet<number>
  /** The tribute that every taxed line lists, or null. */
  readonly tributoVenta: string | null
  /** The tributes of section 1 that its lines may list. */
  readonly seccion1: ReadonlySet<string>
  /** The types that it may relate. */
  readonly relacionables: ReadonlySet<string>
  /** Whether it adjusts what it relates: then the parties must match and there is a deadline. */
  readonly ajuste: 'credito' | 'debito' | null
  /** The amounts of the summary, each with the results that are accepted for it. */
  sumas(documento: D): readonly Suma[]
  readonly propios: readonly Check[]
}

/** A document with a valid signature and structure, and the context that the checks need. */
export interface Case {
  readonly taxpayer: Taxpayer
  readonly tipo: TipoDocumento
  readonly documento: Documento
  readonly ledger: Ledger
  readonly relations: Relations
  readonly events: Events
  readonly now: Date
  /** The only environment accepted, or null for both. */
  readonly ambiente: string | null
}

/** Returns the first refusal, or null. */
export type Check = (subject: Case) => Message | null

/** The integer value of an amount; NaN for a fraction, which is in no catalogue. */
export function toInteger(units: bigint): number {
  return units % SCALE === 0n ? Number(units / SCALE) : Number.NaN
}

/** Runs one check over the members of a list and returns the first refusal. */
export function firstOf<T>(
  items: readonly T[],
  check: (item: T, index: number) => Message | null,
): Message | null {
  for (const [index, item] of items.entries()) {
    const found = check(item, index)
    if (found) return found
  }
  return null
}
