/** The answers of the routes about contingency (docs/wire.md#contingency). */
import Type, { type Static } from 'typebox'
import { closed, nullable, oneOf } from './schema.ts'
import { AMBIENTES } from './words.ts'

const instant = Type.String()

export const EventoDeContingenciaFila = closed({
  codigoGeneracion: Type.String(),
  estado: oneOf(['firmado', 'sellado', 'rechazado']),
  selloRecibido: nullable(Type.String()),
  /** The number of documents that it lists. */
  documentos: Type.Integer(),
  /** The ministry's words of a rejection. */
  motivo: nullable(Type.String()),
  limiteDocumentos: nullable(instant),
})

export const Periodo = closed({
  desde: instant,
  hasta: nullable(instant),
  tipo: Type.Integer(),
  documentos: Type.Integer(),
  pendientes: Type.Integer(),
  sinEvento: Type.Integer(),
  limiteEvento: nullable(instant),
  eventos: Type.Array(EventoDeContingenciaFila),
})

export const Contingencias = closed({
  ambiente: oneOf(AMBIENTES),
  abierta: Type.Boolean(),
  periodos: Type.Array(Periodo),
})
export type Contingencias = Static<typeof Contingencias>

export const ContingenciaCerrada = closed({
  eventos: Type.Array(
    closed({
      codigoGeneracion: Type.String(),
      selloRecibido: nullable(Type.String()),
      documentos: Type.Integer(),
    }),
  ),
  /** Documents without a verdict of the ministry. */
  pendientes: Type.Integer(),
})
export type ContingenciaCerrada = Static<typeof ContingenciaCerrada>
