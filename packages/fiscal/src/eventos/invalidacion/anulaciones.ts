/**
 * What each reason of CAT-024 demands of each kind of target: the first column by the reason, the
 * rest by the type. Source: docs/sources.md#invalidacion.
 */

import { TIPOS_ANULACION, type TipoAnulacion } from '../../catalogos/cat-024-tipo-anulacion.ts'
import type { Presence } from '../../catalogos/catalogo.ts'
import type { TipoDte } from '../../tipos/index.ts'
import type { TIPO_RETORNO } from '../evento.ts'

/** What can be invalidated: a document that is issued, or a return event. */
export type TipoInvalidable = TipoDte | typeof TIPO_RETORNO

export interface Exigencia {
  readonly motivo: Presence
  /** codigoGeneracionReemplazo in the request, codigoGeneracionR in the event. */
  readonly reemplazo: Presence
}

interface Row {
  /** Whether another document may take the place of the cancelled one. */
  readonly reemplazo: boolean
  /**
   * Whether the event bears its target's date (the ministry answers 027 otherwise); if not, the date
   * of the event itself.
   */
  readonly fechaDelDocumento: boolean
}

/** MF p. 10-12. A credit note is cancelled first and issued anew afterwards; so is an event. */
// biome-ignore format: a table
export const INVALIDABLES = {
  '01': { reemplazo: true,  fechaDelDocumento: false },
  '03': { reemplazo: true,  fechaDelDocumento: true },
  '05': { reemplazo: false, fechaDelDocumento: true },
  '06': { reemplazo: true,  fechaDelDocumento: true },
  '11': { reemplazo: true,  fechaDelDocumento: false },
  '14': { reemplazo: true,  fechaDelDocumento: false },
  '18': { reemplazo: false, fechaDelDocumento: true },
} as const satisfies Readonly<Record<TipoInvalidable, Row>>

/** One cell of the table: what this reason demands of this type. */
export function exigenciaDe(tipoDte: TipoInvalidable, tipoAnulacion: TipoAnulacion): Exigencia {
  const { motivo, reemplazo } = TIPOS_ANULACION[tipoAnulacion]
  return { motivo, reemplazo: INVALIDABLES[tipoDte].reemplazo ? reemplazo : 'forbidden' }
}
