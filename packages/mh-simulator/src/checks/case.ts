import type { Message } from '../codes.ts'
import type { Documento, TipoDocumento } from '../documentos.ts'
import { SCALE } from '../json/decimal.ts'
import type { Events } from '../world/events.ts'
import type { Ledger } from '../world/ledger.ts'
import type { Relations } from '../world/relations.ts'
import type { Taxpayer } from '../world/taxpayers.ts'

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
