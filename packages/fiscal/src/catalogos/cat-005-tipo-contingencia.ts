/**
 * CAT-005, edition July 2026: why transmission failed. Reason 5 requires a description of at most 500 characters;
 * the others have none (Anexo IV, rule 9).
 */
import type { Catalogo, Presence } from './catalogo.ts'

interface Row {
  readonly nombre: string
  readonly motivoContin: Presence
}

// biome-ignore format: a table
export const TIPOS_CONTINGENCIA = {
  1: { nombre: 'No disponibilidad del sistema del MH', motivoContin: 'forbidden' },
  2: { nombre: 'No disponibilidad del sistema del emisor', motivoContin: 'forbidden' },
  3: { nombre: 'Falla en el servicio de internet del emisor', motivoContin: 'forbidden' },
  4: { nombre: 'Falla en el servicio de energía eléctrica del emisor', motivoContin: 'forbidden' },
  5: { nombre: 'Otro', motivoContin: 'required' },
} as const satisfies Catalogo<Row>

export type TipoContingencia = keyof typeof TIPOS_CONTINGENCIA
