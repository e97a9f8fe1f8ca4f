/**
 * What each reason of CAT-024 requires for each kind of target: the motive depends on the reason, the replacement
 * also on the type. Source: docs/sources.md#invalidacion.
 */

import { TIPOS_ANULACION, type TipoAnulacion } from '../../catalogos/cat-024-tipo-anulacion.ts'
import type { Presence } from '../../catalogos/catalogo.ts'
import { type TipoDte, tipoOf } from '../../tipos/index.ts'
import type { Invalidable } from '../../tipos/tipo.ts'
import { TIPO_RETORNO } from '../evento.ts'

/** What can be invalidated: an issued document, or a return event. */
export type TipoInvalidable = TipoDte | typeof TIPO_RETORNO

export interface Exigencia {
  readonly motivo: Presence
  /** codigoGeneracionReemplazo in the request, codigoGeneracionR in the event. */
  readonly reemplazo: Presence
}

/** An event, like a credit note, is cancelled first and reissued afterwards. */
const RETORNO: Invalidable = {
  plazo: 'mes siguiente',
  sinReemplazo: 'Un evento de retorno',
  fechaDelDocumento: true,
  enAnexo: false,
}

export function invalidableDe(tipo: TipoInvalidable): Invalidable {
  return tipo === TIPO_RETORNO ? RETORNO : tipoOf(tipo).invalidacion
}

/** What this reason requires for this type. */
export function exigenciaDe(tipoDte: TipoInvalidable, tipoAnulacion: TipoAnulacion): Exigencia {
  const { motivo, reemplazo } = TIPOS_ANULACION[tipoAnulacion]
  return {
    motivo,
    reemplazo: invalidableDe(tipoDte).sinReemplazo === null ? reemplazo : 'forbidden',
  }
}
