/**
 * How much of a document its credit notes take back. The sum of them is at most what the document
 * sold, net of its global discounts, kind by kind. Source: docs/sources.md#documentos-relacionados.
 */
import type { CreditoFiscal, NotaCredito } from './documento.ts'
import { CERO, type Monto, minus, plus, round } from './monto.ts'

/** Amounts by the kind of sale; the names are those of a request. */
export interface Ventas {
  readonly noSujetas: Monto
  readonly exentas: Monto
  readonly gravadas: Monto
  /** Charges outside the tax base. */
  readonly noGravado: Monto
}

export const SIN_VENTAS: Ventas = {
  noSujetas: CERO,
  exentas: CERO,
  gravadas: CERO,
  noGravado: CERO,
}

/** What all the credit notes over a document may take from it together. */
export function acreditable({ resumen: r }: Pick<CreditoFiscal, 'resumen'>): Ventas {
  return {
    noSujetas: minus(r.totalNoSuj, r.descuNoSuj),
    exentas: minus(r.totalExenta, r.descuExenta),
    gravadas: minus(r.totalGravada, r.descuGravada),
    noGravado: cargo(r.totalNoGravado),
  }
}

/**
 * What a credit note takes from each of the documents that it relates, by their numeroDocumento: the
 * sales of its lines to all of their 8 decimals, for `excedido` rounds the sum of all notes once.
 */
export function acreditado(nota: NotaCredito): ReadonlyMap<string, Ventas> {
  const taken = new Map<string, Ventas>()
  for (const { numeroDocumento } of nota.documentoRelacionado) {
    taken.set(numeroDocumento, SIN_VENTAS)
  }
  for (const linea of nota.cuerpoDocumento) {
    const before = taken.get(linea.numeroDocumento)
    if (!before) throw new Error('bug: a line of a checked note that adjusts none of its documents')
    taken.set(linea.numeroDocumento, {
      noSujetas: plus(before.noSujetas, linea.ventaNoSuj),
      exentas: plus(before.exentas, linea.ventaExenta),
      gravadas: plus(before.gravadas, linea.ventaGravada),
      noGravado: plus(before.noGravado, cargo(linea.noGravado)),
    })
  }
  return taken
}

/** A note's credits make no room for its charges: each charge counts by itself. */
const cargo = (noGravado: Monto): Monto => (noGravado > CERO ? noGravado : CERO)

export function plusVentas(a: Ventas, b: Ventas): Ventas {
  return {
    noSujetas: plus(a.noSujetas, b.noSujetas),
    exentas: plus(a.exentas, b.exentas),
    gravadas: plus(a.gravadas, b.gravadas),
    noGravado: plus(a.noGravado, b.noGravado),
  }
}

export interface Exceso {
  readonly clase: keyof Ventas
  readonly acreditable: Monto
  readonly acreditado: Monto
}

/** The kinds of which notes take back more than there is; none: they may all stand. */
export function excedido(limite: Ventas, total: Ventas): readonly Exceso[] {
  return CLASES.map((clase) => ({
    clase,
    acreditable: limite[clase],
    acreditado: round(total[clase], 2),
  })).filter((one) => one.acreditado > one.acreditable)
}

const CLASES = ['gravadas', 'exentas', 'noSujetas', 'noGravado'] as const
