import type { Message } from '../codes.ts'
import type { Documento, TipoDocumento } from '../documentos.ts'
import { SCALE } from '../json/decimal.ts'
import type { Events } from '../world/events.ts'
import type { Ledger } from '../world/ledger.ts'
import type { Relations } from '../world/relations.ts'
import type { Taxpayer } from '../world/taxpayers.ts'

/** A document whose signature and structure are right, and what it is judged by. */
export interface Case {
  readonly taxpayer: Taxpayer
  readonly tipo: TipoDocumento
  readonly documento: Documento
  readonly ledger: Ledger
  readonly relations: Relations
  readonly events: Events
  readonly now: Date
  /** The only environment that is taken, or null for both. */
  readonly ambiente: string | null
}

/** The first refusal that it finds, or null. */
export type Check = (subject: Case) => Message | null

/** The integer that an amount is; NaN for a fraction, which no catalogue holds. */
export function toInteger(units: bigint): number {
  return units % SCALE === 0n ? Number(units / SCALE) : Number.NaN
}

/** Runs one check over the members of a list and gives the first refusal. */
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
