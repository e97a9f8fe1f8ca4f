/**
 * The cent by which a tribute of a credit note differs from the sum of its lines, so that the notes over one
 * document add up to it. Source: docs/sources.md#documentos-relacionados, ADR 0015.
 */
import { type Exacto, roundExacto } from '../exacto.ts'
import { CERO, type Monto, plus } from '../monto.ts'

/** What a note rounds in addition to its sales: tributes of section 1, perception and retention. */
export const GRAVAMENES = ['20', '59', '71', 'D1', 'C8', 'ivaPerci', 'ivaRete'] as const
export type Gravamen = (typeof GRAVAMENES)[number]

/** A cent more (0.01) or less (-0.01); absent: as computed. */
export type Centavos = Readonly<Partial<Record<Gravamen, Monto>>>

export const SIN_CENTAVOS: Centavos = {}

/** For people: the part of a formula for amounts that may differ by a cent. */
export const CON_CENTAVO =
  'un centavo más o menos si las notas del documento lo piden para sumar lo mismo'

export function conCentavo(exacto: Exacto, gravamen: Gravamen, centavos: Centavos): Exacto {
  const centavo = centavos[gravamen] ?? CERO
  return centavo === CERO ? exacto : plus(roundExacto(exacto, 2), centavo)
}
