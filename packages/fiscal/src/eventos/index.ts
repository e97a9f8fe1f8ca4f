/** The events that follow documents: invalidation, return, contingency. */

export * from './contingencia/contingencia.ts'
export { isDiaHabil } from './dias-habiles.ts'
export {
  type EmisorDeEvento,
  EVENTOS,
  type EventoDeContingencia,
  type Invalidacion,
  type Retorno,
  serialiseContingencia,
  serialiseInvalidacion,
  serialiseRetorno,
  TIPO_RETORNO,
} from './evento.ts'
export * from './invalidacion/anulaciones.ts'
export * from './invalidacion/invalidacion.ts'
export * from './invalidacion/reemplazo.ts'
export { type Persona, type PersonaRequest, toPersona } from './persona.ts'
export * from './plazos.ts'
export { type Disponible, disponible, type RetornoPrevio } from './retorno/disponible.ts'
export { type LineaDevuelta, lineasDevueltas } from './retorno/lineas.ts'
export type { Retornable } from './retorno/original.ts'
export type { ExcesoDeRetorno, ItemRetornoRequest, RetornoRequest } from './retorno/request.ts'
export * from './retorno/retorno.ts'
