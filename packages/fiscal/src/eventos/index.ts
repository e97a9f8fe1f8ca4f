/** The events that follow documents: invalidation, return, contingency; and of paper beside them. */
import { contingencia } from './contingencia/contingencia.ts'
import type { EventoDef } from './evento.ts'
import { invalidacion } from './invalidacion/invalidacion.ts'
import { operaciones } from './operaciones/operaciones.ts'
import { retorno } from './retorno/retorno.ts'

/** The events that are issued. */
export const EVENTOS = {
  invalidacion,
  retorno,
  contingencia,
  operaciones,
} as const satisfies Readonly<Record<string, EventoDef>>

export * from './contingencia/contingencia.ts'
export type { EventoDeContingencia } from './contingencia/estructura.ts'
export { isDiaHabil } from './dias-habiles.ts'
export { type EmisorDeEvento, type EventoDef, TIPO_OPERACIONES, TIPO_RETORNO } from './evento.ts'
export * from './invalidacion/anulaciones.ts'
export type { Invalidacion } from './invalidacion/estructura.ts'
export * from './invalidacion/invalidacion.ts'
export * from './invalidacion/reemplazo.ts'
export { type Comprobantes, comparten, contiene } from './operaciones/comprobantes.ts'
export type { Operaciones } from './operaciones/estructura.ts'
export {
  type BuiltOperaciones,
  buildOperaciones,
  type ComprobantesReportados,
  comprobantesDelEvento,
  type OperacionesInput,
  serialiseOperaciones,
  valorDeCadaUno,
} from './operaciones/operaciones.ts'
export type { ItemOperacionRequest, OperacionesRequest, TipoVenta } from './operaciones/request.ts'
export { type Persona, type PersonaRequest, toPersona } from './persona.ts'
export * from './plazos.ts'
export { type Disponible, disponible, type RetornoPrevio } from './retorno/disponible.ts'
export type { Retorno } from './retorno/estructura.ts'
export { type LineaDevuelta, lineasDevueltas } from './retorno/lineas.ts'
export type { Retornable } from './retorno/original.ts'
export type { ExcesoDeRetorno, ItemRetornoRequest, RetornoRequest } from './retorno/request.ts'
export * from './retorno/retorno.ts'
