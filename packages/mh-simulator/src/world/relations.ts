/**
 * What later documents need to know about sealed ones: the origins that notes adjust, how much of each
 * was credited, and what was invalidated. Only seals are recorded, so a rejected note has no effect.
 */

import { detached } from '../json/parse.ts'
import type { Kept } from './kept.ts'

/**
 * What a document sold or a note takes back: by kind of sale, by tribute, and of a document the 1 % that it perceived
 * or retained. A refusal uses the same names.
 */
export type Importes = ReadonlyMap<string, bigint>

export const SIN_IMPORTES: Importes = new Map()

/** What a note is checked against. */
export interface Origen {
  readonly fecEmi: string
  /** The buyer's number; every sealed origin has one. */
  readonly receptor: string
  /** The third party it was sold for, or null. */
  readonly tercero: string | null
  /** The amounts sold, net of the global discounts. */
  readonly importes: Importes
}

/** By the origin's codigoGeneracion, the amounts that a note takes back. */
export type Creditos = ReadonlyMap<string, Importes>

export interface Relations {
  readonly origin: (codigoGeneracion: string) => Origen | null
  readonly credited: (codigoGeneracion: string) => Importes
  readonly isInvalidated: (codigoGeneracion: string) => boolean
  readonly recordOrigin: (codigoGeneracion: string, origen: Origen) => void
  readonly recordNote: (codigoGeneracion: string, creditos: Creditos) => void
  /** For whom a sealed document sold; null: for its issuer. */
  readonly terceroOf: (codigoGeneracion: string) => string | null
  readonly recordTercero: (codigoGeneracion: string, tercero: string) => void
  /** Whether a valid liquidation lists it: a document, or a document as invalidated. */
  readonly isLiquidated: (listed: string) => boolean
  readonly recordLiquidation: (codigoGeneracion: string, listed: readonly string[]) => void
  /** From then on nothing new may relate it. If it was a note, its credits are released; a liquidation frees its documents. */
  readonly invalidate: (codigoGeneracion: string) => void
  readonly kept: Kept
}

export function createRelations(): Relations {
  const origins = new Map<string, Origen>()
  const credited = new Map<string, Importes>()
  const notes = new Map<string, Creditos>()
  const invalidated = new Set<string>()
  const terceros = new Map<string, string>()
  const liquidations = new Map<string, readonly string[]>()
  const liquidated = new Set<string>()
  const move = (creditos: Creditos, sign: 1n | -1n) => {
    for (const [origin, importes] of creditos) {
      credited.set(origin, plus(credited.get(origin) ?? SIN_IMPORTES, importes, sign))
    }
  }
  return {
    kept: { origins, credited, notes, invalidated, terceros, liquidations, liquidated },
    origin: (codigo) => origins.get(codigo) ?? null,
    credited: (codigo) => credited.get(codigo) ?? SIN_IMPORTES,
    isInvalidated: (codigo) => invalidated.has(codigo),
    recordOrigin: (codigo, origen) => {
      const receptor = detached(origen.receptor)
      const tercero = origen.tercero === null ? null : detached(origen.tercero)
      origins.set(codigo, { ...origen, receptor, tercero })
    },
    recordNote: (codigo, creditos) => {
      const kept = new Map([...creditos].map(([origin, importes]) => [detached(origin), importes]))
      notes.set(codigo, kept)
      move(kept, 1n)
    },
    terceroOf: (codigo) => terceros.get(codigo) ?? null,
    recordTercero: (codigo, tercero) => terceros.set(codigo, detached(tercero)),
    isLiquidated: (listed) => liquidated.has(listed),
    recordLiquidation: (codigo, listed) => {
      const kept = listed.map(detached)
      liquidations.set(codigo, kept)
      for (const one of kept) liquidated.add(one)
    },
    invalidate: (codigo) => {
      if (invalidated.has(codigo)) return
      invalidated.add(codigo)
      for (const one of liquidations.get(codigo) ?? []) liquidated.delete(one)
      move(notes.get(codigo) ?? new Map(), -1n)
    },
  }
}

export function plus(a: Importes, b: Importes, sign: 1n | -1n = 1n): Importes {
  const sums = new Map(a)
  for (const [name, importe] of b) sums.set(name, (sums.get(name) ?? 0n) + sign * importe)
  return sums
}
