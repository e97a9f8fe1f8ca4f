/**
 * What sealed documents mean to later ones: the origins that notes adjust, how much of each was
 * credited, and what was invalidated. Only seals are written here, so a rejected note counts nothing.
 */

import { detached } from '../json/parse.ts'

/** The sales of a document by their kind, in hundred-millionths. */
export interface Ventas {
  readonly ventaNoSuj: bigint
  readonly ventaExenta: bigint
  readonly ventaGravada: bigint
}

export const SIN_VENTAS: Ventas = { ventaNoSuj: 0n, ventaExenta: 0n, ventaGravada: 0n }

/** What a note is held against. */
export interface Origen {
  readonly fecEmi: string
  /** The buyer's number, without which no origin is sealed. */
  readonly receptor: string
  /** Who it was sold for, or null. */
  readonly tercero: string | null
  /** What it sold, net of the discounts of the whole. */
  readonly ventas: Ventas
}

/** By the origin's codigoGeneracion, what a note takes back of it. */
export type Creditos = ReadonlyMap<string, Ventas>

export interface Relations {
  readonly origin: (codigoGeneracion: string) => Origen | null
  readonly credited: (codigoGeneracion: string) => Ventas
  readonly isInvalidated: (codigoGeneracion: string) => boolean
  readonly recordOrigin: (codigoGeneracion: string, origen: Origen) => void
  readonly recordNote: (codigoGeneracion: string, creditos: Creditos) => void
  /** Afterwards nothing new may relate it; what it credited, if it was a note, is given back. */
  readonly invalidate: (codigoGeneracion: string) => void
}

export function createRelations(): Relations {
  const origins = new Map<string, Origen>()
  const credited = new Map<string, Ventas>()
  const notes = new Map<string, Creditos>()
  const invalidated = new Set<string>()
  const move = (creditos: Creditos, sign: 1n | -1n) => {
    for (const [origin, ventas] of creditos) {
      credited.set(origin, plus(credited.get(origin) ?? SIN_VENTAS, ventas, sign))
    }
  }
  return {
    origin: (codigo) => origins.get(codigo) ?? null,
    credited: (codigo) => credited.get(codigo) ?? SIN_VENTAS,
    isInvalidated: (codigo) => invalidated.has(codigo),
    recordOrigin: (codigo, origen) => {
      const receptor = detached(origen.receptor)
      const tercero = origen.tercero === null ? null : detached(origen.tercero)
      origins.set(codigo, { ...origen, receptor, tercero })
    },
    recordNote: (codigo, creditos) => {
      const kept = new Map([...creditos].map(([origin, ventas]) => [detached(origin), ventas]))
      notes.set(codigo, kept)
      move(kept, 1n)
    },
    invalidate: (codigo) => {
      if (invalidated.has(codigo)) return
      invalidated.add(codigo)
      move(notes.get(codigo) ?? new Map(), -1n)
    },
  }
}

export function plus(a: Ventas, b: Ventas, sign: 1n | -1n = 1n): Ventas {
  return {
    ventaNoSuj: a.ventaNoSuj + sign * b.ventaNoSuj,
    ventaExenta: a.ventaExenta + sign * b.ventaExenta,
    ventaGravada: a.ventaGravada + sign * b.ventaGravada,
  }
}
