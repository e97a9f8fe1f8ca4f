/**
 * What each reason of CAT-024 requires for each kind of target: the motive depends on the reason, the replacement
 * also on the type. Source: docs/sources.md#invalidacion.
 */

import { TIPOS_ANULACION, type TipoAnulacion } from '../../catalogos/cat-024-tipo-anulacion.ts'
import { isCode, type Presence } from '../../catalogos/catalogo.ts'
import { type TipoDte, tipoOf } from '../../tipos/index.ts'
import type { Invalidable } from '../../tipos/tipo.ts'
import { TIPO_OPERACIONES, TIPO_RETORNO } from '../evento.ts'

/** What can be invalidated: an issued document, a return event, or one of special operations. */
export type TipoInvalidable = TipoDte | keyof typeof EVENTOS_INVALIDABLES

export interface Exigencia {
  readonly motivo: Presence
  /** codigoGeneracionReemplazo in the request, codigoGeneracionR in the event. */
  readonly reemplazo: Presence
}

/** An event, like a credit note, is cancelled first and reissued afterwards. */
const evento = (sinReemplazo: string): Invalidable => ({
  plazo: 'mes siguiente',
  sinReemplazo,
  fechaDelDocumento: true,
  enAnexo: false,
})

const EVENTOS_INVALIDABLES = {
  [TIPO_RETORNO]: evento('Un evento de retorno'),
  [TIPO_OPERACIONES]: evento('Un evento de operaciones especiales'),
} as const

export function invalidableDe(tipo: TipoInvalidable): Invalidable {
  return isCode(EVENTOS_INVALIDABLES, tipo) ? EVENTOS_INVALIDABLES[tipo] : tipoOf(tipo).invalidacion
}

/** What this reason requires for this type. */
export function exigenciaDe(tipoDte: TipoInvalidable, tipoAnulacion: TipoAnulacion): Exigencia {
  const { motivo, reemplazo } = TIPOS_ANULACION[tipoAnulacion]
  return {
    motivo,
    reemplazo: invalidableDe(tipoDte).sinReemplazo === null ? reemplazo : 'forbidden',
  }
}
